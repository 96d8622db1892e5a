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

/** How many criteria stand where. */
export type Counts = Readonly<Record<Standing, number>>

export function countStandings(found: readonly Standing[]): Counts {
  const counts = Object.fromEntries(standings.map((standing) => [standing, 0])) as Record<Standing, number>
  for (const standing of found) counts[standing]++
  return counts
}

/** @returns `3 proven · 1 claimed · 1 open`; empty without any */
export function countsOf(found: readonly Standing[]): string {
  const counts = countStandings(found)
  return standings.flatMap((standing) => (counts[standing] > 0 ? [`${counts[standing]} ${standing}`] : [])).join(' · ')
}

/** What is said besides of a standing that is not what it seems. */
export const remarks: Partial<Record<Standing, string>> = {
  claimed: 'only ticked',
  stale: 'passed before files changed',
}

/**
 * Counts for the developer in three words: what completing counts, what failed last, and the rest.
 *
 * @returns `3 done, 1 of them only ticked · 1 failed · 2 open (1 passed before files changed)`; empty without any
 */
export function countsText(found: readonly { readonly standing: Standing; readonly isDone: boolean }[]): string {
  const [done, rest] = [found.filter(({ isDone }) => isDone), found.filter(({ isDone }) => !isDone)]
  const count = (among: typeof found, which: Standing) => among.filter(({ standing }) => standing === which).length
  const [ticked, failed, stale] = [count(done, 'claimed'), count(rest, 'failed'), count(rest, 'stale')]
  const open = rest.length - failed
  const someOf = (some: number, all: number, of: string) => (some === all ? '' : `${some}${of} `)
  return [
    done.length > 0 &&
      `${done.length} done${ticked > 0 ? `, ${someOf(ticked, done.length, ' of them')}${remarks.claimed}` : ''}`,
    failed > 0 && `${failed} failed`,
    open > 0 && `${open} open${stale > 0 ? ` (${someOf(stale, open, '')}${remarks.stale})` : ''}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** @returns the word of `countsText` for one: `done, only ticked` */
export function doneWord(standing: Standing, isDone: boolean): string {
  if (isDone) return standing === 'claimed' ? `done, ${remarks.claimed}` : 'done'
  if (standing === 'failed') return 'failed'
  return standing === 'stale' ? `open (${remarks.stale})` : 'open'
}

/** @returns `2 of 5 passed, 1 ticked, 1 failed`, where git was not asked of which files: nothing is called done */
export function passedCounts({ proven, passed, confirmed, claimed, failed, ...others }: Counts): string {
  const met = proven + passed + confirmed
  const all = met + claimed + failed + others.stale + others.waiting + others.open
  const first =
    met > 0 || claimed === 0
      ? `${met} of ${all} passed${claimed > 0 ? `, ${claimed} ticked` : ''}`
      : `${claimed} of ${all} ticked`
  return `${first}${failed > 0 ? `, ${failed} failed` : ''}`
}
