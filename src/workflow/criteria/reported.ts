import { isMet, type Standing } from './counts'

/** What has no tick: it is reported as done, or its command shows it. */
export interface Reported {
  readonly standing: Standing
  readonly hasCommand: boolean
}

const isOnlyReported = ({ standing, hasCommand }: Reported): boolean => !hasCommand && isMet(standing)

/** @returns the word for the developer; `passed` where git was not asked of which files */
export const wordOf = (each: Reported): 'done' | 'passed' | 'failed' | 'open' =>
  each.standing === 'proven' || isOnlyReported(each)
    ? 'done'
    : each.standing === 'passed' || each.standing === 'failed'
      ? each.standing
      : 'open'

/** @returns `3 done, 1 only reported · 1 failed · 2 open`; empty without any */
export function reportedCounts(found: readonly Reported[]): string {
  const reported = found.filter(isOnlyReported).length
  return (['done', 'passed', 'failed', 'open'] as const)
    .flatMap((word) => {
      const { length } = found.filter((each) => wordOf(each) === word)
      const remark = word === 'done' && reported > 0 ? `, ${reported < length ? `${reported} ` : ''}only reported` : ''
      return length === 0 ? [] : [`${length} ${word}${remark}`]
    })
    .join(' · ')
}

/**
 * @param shown where its command stands on the files that are here now; undefined if that was not asked
 * @returns where a claim without a plan stands: a command that was not asked for passed when it was claimed
 */
export const standingOfClaim = (hasCommand: boolean, isClaimed: boolean, shown: Standing | undefined): Standing =>
  hasCommand ? (shown ?? (isClaimed ? 'passed' : 'open')) : isClaimed ? 'claimed' : 'open'
