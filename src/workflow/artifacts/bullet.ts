import { listed } from '../../text/markdown-parts'
import type { Field } from './form'
import { asKey, isNone } from './labelled'
import { inList } from './values'

/** What leads to the text of a bullet: one of some words, perhaps bold; a name; or, if there may be none, one like `C1`. */
const leads = {
  word: /^[*_[]*([A-Za-z]+)[*_\]]*\s*[:–—-]\s*[*_]*\s*(.*)$/,
  name: /^`?([\w.-]+)`?\s*:\s+(.*)$/,
  short: /^`?([A-Za-z]{1,4}-?\d{1,3}(?:\.\d{1,3})?)`?\s*[:.)]\s+(.*)$/,
}

/**
 * Reads a bullet as one of a list of maps: `api: text (depends on: schema, auth) (run: npm test)`. The name of its map
 * stands first, then the first field that is no name; the others are notes at its end.
 */
export function bulletIn<Said = Readonly<Record<string, unknown>>>(fields: readonly Field[], bullet: string): Said {
  const name = fields.find(({ isName }) => isName)
  const [main, ...others] = fields.filter(({ isName }) => !isName)
  const { rest, notes } = withNotes(
    bullet,
    others.map(({ key }) => key.toLowerCase()),
  )
  const isWord = name?.kind === 'one of'
  const lead = leads[isWord ? 'word' : name?.isRequired ? 'name' : 'short']
  const [, said = isWord ? '' : undefined, text = rest] = (name && lead.exec(rest)) ?? []
  const noted = others.map((field) => [field.key, noteIn(field, notes[asKey(field.key)])])
  return Object.fromEntries(
    [[name?.key, said], [main?.key, text], ...noted].filter(([key, value]) => key !== undefined && value !== undefined),
  ) as Said
}

/** Whether a bullet only says that there is nothing of a word: `BLOCKER: none`. One without a text is, and wrong. */
export const saysNone = (fields: readonly Field[], bullet: string): boolean => {
  const isOfWord = fields.some(({ isName, kind }) => isName && kind === 'one of')
  const { text } = isOfWord ? bulletIn(fields, bullet) : {}
  return isOfWord && text !== '' && isNone(String(text))
}

const noteIn = ({ kind }: Field, note: string | undefined): unknown => {
  if (note === undefined) return undefined
  if (kind in inList) return listed(note.replaceAll('`', '')).filter((name) => name.toLowerCase() !== 'none')
  // A command may stand in a code span.
  return kind === 'command' ? note.replace(/^`+|`+$/g, '').trim() : note
}

/** Extracts the notes in parentheses at the end of a bullet: `name: value`, for these names. */
export function withNotes(
  bullet: string,
  names: readonly string[],
): { readonly rest: string; readonly notes: Readonly<Record<string, string>> } {
  if (names.length === 0) return { rest: bullet, notes: {} }
  const begin = new RegExp(`\\s*\\((?=(?:${names.map((name) => [...name].join('[ _-]?')).join('|')})\\s*[:)])`, 'i')
  const [rest = '', ...found] = bullet.split(begin)
  if (!found.every((note) => note.endsWith(')'))) return { rest: bullet, notes: {} }
  const notes: Record<string, string> = Object.fromEntries(
    found.map((note) => {
      const [name = '', ...value] = note.slice(0, -1).split(':')
      return [asKey(name), value.length > 0 ? value.join(':').trim() : 'yes']
    }),
  )
  return { rest, notes }
}
