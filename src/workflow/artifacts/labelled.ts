/** A text, and the line that it begins in. */
export interface Said {
  readonly text: string
  readonly line: number
}

/**
 * What stands at a label: the rest of its line, and each bullet below it. A bullet below another one is part of that
 * one, in parentheses.
 */
export type LabelledBlock = readonly Said[]

/** A longer text before a colon is a sentence, no label. */
const maxLabelLength = 32

/** @returns a name in the form for comparison: `NON-GOALS`, `non_goals` and `nonGoals` are equal */
export const asKey = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Parses a text in labelled blocks: a label at the beginning of a line, bullets below it. A label may be a heading, or
 * bold; fences are ignored, and so is prose between the blocks.
 *
 * @param fields the names of the blocks
 */
export function labelledBlocks(text: string, fields: readonly string[]) {
  const labels = new Map(fields.map((field) => [asKey(field), field]))
  const blocks = new Map<string, Said[]>()
  const unknown: Said[] = []
  let current: Said[] | undefined
  let isAfterBlank = false
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const add = (text: string) => current?.push({ text: text.trim(), line: index + 1 })
    const extend = (more: string) => {
      const { text = '', line = index + 1 } = current?.pop() ?? {}
      current?.push({ text: [text, more.trim()].filter(Boolean).join(' '), line })
    }
    if (/^\s*(```|~~~)/.test(line)) continue
    const isProse = isAfterBlank && !/^\s/.test(line) && current?.some(({ text }) => text !== '')
    isAfterBlank = line.trim() === ''
    if (isAfterBlank) continue
    const label = labelIn(line)
    const field = label && labels.get(asKey(label.name))
    const [, indent = '', bullet] = /^(\s*)(?:[-*+•]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line) ?? []
    if (label && field !== undefined) {
      current = blocks.get(field) ?? []
      blocks.set(field, current)
      add(label.rest)
    } else if (label?.isPlain) {
      unknown.push({ text: label.name, line: index + 1 })
      current = undefined
    } else if (bullet !== undefined) {
      if (indent.length < 2 || !current?.at(-1)?.text) add(bullet)
      else extend(`(${bullet.trim()})`)
    } else if (isProse) current = undefined
    else extend(line)
  }
  return { blocks: blocks as ReadonlyMap<string, LabelledBlock>, unknown }
}

/** A label at the beginning of a line; `isPlain` if it cannot be anything else: a heading, or all in capitals. */
function labelIn(line: string) {
  const [, heading = '', marks = '', said = ''] = /^(#{1,6}\s+)?([*_`]{0,3})([A-Za-z].*)$/.exec(line) ?? []
  const colon = said.indexOf(':')
  // Without a colon a bold line is one, too.
  if (said === '' || (colon < 0 && heading === '' && !/^(\*\*|__)[^*_]+\1\s*$/.test(line))) return undefined
  const name = (colon < 0 ? said : said.slice(0, colon)).replace(/[*_`]+$/, '').trim()
  if (name.length > maxLabelLength || !/^[A-Za-z][A-Za-z _-]*$/.test(name)) return undefined
  const after = colon < 0 ? '' : said.slice(colon + 1)
  const rest = marks === '' ? after : after.replace(/^[*_`]+/, '')
  return { name, rest, isPlain: heading !== '' || /^[A-Z][A-Z _-]{2,}$/.test(name) }
}

const nothing = /^(none|nothing|n\/a|-|–)?\.?$/i

export const textOf = (block: LabelledBlock): string =>
  block
    .map(({ text }) => text)
    .filter(Boolean)
    .join(' ')

/** Whether a text says that there is none. */
export const isNone = (said: string): boolean => nothing.test(said.trim())

/** @returns the bullets of a block; empty if it says that there are none */
export const listOf = (block: LabelledBlock): Said[] => block.filter(({ text }) => !isNone(text))
