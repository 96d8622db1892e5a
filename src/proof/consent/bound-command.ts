import { shownCommand } from '../../text/markdown/shown-command'
import { beginningOf, inline } from '../../text/markdown-parts'
import { expectedOf, expectedText, shown } from '../../workflow/criteria/planned-command'
import { weaknessOf } from '../../workflow/criteria/weak-expectation'
import type { CurrentCommand } from './current-commands'
import type { Recipe } from './package-scripts'
import type { Recipes } from './recipes'

/** How far consent goes: for this piece of work, or always in this clone. */
export type Reach = 'work' | 'always'

/** Why a consent to the same words does not hold: it is for other work, the command runs something else now, or the developer said no. */
export type Before = 'other work' | 'changed' | 'refused'

/** A command with the consent to it. */
export interface BoundCommand extends CurrentCommand {
  readonly recipes: Recipes
  /** How many criteria it is for besides that one; absent if there is none. */
  readonly others?: number
  /** The SHA-256 of its words with its recipes: all that the developer allows. */
  readonly digest: string
  readonly allowed: Reach | undefined
  /** A consent to it that does not hold now; absent if there is none. */
  readonly before?: Before
  /** The id of its piece of work; undefined before the first step. */
  readonly work: string | undefined
}

/** @returns the commands that may not run yet and could be allowed, each once */
export function waitingIn({ commands }: { readonly commands: readonly BoundCommand[] }): BoundCommand[] {
  return once(commands.filter(({ allowed }) => !allowed))
}

/** @returns of the same commands of a piece of work the first one, with how many other criteria it is for */
export const once = (commands: readonly BoundCommand[]): BoundCommand[] =>
  commands.flatMap((command) => {
    const same = commands.filter(({ digest, work }) => digest === command.digest && work === command.work)
    const others = new Set(same.map(({ criterion }) => criterion)).size - 1
    return same[0] === command ? [others > 0 ? { ...command, others } : command] : []
  })

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
