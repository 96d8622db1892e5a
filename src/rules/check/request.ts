import type { Settings } from '../../flows/flow'
import type { Git } from '../../git/git'
import type { HistoryLine } from '../../work/history/history-line'
import type { Work } from '../../work/work'
import type { Telling } from '../history-rules'
import type { Base } from './base'
import type { JudgedTrees } from './freshness'

export interface Request {
  /** One of `requirements`. */
  readonly requirement: string
  /** Whether overrides, undos, repair entries and reviews left to autonomous mode or a setting are violations. */
  readonly noOverrides?: boolean
  readonly base?: Base
  /** git in the root, if it is open already. */
  readonly git?: Git
  /** The commit of a pull request, which is judged: what is checked out may be a merge of it. */
  readonly head?: string
  /** Whether what is checked is merged already, or in a merge queue. */
  readonly isMerged?: boolean
  /** Whether the commands run again afterwards. */
  readonly isRerun?: boolean
  /** Whether there has to be work that is new since the base. */
  readonly requireWork?: boolean
  /** Called with every entry of the histories that are checked. */
  readonly each?: (line: HistoryLine) => void
}

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

/** What can be the matter with work that is new since the base. */
export type Matter = 'not shown' | 'stale' | 'not confirmed' | 'claimed' | 'by override' | 'not complete' | 'no base'

/** `noted`: a reader of the history should know it. `fine`: it is only counted. */
export type Verdict = 'wrong' | 'noted' | 'fine'

/** The verdict on each with `--require any`, with `complete` or the goal of one workflow, and with `proven`. */
const verdicts: Readonly<Record<Matter, readonly [any: Verdict, complete: Verdict, proven: Verdict]>> = {
  'not shown': ['wrong', 'wrong', 'wrong'],
  stale: ['noted', 'wrong', 'wrong'],
  'not confirmed': ['noted', 'wrong', 'wrong'],
  claimed: ['fine', 'fine', 'wrong'],
  'by override': ['noted', 'wrong', 'wrong'],
  'not complete': ['fine', 'wrong', 'wrong'],
  'no base': ['fine', 'wrong', 'wrong'],
}

/**
 * @param isNew whether the work is new since the base: of other work everything is at most noted
 * @returns the verdict; the only place that decides it
 */
export function verdictOn(
  matter: Matter,
  { requirement, isMerged = false, isRerun = false }: Pick<Request, 'requirement' | 'isMerged' | 'isRerun'>,
  isNew = true,
): Verdict {
  const column = requirement === 'proven' ? 2 : ['any', 'idle', 'word'].includes(requirement) ? 0 : 1
  const verdict = verdicts[matter][column]
  if (!isNew) return verdict === 'wrong' ? 'noted' : verdict
  // A merge makes another tree of the same work; where the commands run again, they decide.
  if (matter === 'stale' && (isMerged || isRerun)) return 'noted'
  return matter === 'by override' && isRerun ? 'wrong' : verdict
}
