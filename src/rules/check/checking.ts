import type { Settings } from '../../flows/flow'
import type { HistoryLine } from '../../work/history/history-line'
import type { Work } from '../../work/work'
import type { Telling } from '../history-rules'
import type { Request } from './check'
import type { JudgedTrees } from './proof-rule'

/** What the rules for one piece of work ask. */
export interface Checking extends Telling {
  readonly work: Work
  readonly request: Request
  /** What lies in the worktree, and in the commit that is judged, of the whole repository. */
  readonly trees: () => Promise<JudgedTrees>
  /** The standard ones if they cannot be read, which is found elsewhere. */
  readonly settings: Settings
  /** Called with every entry of its history, so that another reader need not read it again. */
  readonly each?: ((line: HistoryLine) => void) | undefined
}
