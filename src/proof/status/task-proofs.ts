import { quoted, shownCommand } from '../../text/markdown/shown-command'
import { table } from '../../text/markdown/table'
import { beginningOf, bullets, inline, paragraphs } from '../../text/markdown-parts'
import { durationText, minuteOf } from '../../text/time'
import type { PlannedCriterion } from '../../workflow/criteria/criterion'
import { readExpectation } from '../../workflow/criteria/expectation'
import { expectedText } from '../../workflow/criteria/planned-command'
import { always, type Identity, type Proof } from '../../workflow/criteria/status'
import { type ChangedCriterion, changedIn, changedName, changeText } from './changed-criteria'
import { resultOf } from './run-text'

const criterionCharacters = 100
/** The last ones; all of them are in proofs.jsonl. */
const mostRows = 200

export { changedIn }

/** @returns a Markdown document with a table of the proofs, the oldest first */
export function taskProofs(
  proofs: readonly Proof[],
  criteria: readonly PlannedCriterion[],
  known: readonly Identity[],
  changed: readonly ChangedCriterion[],
): string {
  const textOf = ({ criterion }: Proof) => {
    if (criterion === always) return 'asked by the settings'
    const found = criteria[known.findIndex((each) => each.criterion === criterion)]
    return found ? beginningOf(inline(found.text), criterionCharacters) : 'not in the plan any more'
  }
  const rows = proofs
    .slice(-mostRows)
    .map((proof) => [
      textOf(proof),
      `${shownCommand(proof.shell ?? quoted(proof.argv ?? []))}${expectedText(proof.expect ?? [])}`,
      resultOf({ expect: (proof.expect ?? []).flatMap((said) => readExpectation(said) ?? []) }, proof),
      minuteOf(proof.time),
      durationText(proof.ms),
    ])
  return paragraphs(
    '# Proofs',
    table(['Criterion', 'Command', 'Result', 'When', 'Took'], rows),
    bullets(changed.map((each) => `${changedName(each)} was ${changeText(each, minuteOf)}.`)),
  ).concat('\n')
}
