import type { TextBlock } from '../markdown/text-blocks'

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
  /** What a user or an agent wrote: what is in backticks is code, no other markup is read. */
  | { readonly prose: string }
  /** What the line is about. */
  | { readonly name: string }
  /** ISO 8601 in UTC; of a record by hand whatever it has there. */
  | { readonly time: string }
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
  | { readonly kind: 'folded'; readonly summary: Span; readonly blocks: readonly Block[] }

export interface Section {
  readonly heading: string
  readonly blocks: readonly Block[]
}
