import type { Answer } from '../../cast/answer/answer'
import type { ChosenWork } from '../../cast/chosen-work'
import { filesUnder, isThere, readBeginning } from '../../disk/read'
import { writeDerived } from '../../disk/replace-file'
import { absentFiles } from '../../git/committed'
import { attemptAsync, exit, Failure } from '../../text/failure'
import type { Work } from '../../work/work'
import { withLock } from '../../work/writing'
import { type Documents, diagramPath, documentsOf, maxDocumentBytes, nameOf } from '../../workflows/collab/documents'
import type { CollabPayload } from '../../workflows/collab/payload'
import { isStarted, sessionIn } from '../../workflows/collab/session'
import { filesNamed } from '../../workflows/collab/tasks'
import { diagramOf } from '../../workflows/collab/waves'
import { castOn, standingsNow } from '../instances'

/** @throws Failure (notPossible) `no-session` if a session was never started, or its start was taken back. */
export function refuseUnstarted(work: Work): void {
  const { current, context } = work.saved
  if (current !== work.flow.definition.initial || isStarted(context)) return
  const name = nameOf(work.flow)
  const message = `The session “${name}” has not started: ${work.folder}/ has no state of one.`
  throw new Failure(exit.notPossible, 'no-session', message, `spell collab start ${name}`)
}

/** A look, and what is said at the end, are not refused where git cannot be asked. */
export const standingsIn = (meant: ChosenWork) => attemptAsync(() => standingsNow(meant))

/**
 * Casts an event on a session. Two of the events only look.
 *
 * @param before what the proofs showed before the caller changed files (default: what they show now)
 */
export async function castOnSession(
  meant: ChosenWork,
  brought: CollabPayload,
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

/**
 * @param most of a longer document only so much is read, in bytes
 * @returns the texts of a session's documents by their names. Throws Failure if one cannot be read
 */
export function documentsIn(root: string, name: string, most = maxDocumentBytes): Documents {
  const folder = documentsOf(name)
  return Object.fromEntries(
    filesUnder(root, folder).flatMap((path) => {
      const text = path.endsWith('.md') ? readBeginning(root, path, most)?.text : undefined
      return text === undefined ? [] : [[path.slice(folder.length + 1), text]]
    }),
  )
}

/** What is said of a skill that is reported: its name, the agent's note, the developer's words, when to clear from now on. */
export type Reported = Omit<Extract<CollabPayload, { verb: 'complete-skill' }>, 'verb' | 'documents'>

/** Reports a skill, or that of a state, with the documents that decide the outcome, and redraws the diagram. */
export async function completeSkill(meant: ChosenWork, reported: Reported): Promise<Answer> {
  // One byte more than the limit shows a longer text.
  const documents = documentsIn(meant.ctx.root, nameOf(meant.work.flow), maxDocumentBytes + 1)
  const answer = await castOnSession(meant, { verb: 'complete-skill', ...reported, documents })
  return answer.outcome === 'advanced' ? writeDiagram(meant, answer) : answer
}

/**
 * Redraws the waves of a session while they are carried out, and where they were drawn before: an undo takes them
 * back. The diagram can be generated again at any time, so it is no part of the step, and failing to write it is only a
 * warning in the answer.
 */
export async function writeDiagram<Told extends Answer>({ work, ctx }: ChosenWork, answer: Told): Promise<Told> {
  const { root, now, wait } = ctx
  try {
    await withLock(root, 'collab', { now, wait }, async () => {
      const session = sessionIn(work.again().saved.context)
      const path = diagramPath(nameOf(work.flow))
      if ((session.phase !== 'implementation' || !session.waves) && !isThere(root, path)) return
      writeDerived(root, path, diagramOf(session.waves ?? []))
    })
    return answer
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...answer, warnings: [...answer.warnings, `The diagram could not be drawn: ${error.message}`] }
  }
}
