import { type ProofRow, type RunOfCommand, resultOf } from '../proof/proof-table'
import type { CriterionStanding, ReportedCriterion, ReportedRun } from './model'

/** @param isArchived whether what lies here has gone on since, so that freshness says nothing */
export function criterionOf({ criterion, isAlways, standing, runs }: ProofRow, isArchived: boolean): ReportedCriterion {
  return {
    text: criterion.text,
    standing,
    isMet: isMet(standing),
    byDeveloper: criterion.byDeveloper,
    evidence: isAlways ? 'asked by the settings' : criterion.faults.map(({ message }) => message).join(' '),
    commands: runs.map((run) => runOf(run, isArchived)),
  }
}

export const isMet = (standing: CriterionStanding): boolean => standing === 'proven' || standing === 'said'

export function runOf({ command, last }: RunOfCommand, isArchived: boolean): ReportedRun {
  const { text, folder } = command
  if (!last) return { command: text, folder, result: 'never ran', outcome: null, isFresh: null }
  const { outcome, time, ms, head, isFresh } = last
  return {
    command: text,
    folder,
    result: resultOf(command, last),
    outcome,
    time,
    ms,
    ...(typeof head === 'string' && { commit: head }),
    isFresh: isArchived ? null : isFresh,
  }
}

const rests: readonly (readonly [CriterionStanding, string])[] = [
  ['stale', 'stale'],
  ['unproven', 'not proven'],
  ['open', 'open'],
]

/** @returns how many are not met, and why: `1 stale`, `2 open` */
export const restOf = (criteria: readonly ReportedCriterion[]): string[] =>
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

/** @returns the commit at which the last of what is proven was proven */
export const commitOf = (criteria: readonly ReportedCriterion[]): string | undefined =>
  criteria
    .filter(({ standing }) => standing === 'proven')
    .flatMap(({ commands }) => commands)
    .filter(({ commit }) => commit !== undefined)
    .toSorted((one, other) => ((one.time ?? '') < (other.time ?? '') ? -1 : 1))
    .at(-1)?.commit
