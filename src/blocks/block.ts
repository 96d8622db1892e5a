import type { TextBlock } from '../markdown/text-blocks'

/** Of a sign or a word: a color only repeats what the word says. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm'

/** How a view says where something is: a sign and a word. */
export interface Sign {
  readonly sign: string
  readonly word: string
  readonly tone: Tone
}

/** A part of a line, as it was written: each writer makes it safe for where it shows it. A string is plain text. */
export type Span =
  | string
  /** A command or a path, each character of it. */
  | { readonly code: string }
  /** What a user or an agent wrote: what is in backticks is code, no other markup is read. */
  | { readonly prose: string }
  /** What the line is about. */
  | { readonly name: string }
  /** ISO 8601 in UTC; of a record by hand whatever it has there. */
  | { readonly time: string }
  /** `long` is for a view with room. */
  | { readonly word: string; readonly tone: Tone; readonly long?: string }

export type Line = readonly Span[]

/** A line of an entry: what it is, what else is said of it, or someone's words. */
export type Said = { readonly what: Line } | { readonly note: Line } | { readonly quote: Line }

export interface Column {
  readonly head: string
  /** What stands before a cell in a view without heads: `last`; false if that leaves it out. */
  readonly lead?: string | false
}

/** An empty cell is one without spans. */
export type Row = readonly Line[]

export interface Table {
  readonly kind: 'table'
  /** How a page draws it, which has no room for columns: a line for each row. */
  readonly look: 'path' | 'steps'
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** The row that is about now, from 0. */
  readonly current?: number
}

/** Signed entries, each with its rows. Markdown numbers them, and makes one table of all. */
export interface Ledger {
  readonly kind: 'ledger'
  /** Of the entry and its sign; the note stands in the first column of its rows. */
  readonly heads: readonly [what: string, sign: string]
  readonly columns: readonly Column[]
  readonly entries: readonly LedgerEntry[]
}

export interface LedgerEntry {
  readonly what: Line
  readonly sign: Sign
  readonly note: Line
  readonly rows: readonly Row[]
}

/** Words, each with a text of a user or an agent. */
export interface Terms {
  readonly kind: 'terms'
  readonly terms: readonly (readonly [term: string, text: string])[]
}

/** The Markdown of an agent, as text. */
export interface AgentText {
  readonly kind: 'text'
  readonly parts: readonly TextBlock[]
  /** The file that has all of it; none if there is no more. */
  readonly file?: string | undefined
}

export interface Entry {
  readonly sign?: Sign
  readonly lines: readonly Said[]
  readonly inside?: Terms | AgentText
}

/** A part of a report, or of a page. */
export type Block =
  /** Of a group of entries. */
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'note'; readonly line: Line }
  | { readonly kind: 'list'; readonly entries: readonly Entry[] }
  | Ledger
  | Table
  /** For a page only: Markdown has no pictures of ours, and folds nothing. */
  | { readonly kind: 'picture'; readonly svg: string }
  | { readonly kind: 'folded'; readonly summary: string; readonly blocks: readonly Block[] }

export interface Section {
  readonly heading: string
  readonly blocks: readonly Block[]
}
