import type { RowText } from './texts'

/** The text of one row, and the heading under which it stands. */
export interface TextUnderHeading {
  readonly id: string
  /** The event and the condition in words. */
  readonly heading: string
  readonly text: RowText
}

type Field = Exclude<keyof RowText, 'tip' | 'writes'>

const sections: ReadonlyMap<string, Field> = new Map([
  ['Response to the AI', 'ai'],
  ['What Just Happened', 'happened'],
  ['Where We Are', 'where'],
  ['Next Steps', 'next'],
])

const isField = (key: string): key is Field => ['summary', 'because', 'code', 'problem', 'fix', 'title'].includes(key)

/**
 * Reads a file of texts, as templates/README.md describes it: a heading for each row, a list of its short values, and its
 * sections.
 *
 * @param source Markdown with `\n` at the end of each line
 * @returns the texts in the order of the file
 * @throws Error that names the row and what is wrong with its text
 */
export function parseTexts(source: string): TextUnderHeading[] {
  const [before = '', ...rows] = source.split(/^## (.*)$/m)
  if (before.trim() !== '') throw new Error('text before the first heading')
  return inPairs(rows).map(([title, body]) => {
    const [, heading = '', id = ''] = /^(.+) \(([^\s()]+)\)$/.exec(title) ?? []
    if (id === '') throw new Error(`the heading "${title}" does not end with the id of a row in parentheses`)
    return { id, heading, text: parseRow(id, body) }
  })
}

function parseRow(id: string, body: string): RowText {
  const [values = '', ...parts] = body.split(/^### (.*)$/m)
  const text: { -readonly [Key in keyof RowText]: RowText[Key] } = {}
  const writes: string[] = []
  const wrong = (problem: string) => new Error(`${id}: ${problem}`)
  const set = (field: Field, name: string, value: string) => {
    if (text[field] !== undefined) throw wrong(`"${name}" stands there twice`)
    text[field] = value
  }
  for (const line of values.split('\n').filter((line) => line.trim() !== '')) {
    const [, key = '', value = ''] = /^- (\w+): (.*\S)\s*$/.exec(line) ?? []
    if (value === '') throw wrong(`"${line}" before the first section is no "- key: value"`)
    if (isField(key)) set(key, key, value)
    else if (key === 'writes') writes.push(value)
    else if (key === 'tip' && value === 'true') text.tip = true
    else throw wrong(key === 'tip' ? `"tip" can only be true` : `unknown key "${key}"`)
  }
  if (writes.length > 0) text.writes = writes
  for (const [name, part] of inPairs(parts)) {
    const field = sections.get(name)
    if (field === undefined) throw wrong(`unknown section "${name}"`)
    set(field, name, part.trim())
  }
  return text
}

const inPairs = (items: readonly string[]): (readonly [string, string])[] =>
  items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1] ?? ''] as const] : []))
