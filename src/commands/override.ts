import type { Answer } from '../cast/answer/answer'
import { answerToCommand } from '../cast/answer-command'
import { type CastContext, maxNoteLength } from '../cast/cast'
import { refuseMerging } from '../cast/merging'
import { currentName } from '../engine/place'
import { exit, Failure } from '../text/failure'
import { withWord } from '../word/permission'
import { loadSettings } from '../work/settings/settings'
import type { Work } from '../work/work'
import { change, write } from '../work/writing'
import type { Workflow } from '../workflow/flow'
import { nearest } from '../workflow/nearest'
import { missingFiles } from '../workflow/transition'

/** The fix is the help: an override should not be a command to paste. */
const help = 'spell doctor --help'

/**
 * Moves to any state at the user's request. The only way around the table; the history records it permanently.
 *
 * @param asked the name of a state, in any case
 * @returns the answer, of kind `override`, with the files that the state lacks
 * @throws Failure (usage) `unknown-state`, `needs-reason`, `note-too-long`; (notPossible) `already-there`; as `cast`
 *   does
 */
export async function override(
  work: Work,
  ctx: CastContext,
  asked: string,
  reason: string | undefined,
): Promise<Answer & { missing: readonly string[] }> {
  const { flow } = work
  const to = stateNamed(flow, asked)
  const note = reasonOf(reason)
  const settings = await loadSettings(work.root, ctx.env)
  await refuseMerging(work, ctx)
  refuseStandingThere(work.saved.current, to)
  const from = await withWord({ word: 'override', work }, ctx, (permitted) =>
    change(work, 'override', permitted, async (now) => {
      const { saved } = now
      refuseStandingThere(saved.current, to)
      // The workflow's context belongs to the old state.
      const isForeign = ([key]: [string, unknown]) => !flow.memory.keys.includes(key)
      const base = { ...saved, context: Object.fromEntries(Object.entries(saved.context).filter(isForeign)) }
      await write(now, { to, trigger: 'Override', about: { row: 'override', note }, changes: [], base }, permitted)
      return saved.current
    }),
  )
  const missing = missingFiles(flow, to, work.again().probe)
  const answer = await answerToCommand(work, ctx, settings, {
    verb: 'override',
    from,
    to,
    files: { created: [], kept: [], moved: [] },
    note,
    warnings: missing.map((path) => `${path} is missing; what comes next needs it.`),
  })
  return { ...answer, kind: 'override', missing }
}

function refuseStandingThere(current: string, to: string): void {
  if (current === to)
    throw new Failure(exit.notPossible, 'already-there', 'The work is in that state already.', 'spell lumos')
}

function stateNamed({ definition }: Workflow, asked: string): string {
  const name = currentName(definition, asked.toUpperCase().replaceAll('-', '_'))
  const { states } = definition
  if (states.includes(name)) return name
  const message = `There is no state ${JSON.stringify(asked)}. The nearest are ${nearest(name, states).join(', ')}.`
  throw new Failure(exit.usage, 'unknown-state', message, help)
}

function reasonOf(reason: string | undefined): string {
  const text = reason?.trim() ?? ''
  if (text === '')
    throw new Failure(exit.usage, 'needs-reason', 'Say why, with --because: it stays in the history.', help)
  const length = [...text].length
  if (length <= maxNoteLength) return text
  const message = `The reason has ${length} characters; ${maxNoteLength} is the most.`
  throw new Failure(exit.usage, 'note-too-long', message, help)
}
