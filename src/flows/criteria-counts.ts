import type { CriterionStanding, ReportedCriterion } from './reporting'

const rests: readonly (readonly [CriterionStanding, string])[] = [
  ['stale', 'stale'],
  ['unproven', 'not proven'],
  ['open', 'open'],
]

/** @returns how many are not met, and why: `1 stale`, `2 open` */
const restOf = (criteria: readonly ReportedCriterion[]): string[] =>
  rests.flatMap(([standing, word]) => {
    const count = criteria.filter((each) => each.standing === standing).length
    return count > 0 ? [`${count} ${word}`] : []
  })

/** @returns what a verdict counts of criteria */
export const countsOf = (criteria: readonly ReportedCriterion[]) => ({
  counted: 'criteria' as const,
  total: criteria.length,
  met: criteria.filter((each) => each.isMet).length,
  proven: criteria.filter(({ standing }) => standing === 'proven').length,
  rest: restOf(criteria),
})
