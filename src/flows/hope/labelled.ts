export interface Block {
  /** The rest of the label's line, and the lines below it up to a bullet or a blank line. */
  readonly text: string
  /** A bullet below another one is part of that one, in parentheses. */
  readonly bullets: readonly string[]
}

/** A longer text before a colon is a sentence, no label. */
const maxLabelLength = 32

/** @returns a name in the form for comparison: `NON-GOALS`, `non_goals` and `nonGoals` are equal */
export const asKey = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Parses a text in labelled blocks: a label at the beginning of a line, bullets below it. A label may be a heading, or
 * bold; fences are ignored, and so is prose between the blocks.
 *
 * @param labels the key of each label as `asKey` makes it, and its name in the result
 */
export function labelledBlocks(
  text: string,
  labels: Readonly<Record<string, string>>,
): { readonly blocks: ReadonlyMap<string, Block>; readonly unknown: readonly string[] } {
  const blocks = new Map<string, { text: string; bullets: string[] }>()
  const unknown: string[] = []
  let current: ReturnType<typeof blocks.get>
  let isAfterBlank = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^\s*(```|~~~)/.test(line)) continue
    if (line.trim() === '') {
      isAfterBlank = true
      continue
    }
    const found = labelIn(line)
    const key = found && (Object.hasOwn(labels, asKey(found.label)) ? labels[asKey(found.label)] : undefined)
    const [, indent = '', bullet] = /^(\s*)(?:[-*+•]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line) ?? []
    if (key !== undefined && found) {
      current = blocks.get(key) ?? { text: '', bullets: [] }
      blocks.set(key, current)
      current.text = joined(current.text, found.rest)
    } else if (found?.isPlain) {
      unknown.push(found.label)
      current = undefined
    } else if (current && bullet !== undefined) {
      const above = indent.length >= 2 ? current.bullets.pop() : undefined
      current.bullets.push(above === undefined ? bullet.trim() : joined(above, `(${bullet.trim()})`))
    } else if (current && (current.bullets.length > 0 || current.text !== '') && isAfterBlank && !/^\s/.test(line)) {
      current = undefined
    } else if (current) {
      const last = current.bullets.pop()
      if (last === undefined) current.text = joined(current.text, line)
      else current.bullets.push(joined(last, line))
    }
    isAfterBlank = false
  }
  return { blocks, unknown }
}

const joined = (before: string, more: string): string => [before, more.trim()].filter(Boolean).join(' ')

/** A bold line without a colon. */
const isBold = (line: string): boolean => /^(\*\*|__)[^*_]+\1\s*$/.test(line)

/** A label at the beginning of a line; `isPlain` if it cannot be anything else: a heading, or all in capitals. */
function labelIn(line: string) {
  const [, heading = '', marks = '', said = ''] = /^(#{1,6}\s+)?([*_`]{0,3})([A-Za-z].*)$/.exec(line) ?? []
  const colon = said.indexOf(':')
  if (said === '' || (colon < 0 && heading === '' && !isBold(line))) return undefined
  const label = (colon < 0 ? said : said.slice(0, colon)).replace(/[*_`]+$/, '').trim()
  if (label.length > maxLabelLength || !/^[A-Za-z][A-Za-z _-]*$/.test(label)) return undefined
  const after = colon < 0 ? '' : said.slice(colon + 1)
  const rest = marks === '' ? after : after.replace(/^[*_`]+/, '')
  return { label, rest, isPlain: heading !== '' || /^[A-Z][A-Z _-]{2,}$/.test(label) }
}

const nothing = /^(none|nothing|n\/a|-|–)?\.?$/i

export const textOf = ({ text, bullets }: Block): string => [text, ...bullets].filter(Boolean).join(' ')

/** @returns the bullets of a block; empty if it says that there are none */
export const listOf = ({ text, bullets }: Block): string[] =>
  [text, ...bullets].filter((said) => !nothing.test(said.trim()))

/** Extracts the notes in parentheses at the end of a bullet: `name: value`, for these names. */
export function withNotes(bullet: string, names: readonly string[]) {
  const notes: Record<string, string> = {}
  let rest = bullet
  for (;;) {
    const open = openingOf(rest, names)
    const [name = '', ...value] = rest.slice(open + 1, -1).split(':')
    if (open < 0 || !names.includes(asKey(name))) return { rest, notes }
    notes[asKey(name)] = value.join(':').trim() || 'yes'
    rest = rest.slice(0, open).trim()
  }
}

/** Where the parenthesis at the end of a text begins, which may have others in it, and other ones than it closes; -1 without one. */
function openingOf(text: string, names: readonly string[]): number {
  if (!text.endsWith(')')) return -1
  const isNamed = (at: number) => names.includes(asKey(text.slice(at + 1, at + 33).split(/[:)]/)[0] ?? ''))
  let [depth, least] = [0, 1]
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth += 1
    if (text[at] !== '(') continue
    depth -= 1
    // A group that is closed before the end, as in `(verify: …) (so far)`, is none at the end.
    if (depth < least && depth <= 0 && isNamed(at)) return at
    if (depth <= 0) least = Math.min(least, depth)
  }
  return depth > 0 ? text.lastIndexOf('(') : -1
}
