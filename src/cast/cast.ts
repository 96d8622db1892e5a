import type { WaitOptions } from '../disk/lock/lock'
import type { Payload } from '../engine/definition'
import { exit, Failure } from '../text/failure'
import type { CloneSeen } from '../word/message-sources'
import type { WordContext } from '../word/permission'
import type { LineSource } from '../work/state/commit'
import type { Work } from '../work/work'
import { commandOn } from '../work/work'
import type { Texts } from '../workflow/texts'
import type { Answer } from './answer/answer'
import { decide, isChange, refuseInvalid } from './decide'
import { readWorld } from './read'
import { tell, unchanged } from './tell'

/** Everything that a cast depends on besides the piece of work, passed in as values. */
export interface CastContext extends WaitOptions, LineSource, WordContext {
  readonly clone: () => CloneSeen
  readonly texts: Texts
  /** The folder that the command was given in; absent if that is the root. */
  readonly cwd?: string
  /** How long to wait for another process that holds the lock, in seconds. */
  readonly wait: number
  /** Warnings about what was done before the cast, to be shown in the answer. */
  readonly warnings?: readonly string[]
  /** Whether the answer is for the developer, too (default: yes). */
  readonly isForDeveloper?: boolean
  /** Called with the ids of the rows that were tried, for `--debug`. */
  readonly trace?: (rows: readonly string[]) => void
}

/** What was asked to be cast, as each step of a cast takes it. */
export interface Asked {
  readonly spell: string
  readonly ctx: CastContext
  readonly note: string | undefined
}

/** The longest note, in characters. */
export const maxNoteLength = 2000

/**
 * Casts a spell: read → decide → write → tell. The only place where the pieces meet: command line, menu, MCP server,
 * library, tour and tests all call it. A spell that changes nothing writes nothing and takes no lock, but to finish an
 * interrupted step.
 *
 * @param work the piece of work, opened for this cast
 * @param spell one of its workflow's events
 * @param note stored in the history entry, if one is written
 * @param payload the input of the event; its mistakes are reported if a row of kind `invalid` answers
 * @returns the answer; its `outcome` gives the exit code
 * @throws Failure if the state, the history or the settings are unreadable, the note is too long, the payload is
 *   refused, the lock is held for too long, waiting is cancelled, or a write fails
 */
export async function cast(
  work: Work,
  spell: string,
  ctx: CastContext,
  note?: string,
  payload?: Payload,
): Promise<Answer> {
  refuseLongNote(work, spell, note)
  const world = await readWorld(work.again(), spell, ctx, payload)
  const decision = decide(world, spell)
  ctx.trace?.(decision.step.trace)
  refuseInvalid(decision, ctx)
  const isWritten = isChange(decision) || (world.saved.unlogged.length > 0 && spell !== work.flow.look)
  const asked = { spell, ctx, note }
  return tell(isWritten ? await (await import('./write')).writeStep(decision, asked) : unchanged(decision), asked)
}

function refuseLongNote(work: Work, spell: string, note: string | undefined): void {
  const length = [...(note ?? '')].length
  if (length <= maxNoteLength) return
  const message = `The note has ${length} characters; ${maxNoteLength} is the most.`
  throw new Failure(exit.usage, 'note-too-long', message, `${commandOn(work, spell)} --note "…"`)
}
