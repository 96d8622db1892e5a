import { fencedLines } from './fenced-lines'
import { headingOf } from './lines'
import { proseParts } from './shown-text'

/** A part of a Markdown text that is shown as text. */
export interface TextBlock {
  readonly kind: 'heading' | 'item' | 'text' | 'code'
  /** Of `code` with its line endings; otherwise one line. */
  readonly text: string
}

/** Splits a foreign Markdown text into what can be told apart without reading any of its markup. */
export function textBlocks(markdown: string): TextBlock[] {
  const blocks: { kind: TextBlock['kind']; text: string }[] = []
  let isNew = true
  for (const { text: line, block, isEdge } of fencedLines(markdown)) {
    if (block) {
      if (!isEdge) add('code', line, isNew)
      isNew = isEdge
      continue
    }
    const heading = headingOf(line)
    const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(.*)$/.exec(line)?.[1]
    if (line.trim() === '') isNew = true
    else if (heading !== undefined) add('heading', heading, true)
    else if (item !== undefined) add('item', item.replace(/^\[[ xX]\]\s+/, ''), true)
    else add('text', line.trim(), isNew)
  }
  return blocks
    .filter(({ text }) => text.trim() !== '')
    .map((block) => (block.kind === 'code' ? block : { ...block, text: withoutBold(block.text) }))

  function add(kind: TextBlock['kind'], text: string, begins: boolean): void {
    const last = blocks.at(-1)
    // A line that follows belongs to the paragraph or the item before it.
    const joins = last && !begins && last.kind !== 'heading' && (kind === 'code') === (last.kind === 'code')
    if (joins) last.text += `${kind === 'code' ? '\n' : ' '}${text}`
    else blocks.push({ kind, text })
    isNew = kind === 'heading'
  }
}

/** Removes the marks of what is bold, which would be shown as characters. */
const withoutBold = (text: string): string =>
  proseParts(text)
    .map(({ part, isCode }) => (isCode ? `\`${part}\`` : part.replace(/\*\*(?=[^\s*])([^*]*[^\s*])\*\*/g, '$1')))
    .join('')
