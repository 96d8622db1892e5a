import { capital, inline } from '../answer/markdown'
import { exit, Failure } from '../failure/failure'
import type { StandingItem, WorkHere } from './work-here'

export const ofNumbers = (items: readonly StandingItem[], numbers: readonly number[]): StandingItem[] =>
  items.filter(({ number }) => numbers.includes(number))

/** @returns what an item is called on the command line */
export const nameOf = ({ number, criterion: { id } }: Pick<StandingItem, 'number' | 'criterion'>): string =>
  id ?? String(number)

/** @returns the items to prove. Throws Failure (usage) `unknown-number`, (notPossible) `no-commands` */
export function chosenOf(
  work: Pick<WorkHere, 'items' | 'said'>,
  words: readonly string[],
  isAll: boolean,
): readonly StandingItem[] {
  const { items, said } = work
  const [one] = said.called
  const fix = `${said.command} --list`
  const withoutCommands = (what: string) =>
    new Failure(exit.notPossible, 'no-commands', `${what}, so there is nothing to prove.`, fix)
  const hasCommand = ({ commands, faults }: StandingItem) => commands.length > 0 || faults.length > 0
  if (words.length === 0) {
    const able = items.filter(hasCommand)
    if (able.length === 0) throw withoutCommands(`No ${one} has a command`)
    return isAll ? able : able.filter(({ standing }) => standing !== 'proven')
  }
  const chosen = numbered(work, words)
  const [without] = chosen.filter((item) => !hasCommand(item))
  if (without) throw withoutCommands(`${capital(one)} ${without.criterion.id ?? without.number} has no command`)
  return chosen
}

/** @returns the items whose numbers or ids were typed. Throws Failure (usage) `unknown-number` */
export function numbered(
  { items, said }: Pick<WorkHere, 'items' | 'said'>,
  words: readonly string[],
): readonly StandingItem[] {
  const numbers = words.map((word) => {
    const named = items.find(({ criterion: { id } }) => id?.toLowerCase() === word.toLowerCase())
    const ids = items.flatMap(({ criterion: { id } }) => (id === undefined ? [] : [inline(id)]))
    return named?.number ?? numberIn(word, items.length, said.called[0], `${said.command} --list`, ids.join(', '))
  })
  return ofNumbers(items, numbers)
}

/** @returns the number from 1 that was typed. Throws Failure (usage) `unknown-number` for another one than there are */
export function numberIn(word: string, count: number, called: string, fix: string, names = ''): number {
  const number = /^\d{1,6}$/.test(word) ? Number(word) : 0
  if (number >= 1 && number <= count) return number
  const there = count === 0 ? 'is none here' : `${count === 1 ? 'is only' : 'are'} ${names || count}`
  throw new Failure(exit.usage, 'unknown-number', `There is no ${called} ${inline(word)}: there ${there}.`, fix)
}
