import { headingOf } from './heading'
import { isRule } from './lines'

export type ListItem = {
  /** The line that it starts in, from 1. */
  line: number
  /** Its first paragraph without the box, its lines joined by spaces; empty if it does not begin with one. */
  text: string
  /** Whether its box is ticked; undefined without a box that text follows. */
  ticked?: boolean
}

/** A line outside the items of a task item that may be meant as one of them. */
export type StrayLine = {
  line: number
  text: string
  /** Whether it is a list item. */
  isItem: boolean
  /** Whether it is the first line of a fence. */
  isFence?: boolean
  /** Whether a heading stands between the task item and it, or it stands above the first one. */
  isFar: boolean
  /** By how many columns an item of the task item is indented. */
  indent: number
}

/** The line that opens a fence or an HTML comment. */
export type Opening = { line: number; kind: 'fence' | 'comment' }

/** A list item with a box and text after it. */
export type TaskItem = ListItem & {
  ticked: boolean
  /** What it has in place of a box, if that is meant as one and is none: `[~]`. */
  sign?: string
  /** What hides it: a fence or comment that nothing closes, with its line. */
  hidden?: Opening
  /** Its direct child items, in the order of their lines. */
  items: ListItem[]
  /** Only beside what is meant as a box: the lines below it, up to the next one, that may be meant as its items. */
  strays?: StrayLine[]
}

/** A list item that the next line may continue. */
export type OpenItem = {
  /** The column of its content; a line indented at least that far belongs to it. */
  content: number
  /** Present for a task item. */
  task: TaskItem | undefined
  /** Present for a task item, and for its direct child items. */
  item: ListItem | undefined
}

type Hiding = {
  /** The line that opens it. */
  line: number
  /** The first line in it that opens another one, so that it was not meant to go on until there. */
  again?: number
}

/** A block that the next line may continue. */
export type OpenBlock =
  | { kind: 'none' }
  | ({ kind: 'comment' } & Hiding)
  | ({ kind: 'fence'; fence: string; isNew: boolean } & Hiding)
  | {
      kind: 'paragraph'
      /** Present if this is the item's first paragraph. */
      item: ListItem | undefined
      /** Present if it is only a box so far. */
      box?: { sign: string; line: number } | undefined
    }

/** The state of the scan between two lines. */
export type Scan = {
  found: TaskItem[]
  /** Whether what is meant as a box is found as well. */
  lenient: boolean
  /** Those of the document; absent if what a block hides is read, in which nothing hides anything. */
  lines?: readonly string[]
  /** The innermost item is last. */
  open: OpenItem[]
  /** Whether the innermost item has only its marker so far. */
  bare: boolean
  block: OpenBlock
  /** Those above the first task item. */
  above: StrayLine[]
  /** Whether a heading has come since the last task item. */
  isFar: boolean
  /** By how many columns its items are indented. */
  indent: number
}

export const NONE: OpenBlock = { kind: 'none' }

export function newScan(lenient: boolean): Scan {
  return { found: [], lenient, open: [], bare: false, block: NONE, above: [], isFar: true, indent: 2 }
}

export const FENCE = /`{3,}(?=[^`]*$)|~{3,}/y

/** A tag that ends a paragraph. */
const TAG = /<\/?(?:details|div|h[1-6]|li|ol|p|summary|table|td|th|tr|ul)\b/y

export const isHiding = (block: OpenBlock): block is Extract<OpenBlock, { line: number }> =>
  block.kind === 'fence' || block.kind === 'comment'

export const closes = (rest: string, fence: string): boolean =>
  rest.startsWith(fence) && rest === fence.charAt(0).repeat(rest.length)

/** The block that starts at an index: a fence, a comment, or a one-line block; undefined for text. */
export function blockAt({ lines }: Scan, text: string, at: number, line: number): OpenBlock | undefined {
  const first = text.charAt(at)
  const fence = (first === '`' || first === '~') && foundAt(FENCE, text, at)?.[0]
  if (fence) {
    const language = text.slice(at + fence.length).trim()
    const isNew = /^(?:$|md|markdown|te?xt|plain|(?:ba|z)?sh\b|shell|console)/i.test(language)
    return lines ? { kind: 'fence', fence, isNew, line } : NONE
  }
  if (text.startsWith('<!--', at)) return text.includes('-->', at + 2) || !lines ? NONE : { kind: 'comment', line }
  const isStart = first === '#' ? headingOf(text.slice(at)) : first === '<' ? foundAt(TAG, text, at) : first === '>'
  return isStart || isRule(text, at) ? NONE : undefined
}

/** Matches a sticky pattern at an index. */
export function foundAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
