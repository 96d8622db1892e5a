import type { Request } from './check'

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
