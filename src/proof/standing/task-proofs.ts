import { beginningOf, inline } from '../../answer/markdown'
import { minuteOf } from '../../blocks/minute'
import { shownCommand } from '../../markdown/shown-command'
import { table } from '../../markdown/table'
import type { PlannedCriterion } from '../criteria/criterion'
import type { Expectation } from '../criteria/expectation'
import { expectedOf, expectedText } from '../criteria/planned-command'
import { always, type Proof } from '../criteria/proof'
import type { Identity } from '../criteria/standing'
import { durationText, resultOf } from './run-text'

const criterionCharacters = 100
/** The last ones; all of them are in proofs.jsonl. */
const mostRows = 200

/** @returns a Markdown document with a table of the proofs, the oldest first */
export function taskProofs(
  proofs: readonly Proof[],
  criteria: readonly PlannedCriterion[],
  known: readonly Identity[],
): string {
  const textOf = ({ criterion }: Proof) => {
    if (criterion === always) return 'asked by the settings'
    const found = criteria[known.findIndex((each) => each.criterion === criterion)]
    return found ? beginningOf(inline(found.text), criterionCharacters) : 'not in the plan any more'
  }
  /** What was expected of a command, unless the plan has another by now. */
  const askedOf = ({ criterion, commands, command }: Proof): readonly Expectation[] => {
    const found = criteria[known.findIndex((each) => each.criterion === criterion && each.commands === commands)]
    return found?.commands[command - 1]?.expect ?? []
  }
  const rows = proofs
    .slice(-mostRows)
    .map((proof) => [
      textOf(proof),
      `${shownCommand(proof.shell ?? (proof.argv ?? []).join(' '))}${expectedText(expectedOf({ expect: askedOf(proof) }))}`,
      resultOf({ expect: askedOf(proof) }, proof),
      minuteOf(proof.time),
      durationText(proof.ms),
    ])
  return `# Proofs\n\n${table(['Criterion', 'Command', 'Result', 'When', 'Took'], rows)}\n`
}
