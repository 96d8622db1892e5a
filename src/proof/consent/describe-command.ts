import { shownCommand } from '../../text/markdown/shown-command'
import { beginningOf, inline } from '../../text/markdown-parts'
import { expectedOf, expectedText, shown } from '../../workflow/criteria/planned-command'
import { weaknessOf } from '../../workflow/criteria/weak-expectation'
import type { Before, BoundCommand } from './bound-command'
import type { Recipe } from './package-scripts'

const beforeText: Readonly<Record<Before, string>> = {
  'other work': 'allowed before, for other work',
  changed: 'allowed before; what it runs has changed since',
  refused: 'refused by the developer',
}

/** @returns why a command may not run, as a clause; empty if it may */
export const waitingText = ({ allowed, before }: Pick<BoundCommand, 'allowed' | 'before'>): string =>
  allowed ? '' : before ? beforeText[before] : 'not allowed yet'

/** From so many characters on it is said how many a command has. */
const longCharacters = 500
const criterionCharacters = 100

/** @returns a command as it will run with what is to be known of it, as a numbered item */
export function describeCommand(number: number, bound: BoundCommand, ...more: readonly string[]): string {
  const { criterion, others = 0 } = bound
  const [words, ...about] = aboutCommand(bound)
  const what =
    criterion === undefined
      ? 'for completing the work (`proof.always`)'
      : `for “${beginningOf(inline(criterion), criterionCharacters)}”${others > 0 ? ` and ${others} more` : ''}`
  return [`${number}. ${words}`, ...[what, ...about, ...more].map((line) => `   - ${line}`)].join('\n')
}

/** @returns a command as it will run, then a clause for all else that is to be known before */
export function aboutCommand({ command, recipes: { found, isHidden }, before }: BoundCommand): string[] {
  const { text } = command
  const [words, ...how] = shown(command)
  return [
    `${words}${expectedText(expectedOf(command))}`,
    ...how,
    ...found.map(recipeText),
    isHidden && 'what it runs cannot be told from here',
    text.length > longCharacters && `${text.length.toLocaleString('en')} characters long`,
    before && waitingText({ allowed: undefined, before }),
    weaknessOf(
      command,
      found.map((recipe) => recipe.text),
    ),
  ].filter((line): line is string => Boolean(line))
}

const recipeText = ({ kind, from, text }: Recipe): string =>
  kind === 'script'
    ? `runs ${shownCommand(text)}, from ${shownCommand(from)}`
    : `with the recipes of ${shownCommand(from)}`
