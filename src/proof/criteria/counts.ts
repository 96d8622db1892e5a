/**
 * Where a criterion stands.
 *
 * - `proven`: its commands passed last, on the very files that are asked about
 * - `passed`: they passed last; of which files was not asked
 * - `confirmed`: it has no command, and the developer confirmed it
 * - `claimed`: its box is ticked, by a user or an agent
 * - `stale`: they passed last, on other files
 * - `failed`: the last run failed, or the criterion cannot be run as it is written
 * - `waiting`: its commands are not allowed on this machine yet
 * - `open`: none of these
 */
export const standings = ['proven', 'passed', 'confirmed', 'claimed', 'stale', 'failed', 'waiting', 'open'] as const
export type Standing = (typeof standings)[number]

/** Whether something counts as met, if a claim is enough. */
export const isMet = (standing: Standing): boolean => ['proven', 'passed', 'confirmed', 'claimed'].includes(standing)

/**
 * @param shown where its command stands on the files that are here now; undefined if that was not asked
 * @returns where a claim without a plan stands: a command that was not asked for passed when it was claimed
 */
export const standingOfClaim = (hasCommand: boolean, isClaimed: boolean, shown: Standing | undefined): Standing =>
  hasCommand ? (shown ?? (isClaimed ? 'passed' : 'open')) : isClaimed ? 'claimed' : 'open'

/** How many criteria stand where. */
export type Counts = Readonly<Record<Standing, number>>

export function countStandings(found: readonly Standing[]): Counts {
  const counts = Object.fromEntries(standings.map((standing) => [standing, 0])) as Record<Standing, number>
  for (const standing of found) counts[standing]++
  return counts
}

/** @returns `3 proven · 1 claimed · 1 open`; empty without any */
export const shownCounts = (counts: Partial<Counts>): string =>
  standings.flatMap((standing) => (counts[standing] ? [`${counts[standing]} ${standing}`] : [])).join(' · ')

export const countsOf = (found: readonly Standing[]): string => shownCounts(countStandings(found))
