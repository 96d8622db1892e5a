/** What stands under one label of a text. */
export interface Block {
  /** What follows the label on its line, and the lines below it up to a bullet or a blank line. */
  readonly text: string
  readonly bullets: readonly string[]
}

/** The blocks of a text by the keys of their labels, and labels that nobody knows. */
export interface Labelled {
  readonly blocks: ReadonlyMap<string, Block>
  readonly unknown: readonly string[]
}

/** Longer is no label but a sentence with a colon. */
const maxLabelLength = 32

/** @returns a name as names are compared: `NON-GOALS`, `non_goals` and `nonGoals` are the same */
export const asKey = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Takes a text apart that is written in labelled blocks: a label at the beginning of a line, bullets under it. A label may be
 * a heading, or bold; fences are looked through, prose between the blocks is passed over.
 *
 * @param labels the key of each label as `asKey` makes it, and what it is called in the result
 */
export function labelledBlocks(text: string, labels: Readonly<Record<string, string>>): Labelled {
  const blocks = new Map<string, { text: string; bullets: string[] }>()
  const unknown: string[] = []
  let current: { text: string; bullets: string[] } | undefined
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
      // What stands below a bullet belongs to it.
      if (indent.length >= 2 && current.bullets.length > 0)
        current.bullets.push(`${current.bullets.pop()} (${said.trim()})`)
      else current.bullets.push(said.trim())
    } else if (current && (current.bullets.length > 0 || current.text !== '') && isAfterBlank && !/^\s/.test(line)) {
      current = undefined
    } else if (current && current.bullets.length > 0) {
      current.bullets.push(joined(current.bullets.pop() ?? '', line))
    } else if (current) {
      current.text = joined(current.text, line)
    }
    isAfterBlank = false
  }
  return { blocks, unknown }
}

const joined = (before: string, more: string): string => [before, more.trim()].filter(Boolean).join(' ')

/** A label at the beginning of a line; plain is one that cannot be anything else: a heading, or all in capitals. */
function labelIn(line: string) {
  const [, heading = '', marks = '', said = ''] = /^(#{1,6}\s+)?([*_`]{0,3})([A-Za-z].*)$/.exec(line) ?? []
  const colon = said.indexOf(':')
  if (said === '' || (colon < 0 && heading === '')) return undefined
  const label = (colon < 0 ? said : said.slice(0, colon)).replace(/[*_`]+$/, '').trim()
  if (label.length > maxLabelLength || !/^[A-Za-z][A-Za-z _-]*(\[\])?$/.test(label)) return undefined
  const after = colon < 0 ? '' : said.slice(colon + 1)
  const rest = marks === '' ? after : after.replace(/^[*_`]+/, '')
  return { label, rest, isPlain: heading !== '' || /^[A-Z][A-Z _-]{2,}$/.test(label) }
}

const nothing = /^(none|nothing|n\/a|-|–)?\.?$/i

/** @returns all of a block as one text; undefined where there is no such block */
export const textOf = (block: Block | undefined): string | undefined =>
  block && [block.text, ...block.bullets].filter(Boolean).join(' ')

/** @returns what a block lists, empty where it says that there is nothing; undefined where there is no such block */
export const listOf = (block: Block | undefined): string[] | undefined =>
  block && [block.text, ...block.bullets].filter((text) => !nothing.test(text.trim()))
