import { exit, Failure } from '../failure/failure'
import type { Option } from './options'

/** What was sent back is settled by name, each thing with how. */
export const settledOption = {
  key: 'settled',
  flag: '--settled',
  value: 'TEXT',
  help: 'how a finding (B1) or a piece of feedback (F1) is settled: "B1: how"; again for each',
  many: true,
} as const satisfies Option

/**
 * Reads what is said of named things, given once for each: `K1: fine`, `B2 = quoted`.
 *
 * @param letters of which each name begins with one
 * @param fix a command that shows the form
 * @returns the texts by their names, in capitals; the last one of a name counts. Throws Failure (usage) for a text without
 *   a name, and for a name without a text
 */
export function namedTexts(given: readonly string[], letters: string, fix: string): Readonly<Record<string, string>> {
  const form = new RegExp(`^\\s*([${letters}]\\d+)\\s*[:=]\\s*(.*)$`, 'is')
  return Object.fromEntries(
    given.map((said) => {
      const [, name, text = ''] = form.exec(said) ?? []
      if (name !== undefined && text.trim() !== '') return [name.toUpperCase(), text.trim()]
      const lack =
        name === undefined
          ? `names nothing: it begins with ${[...letters].join(' or ')} and a number`
          : 'says nothing of it'
      throw new Failure(exit.usage, 'usage', `“${said}” ${lack}.`, fix)
    }),
  )
}
