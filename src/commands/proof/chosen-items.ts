import { exit, Failure } from '../../failure/failure'
import type { StandingItem } from './work-here'

/** @returns the items that have these numbers */
export const ofNumbers = (items: readonly StandingItem[], numbers: readonly number[]): StandingItem[] =>
  items.filter(({ number }) => numbers.includes(number))

/** @returns the items to prove. Throws Failure (usage) `unknown-number`, (notPossible) `no-commands` */
export function chosenOf(
  items: readonly StandingItem[],
  words: readonly string[],
  isAll: boolean,
): readonly StandingItem[] {
  const hasCommand = ({ commands, faults }: StandingItem) => commands.length > 0 || faults.length > 0
  if (words.length === 0) {
    const able = items.filter(hasCommand)
    if (able.length === 0) throw withoutCommands('No criterion of the plan has a command')
    return isAll ? able : able.filter(({ standing }) => standing !== 'proven')
  }
  const chosen = numbered(items, words)
  const [without] = chosen.filter((item) => !hasCommand(item))
  if (without) throw withoutCommands(`Criterion ${without.number} has no command`)
  return chosen
}

/** @returns the items whose numbers were typed. Throws Failure (usage) `unknown-number` */
export function numbered(items: readonly StandingItem[], words: readonly string[]): readonly StandingItem[] {
  const numbers = words.map((word) => {
    const number = /^\d{1,6}$/.test(word) ? Number(word) : 0
    if (number >= 1 && number <= items.length) return number
    const message = `There is no criterion ${word}: there ${items.length === 1 ? 'is only 1' : `are ${items.length}`}.`
    throw new Failure(exit.usage, 'unknown-number', message, 'spell prove --list')
  })
  return ofNumbers(items, numbers)
}

const withoutCommands = (what: string): Failure =>
  new Failure(exit.notPossible, 'no-commands', `${what}, so there is nothing to prove.`, 'spell prove --list')
