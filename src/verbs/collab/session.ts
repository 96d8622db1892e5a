import type { Answer } from '../../answer/answer'
import type { WorkMeant } from '../../cli/work-meant'
import { attemptAsync, exit, Failure } from '../../failure/failure'
import { nameOf } from '../../flows/collab/documents'
import type { EventPayload } from '../../flows/collab/payload'
import { isStarted, sessionIn } from '../../flows/collab/session'
import { filesNamed } from '../../flows/collab/tasks'
import { absentFiles } from '../../git/absent-files'
import type { Work } from '../../work/work'
import { castOn, standingsNow } from '../instances'
import { documentsIn } from './documents'

/** @throws Failure (notPossible) `no-session` if a session was never started, or its start was taken back. */
export function refuseUnstarted(work: Work): void {
  const { current, context } = work.saved
  if (current !== work.flow.definition.initial || isStarted(context)) return
  const name = nameOf(work.flow)
  const message = `The session “${name}” has not started: ${work.folder}/ has no state of one.`
  throw new Failure(exit.notPossible, 'no-session', message, `spell collab start ${name}`)
}

/** A look, and what is said at the end, are not refused where git cannot be asked. */
export const standingsIn = (meant: WorkMeant) => attemptAsync(() => standingsNow(meant))

/**
 * Casts an event on a session. Two of the events only look.
 *
 * @param before what the proofs showed before the caller changed files (default: what they show now)
 */
export async function castOnSession(
  meant: WorkMeant,
  brought: EventPayload,
  before?: Awaited<ReturnType<typeof standingsIn>>,
): Promise<Answer> {
  const { verb } = brought
  const asks = ['task', 'complete-skill'].includes(verb)
  const now = before ?? (asks || looks.includes(verb) ? await standingsIn(meant) : {})
  if (asks && now instanceof Failure) throw now
  const event = ['next', 'resume'].includes(verb) ? meant.work.flow.look : verb
  const { root, saved, flow } = meant.work
  const isLook = event === flow.look && saved.current === 'ready-to-implement'
  const named = brought.verb === 'task' ? filesNamed(sessionIn(saved.context), brought.id) : []
  const absent = await absentFiles(root, named, meant.ctx.env)
  return castOn(meant, event, {
    ...(isLook && { documents: documentsIn(root, nameOf(flow)) }),
    ...brought,
    ...(absent.length > 0 && { absent }),
    ...(!(now instanceof Failure) && now),
  })
}

const looks: readonly string[] = ['status', 'next', 'resume', 'cleanup']
