import type { Waiting } from '../disk/lock/lock'
import type { Texts } from '../flows/texts'
import type { Asking } from '../word/pass'
import type { LineSource } from '../work/state/commit'

/** Everything that a cast depends on besides the piece of work, passed in as values. */
export interface CastContext extends Waiting, LineSource, Asking {
  readonly texts: Texts
  /** The folder that the command was given in; absent if that is the root. */
  readonly cwd?: string
  /** How long to wait for another process that holds the lock, in seconds. */
  readonly wait: number
  /** Warnings about what was done before the cast, to be shown in the answer. */
  readonly warnings?: readonly string[]
  /** Whether the answer is for the developer, too (default: yes). */
  readonly isForDeveloper?: boolean
  /** Called at the end of each phase, for `--timing`. */
  readonly onPhase?: (part: string) => void
  /** Called with the ids of the rows that were tried, for `--debug`. */
  readonly trace?: (rows: readonly string[]) => void
}
