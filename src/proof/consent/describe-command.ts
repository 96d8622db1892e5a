import { shownCommand } from '../../text/markdown/shown-command'
import { beginningOf, inline } from '../../text/markdown-parts'
import { expectedOf, expectedText, shown } from '../../workflow/criteria/planned-command'
import { weaknessOf } from '../../workflow/criteria/weak-expectation'
import { type BoundCommand, beforeText } from './consent'
import type { Recipe } from './package-scripts'

/** From so many characters on it is said how many a command has. */
const longCharacters = 500
const criterionCharacters = 100

/** @returns a command as it will run with what is to be known of it, as a numbered item */
export function describeCommand(
  number: number,
  { command, criterion, recipes: { found, isHidden }, before, others = 0 }: BoundCommand,
  ...more: readonly string[]
): string {
  const { text } = command
  const [words, ...how] = shown(command)
  const lines = [
    criterion === undefined
      ? 'for completing the work (`proof.always`)'
      : `for “${beginningOf(inline(criterion), criterionCharacters)}”${others > 0 ? ` and ${others} more` : ''}`,
    ...how,
    ...found.map(recipeText),
    isHidden && 'what it runs cannot be told from here',
    text.length > longCharacters && `${text.length.toLocaleString('en')} characters long`,
    before && beforeText(before),
    weaknessOf(command),
    ...more,
  ].filter(Boolean)
  return [`${number}. ${words}${expectedText(expectedOf(command))}`, ...lines.map((line) => `   - ${line}`)].join('\n')
}

const recipeText = ({ kind, from, text }: Recipe): string =>
  kind === 'script'
    ? `runs ${shownCommand(text)}, from ${shownCommand(from)}`
    : `with the recipes of ${shownCommand(from)}`
