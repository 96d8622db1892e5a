import type { HistoryLine } from '../../work/history/history-line'
import type { PlannedCriterion } from '../../workflow/criteria/criterion'
import { knownIn } from '../../workflow/criteria/known'
import { isRed, type Proof } from '../../workflow/criteria/standing'
import type { ChangedCriterion } from './changed-criteria'
import { differenceOf, saidByRun, saidOf } from './said-criterion'

/**
 * The same for work without a plan, whose history lists no criteria: the runs tell which command had failed last.
 *
 * @param words the steps that took a word of the developer, the oldest first
 */
export function changedSinceRuns(
  criteria: readonly PlannedCriterion[],
  proofs: readonly Proof[],
  words: readonly Pick<HistoryLine, 'timestamp' | 'word'>[],
): ChangedCriterion[] {
  const known = knownIn(criteria)
  return criteria.flatMap((criterion, index) => {
    const { criterion: key, commands } = known[index] ?? {}
    const before = proofs.filter((proof) => proof.criterion === key && proof.commands !== commands)
    const red = before.findLast(isRed)
    if (!red || before.some((proof) => proof.commands === red.commands && proof.time > red.time)) return []
    const passed = words.find(({ timestamp }) => timestamp >= red.time)
    return {
      number: index + 1,
      text: criterion.text,
      difference: differenceOf(saidByRun(red, criterion), saidOf(criterion)),
      after: 'it had failed',
      ...(passed?.word && { passed: { time: passed.timestamp, word: passed.word, agrees: false } }),
    }
  })
}
