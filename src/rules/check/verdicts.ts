import type { Request } from './check'

/** What can be the matter with work that is new since the base. */
export type Matter =
  | 'not shown'
  | 'stale'
  | 'not confirmed'
  | 'claimed'
  | 'by override'
  | 'not complete'
  | 'no base'
  | 'unseen'

/** `noted`: a reader of the history should know it. `fine`: it is only counted. */
export type Verdict = 'wrong' | 'noted' | 'fine'

/** The verdict on each with `--require any`, with `complete` or the goal of one workflow, with `proven`, and with `word`. */
const verdicts: Readonly<Record<Matter, readonly [any: Verdict, complete: Verdict, proven: Verdict, word: Verdict]>> = {
  'not shown': ['wrong', 'wrong', 'wrong', 'wrong'],
  stale: ['noted', 'wrong', 'wrong', 'noted'],
  'not confirmed': ['noted', 'wrong', 'wrong', 'noted'],
  claimed: ['fine', 'fine', 'wrong', 'fine'],
  'by override': ['noted', 'wrong', 'wrong', 'noted'],
  'not complete': ['fine', 'wrong', 'wrong', 'fine'],
  'no base': ['fine', 'wrong', 'wrong', 'fine'],
  unseen: ['noted', 'noted', 'noted', 'wrong'],
}

const columns: Readonly<Record<string, 0 | 2 | 3>> = { any: 0, idle: 0, proven: 2, word: 3 }

/**
 * @param isNew whether the work is new since the base: of other work everything is at most noted
 * @returns the verdict; the only place that decides it
 */
export function verdictOn(
  matter: Matter,
  { requirement, isMerged = false, isRerun = false }: Pick<Request, 'requirement' | 'isMerged' | 'isRerun'>,
  isNew = true,
): Verdict {
  const verdict = verdicts[matter][columns[requirement] ?? 1]
  if (!isNew) return verdict === 'wrong' ? 'noted' : verdict
  // A merge makes another tree of the same work; where the commands run again, they decide.
  if (matter === 'stale' && (isMerged || isRerun)) return 'noted'
  return matter === 'by override' && isRerun ? 'wrong' : verdict
}
