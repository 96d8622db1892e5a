import { exit, Failure } from '../text/failure'
import type { Naming } from '../workflow/words'

/**
 * Reads what is said of named things, given once for each: `K1: fine`, `B2 = quoted`.
 *
 * @param fix a command that shows the form
 * @returns the texts by their names, a letter and a number in capitals, a word in small letters; the last one of a name counts.
 *   Throws Failure (usage) for a text without a name, and for a name without a text, unless those are numbered
 */
export function namedTexts(
  given: readonly string[],
  { letters, words = [], others }: Naming,
  fix: string,
): Readonly<Record<string, string>> {
  const numbered = new RegExp(`^[${letters}]\\d+$`, 'i')
  return Object.fromEntries(
    given.map((said, index) => {
      const [, typed = '', text = ''] = /^\s*(\w+)\s*[:=](.*)$/s.exec(said) ?? []
      const word = words.find((known) => known === typed.toLowerCase())
      const name = numbered.test(typed) ? typed.toUpperCase() : word
      if (name !== undefined && (others || text.trim() !== '')) return [name, text.trim()]
      if (others !== undefined) return [`${others}${index + 1}`, said.trim()]
      const lack =
        name === undefined
          ? `names nothing: it begins with ${[...letters].join(' or ')} and a number`
          : 'says nothing of it'
      throw new Failure(exit.usage, 'usage', `“${said}” ${lack}.`, fix)
    }),
  )
}
