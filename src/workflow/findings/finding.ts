import { hollowText, isHollow, isSame } from '../hollow'

/** What was found. It has a name, and is open until it is settled by that name. */
export interface Finding {
  readonly name: string
  readonly text: string
  /** How it was settled; absent while it is open. */
  readonly how?: string
}

/** What is said of each name. */
export type Answers = Readonly<Record<string, string>>

export const isOpen = ({ how }: Pick<Finding, 'how'>): boolean => how === undefined

/** @returns texts as findings with the next names: after B2, B3 and B4 */
export const named = (letter: string, texts: readonly string[], last: number): readonly Finding[] =>
  texts.map((text, index) => ({ name: `${letter}${last + index + 1}`, text }))

/** @returns the findings with those found now: one that is there is open again under its name, others get the next one */
export function withFound(held: readonly Finding[], found: readonly string[], letter: string, last: number) {
  const fresh = found.filter((text) => !held.some((one) => isSame(one.text, text)))
  const again = held.map((one) =>
    found.some((text) => isSame(text, one.text)) ? { name: one.name, text: one.text } : one,
  )
  return { all: [...again, ...named(letter, fresh, last)], last: last + fresh.length }
}

/** @returns the findings with how they were settled, by their names */
export const settledBy = <One extends Finding>(held: readonly One[], answers: Answers = {}): readonly One[] =>
  held.map((one) => {
    const how = answers[one.name]
    return how === undefined ? one : { ...one, how }
  })

/** @returns the findings that hold a step, as nothing is said of them */
export const stillOpen = (asked: readonly Finding[], answers: Answers = {}): readonly Finding[] =>
  asked.filter(({ name }) => !answers[name]?.trim())

interface Rules {
  /** Whether something may be said of a name that is not open. */
  readonly isFree?: (name: string) => boolean
  /** Whether each has to be answered in words of its own. */
  readonly isOwn?: boolean
}

/** @returns what is wrong with what is said of names: one is not open, an answer says nothing, or nothing of its own */
export function answerMistakes(asked: readonly Finding[], answers: Answers, { isFree, isOwn }: Rules = {}): string[] {
  const said = Object.entries(answers).map(([name, text]) => ({ name, text: text.trim() }))
  const names = asked.map(({ name }) => name)
  return said.flatMap(({ name, text }, index) => {
    if (!names.includes(name) && !isFree?.(name)) return `${name}: is not open; open: ${names.join(', ') || 'none'}`
    if (isHollow(text)) return `${name}: ${hollowText(text, 'what was done, or seen?')}`
    if (!isOwn) return []
    if (asked.some((one) => one.name === name && one.text.trim() === text))
      return `${name}: only repeats what it answers`
    const first = said.findIndex((other) => other.text === text)
    return first < index ? `${name}: says the same as ${said[first]?.name}` : []
  })
}

/** @returns the lines of two versions that only one of them has; white space is no difference */
export const changedLines = (before: readonly string[], now: readonly string[]) => ({
  gone: notIn(now, before),
  added: notIn(before, now),
})

function notIn(those: readonly string[], lines: readonly string[]): readonly string[] {
  const known = new Set(those.map(plain))
  return lines.filter((line) => !known.has(plain(line)))
}

/** Whether what is handed in is what was there: white space in texts is no change. */
export const isUnchanged = (before: unknown, now: unknown): boolean => plain(before) === plain(now)

const plain = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? withoutSpace(inner) : inner))

/** @returns what of a text counts as a change */
export const withoutSpace = (text: string): string => text.replace(/\s+/g, '')
