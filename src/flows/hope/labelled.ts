/** A bullet with its nested bullets. */
export interface Bullet {
  readonly text: string
  readonly below: readonly string[]
}

/** The text under one label. */
export interface Block {
  /** The rest of the label's line, and the lines below it up to a bullet or a blank line. */
  readonly text: string
  readonly bullets: readonly Bullet[]
}

/** The blocks of a text by the keys of their labels, and the unknown labels. */
interface Labelled {
  readonly blocks: ReadonlyMap<string, Block>
  readonly unknown: readonly string[]
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
export function labelledBlocks(text: string, labels: Readonly<Record<string, string>>): Labelled {
  const blocks = new Map<string, { text: string; bullets: { text: string; below: string[] }[] }>()
  const unknown: string[] = []
  let current: ReturnType<typeof blocks.get>
  let isAfterBlank = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const found = labelIn(line)
    const key = found && (Object.hasOwn(labels, asKey(found.label)) ? labels[asKey(found.label)] : undefined)
    const bullet = /^(\s*)(?:[-*+•]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line)
    if (/^\s*(```|~~~)/.test(line)) continue
    if (line.trim() === '') {
      isAfterBlank = true
      continue
    }
    if (key !== undefined && found) {
      current = blocks.get(key) ?? { text: '', bullets: [] }
      blocks.set(key, current)
      current.text = joined(current.text, found.rest)
    } else if (found?.isPlain) {
      unknown.push(found.label)
      current = undefined
    } else if (current && bullet) {
      const [, indent = '', said = ''] = bullet
      const above = indent.length >= 2 ? current.bullets.at(-1) : undefined
      if (above) above.below.push(said.trim())
      else current.bullets.push({ text: said.trim(), below: [] })
    } else if (current && (current.bullets.length > 0 || current.text !== '') && isAfterBlank && !/^\s/.test(line)) {
      current = undefined
    } else if (current) {
      const last = current.bullets.at(-1)
      const below = last?.below.pop()
      if (last && below !== undefined) last.below.push(joined(below, line))
      else if (last) last.text = joined(last.text, line)
      else current.text = joined(current.text, line)
    }
    isAfterBlank = false
  }
  return { blocks, unknown }
}

const joined = (before: string, more: string): string => [before, more.trim()].filter(Boolean).join(' ')

/** A bold line without a colon. */
const isBold = (line: string): boolean => /^(\*\*|__)[^*_]+\1\s*$/.test(line)

/** A label at the beginning of a line; `plain` if it cannot be anything else: a heading, or all in capitals. */
function labelIn(line: string) {
  const [, heading = '', marks = '', said = ''] = /^(#{1,6}\s+)?([*_`]{0,3})([A-Za-z].*)$/.exec(line) ?? []
  const colon = said.indexOf(':')
  if (said === '' || (colon < 0 && heading === '' && !isBold(line))) return undefined
  const label = (colon < 0 ? said : said.slice(0, colon)).replace(/[*_`]+$/, '').trim()
  if (label.length > maxLabelLength || !/^[A-Za-z][A-Za-z _-]*(\[\])?$/.test(label)) return undefined
  const after = colon < 0 ? '' : said.slice(colon + 1)
  const rest = marks === '' ? after : after.replace(/^[*_`]+/, '')
  return { label, rest, isPlain: heading !== '' || /^[A-Z][A-Z _-]{2,}$/.test(label) }
}

const nothing = /^(none|nothing|n\/a|-|–)?\.?$/i

const inOneLine = ({ text, below }: Bullet): string => [text, ...below.map((line) => `(${line})`)].join(' ')

/** @returns the whole block as one text */
export const textOf = ({ text, bullets }: Block): string => [text, ...bullets.map(inOneLine)].filter(Boolean).join(' ')

/** @returns the bullets of a block with their nested bullets; empty if it says that there are none */
export const bulletsOf = ({ text, bullets }: Block): Bullet[] =>
  [{ text, below: [] }, ...bullets].filter((bullet) => !nothing.test(bullet.text.trim()))

/** @returns the same, each in one line */
export const listOf = (block: Block): string[] => bulletsOf(block).map(inOneLine)
