import type { RowText } from '../src/workflow/texts'

/** The text of one row, and its heading. */
export interface TextUnderHeading {
  readonly id: string
  /** The event and the condition in words. */
  readonly heading: string
  /** The id of the row whose text is its own, but for what follows. */
  readonly as?: string
  /** The file of the piece of work that `{{file}}` stands for. */
  readonly file?: string
  readonly text: RowText
}

type Field = Exclude<keyof RowText, 'tip' | 'writes' | 'refusal' | 'again'>

/** What may have several lines, beside what the agent reads. */
const sections: ReadonlyMap<string, Field> = new Map([
  ['What Just Happened', 'happened'],
  ['Where We Are', 'where'],
  ['Next Steps', 'next'],
])

const isField = (key: string): key is Field =>
  ['summary', 'once', 'because', 'title', 'happened', 'where', 'next'].includes(key)

/**
 * Parses a file of texts, as described in templates/README.md: a heading for each row, a list of its values, what the
 * agent reads, and what has several lines.
 *
 * @param source Markdown with LF line endings
 * @returns the texts in the order of the file
 * @throws Error that names the row and the mistake
 */
export function parseTexts(source: string): TextUnderHeading[] {
  const [before = '', ...rows] = source.split(/^## (.*)$/m)
  if (before.trim() !== '') throw new Error('text before the first heading')
  return inPairs(rows).flatMap(([title, body]) => {
    const [, heading = '', all = ''] = /^(.+) \(([^\s()]+(?:, [^\s()]+)*)\)$/.exec(title) ?? []
    if (all === '') throw new Error(`the heading "${title}" does not end with the id of a row in parentheses`)
    try {
      const row = parseRow(body)
      return all.split(', ').map((id) => ({ id, heading, ...row }))
    } catch (error) {
      throw new Error(`${all}: ${(error as Error).message}`)
    }
  })
}

/**
 * Parses the values of placeholders: a list of `- name: phrase`.
 *
 * @throws Error that names an invalid line
 */
export const parsePhrases = (source: string): Readonly<Record<string, string>> => Object.fromEntries(valuesIn(source))

function parseRow(body: string): Pick<TextUnderHeading, 'as' | 'file' | 'text'> {
  const [before = '', ...parts] = body.split(/^### (.*)$/m)
  const [, values = '', ai = ''] = /^((?:- .*\n)*)([\s\S]*)$/.exec(before.replace(/^\n+/, '')) ?? []
  const text: { -readonly [Key in keyof RowText]: RowText[Key] } = toldIn(ai.trim())
  const writes: string[] = []
  const refusal = { code: '', problem: '', fix: '' }
  const of: { as?: string; file?: string } = {}
  const set = (field: Field, name: string, value: string) => {
    if (text[field] !== undefined) throw new Error(`"${name}" is there twice`)
    text[field] = value
  }
  for (const [key, value] of valuesIn(values)) {
    if (isField(key)) set(key, key, value)
    else if (key === 'writes') writes.push(value)
    else if (Object.hasOwn(refusal, key)) refusal[key as keyof typeof refusal] = value
    else if (key === 'as' || key === 'file') of[key] = value
    else if (key === 'tip' && value === 'true') text.tip = true
    else throw new Error(key === 'tip' ? '"tip" can only be true' : `unknown key "${key}"`)
  }
  if (writes.length > 0) text.writes = writes
  const said = Object.values(refusal).filter(Boolean)
  if (said.length > 0) text.refusal = refusal
  if (said.length % 3 > 0) throw new Error('"code", "problem" and "fix" go together')
  for (const [name, part] of inPairs(parts)) {
    const field = sections.get(name)
    if (field === undefined) throw new Error(`unknown section "${name}"`)
    set(field, name, part.trim())
  }
  return { ...of, text }
}

/** What the agent reads; told again, without what stands in double brackets. */
function toldIn(ai: string): Pick<RowText, 'ai' | 'again'> {
  if (ai === '') return {}
  const whole = ai.replace(/\[\[|\]\]/g, '')
  return ai === whole ? { ai } : { ai: whole, again: ai.replace(/\[\[[\s\S]*?\]\]/g, '') }
}

const valuesIn = (list: string): (readonly [key: string, value: string])[] =>
  list
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, key = '', value = ''] = /^- ([\w.-]+): (.*\S)\s*$/.exec(line) ?? []
      if (value === '') throw new Error(`"${line}" is no "- key: value"`)
      return [key, value] as const
    })

const inPairs = (items: readonly string[]): (readonly [string, string])[] =>
  items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1] ?? ''] as const] : []))
