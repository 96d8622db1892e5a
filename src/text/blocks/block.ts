import { fencedLines } from '../markdown/fenced-lines'
import { headingOf } from '../markdown/heading'

/** Where something is: a sign and a word, so that no color has to say it. */
export interface Sign {
  readonly sign: string
  readonly word: string
  readonly tone: 'good' | 'warn' | 'bad' | 'calm'
}

/**
 * A part of a line, as it was written: each writer makes it safe for where it shows it. A string is plain text; false and
 * undefined are nothing.
 */
export type Span =
  | string
  | false
  | undefined
  | readonly Span[]
  /** A command or a path, each character of it. */
  | { readonly code: string }
  /** What a user or an agent wrote: of its markup only code and what is emphasised is read. */
  | { readonly prose: string }
  /** What the line is about. */
  | { readonly name: string }
  /** ISO 8601 in UTC; of a record by hand whatever it has there. */
  | { readonly time: string }
  /** What came of something; prose, too. */
  | { readonly word: string; readonly tone: Sign['tone'] }

export interface Entry {
  readonly sign?: Sign
  readonly over?: Span
  readonly what: Span
  readonly note?: Span
  /** The words of a user or an agent. */
  readonly quote?: string
  readonly lines?: readonly Span[]
  /** The text of an agent, and the file that has all of it. */
  readonly parts?: readonly TextBlock[]
  readonly file?: string | undefined
}

/** Of columns: entries below a heading, which may be empty. */
export interface Column {
  readonly heading: string
  readonly entries: readonly Entry[]
}

export type Block =
  /** Of a group of entries. */
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'note'; readonly line: Span }
  | { readonly kind: 'list'; readonly entries: readonly Entry[] }
  /** Beside each other on a page that has room. */
  | { readonly kind: 'columns'; readonly columns: readonly Column[] }
  /** What a program has printed. */
  | { readonly kind: 'printed'; readonly lines: readonly string[] }
  | { readonly kind: 'folded'; readonly isOpen?: boolean; readonly summary: Span; readonly blocks: readonly Block[] }

export interface Section {
  readonly heading: string
  readonly blocks: readonly Block[]
}

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
    else if (heading) add('heading', heading.text, true)
    else if (item !== undefined) add('item', item.replace(/^\[[ xX]\]\s+/, ''), true)
    else add('text', line.trim(), isNew)
  }
  return blocks.filter(({ text }) => text.trim() !== '')

  function add(kind: TextBlock['kind'], text: string, begins: boolean): void {
    const last = blocks.at(-1)
    // A line that follows belongs to the paragraph or the item before it.
    const joins = last && !begins && last.kind !== 'heading' && (kind === 'code') === (last.kind === 'code')
    if (joins) last.text += `${kind === 'code' ? '\n' : ' '}${text}`
    else blocks.push({ kind, text })
    isNew = kind === 'heading'
  }
}
