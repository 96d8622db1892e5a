import type { ReportedCriterion, ReportedRun, ShownCriterion } from '../flows/reporting'
import { type ProofRow, type RunOfCommand, resultOf } from '../proof/proof-table'

/** @param isArchived whether what lies here has gone on since, so that freshness says nothing */
export function shownCriterion({ criterion, isAlways, standing, runs }: ProofRow, isArchived: boolean): ShownCriterion {
  const reported: ReportedCriterion = {
    text: criterion.text,
    standing,
    isMet: standing === 'proven' || standing === 'said',
    byDeveloper: criterion.byDeveloper,
    evidence: isAlways ? 'asked by the settings' : criterion.faults.map(({ message }) => message).join(' '),
    commands: runs.map((run) => runOf(run, isArchived)),
  }
  return { ...(criterion.id !== undefined && { id: criterion.id }), isAlways, criterion: reported }
}

function runOf({ command, last }: RunOfCommand, isArchived: boolean): ReportedRun {
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

/** @returns the commit at which the last of what is proven was proven */
export const commitOf = (criteria: readonly ReportedCriterion[]): string | undefined =>
  criteria
    .filter(({ standing }) => standing === 'proven')
    .flatMap(({ commands }) => commands)
    .filter(({ commit }) => commit !== undefined)
    .toSorted((one, other) => ((one.time ?? '') < (other.time ?? '') ? -1 : 1))
    .at(-1)?.commit
