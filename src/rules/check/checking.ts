import type { HistoryLine } from '../../work/history/history-line'
import type { Work } from '../../work/work'
import type { Telling } from '../history-rules'

/** The commit that proofs have to be of. */
export interface ProvenCommit {
  /** On a pull request its own commit, as that which is checked out may be a merge of it. */
  readonly commit?: string
  /** Whether a proof of something else is a violation, and not only noted. */
  readonly isStrict: boolean
}

/** What the rules for one piece of work ask. */
export interface Checking extends Telling {
  readonly work: Work
  readonly now: Date
  readonly proven: ProvenCommit
  /** Called with every entry of its history, so that another reader need not read it again. */
  readonly each?: ((line: HistoryLine) => void) | undefined
}
