import { columnsOf, headingOf, isRule, linesOf } from './lines'

export type ListItem = {
  /** The line that it starts in, from 1. */
  line: number
  /** Its first paragraph without the box, its lines joined by spaces; empty if it does not begin with one. */
  text: string
  /** Whether its box is ticked; undefined without a box that text follows. */
  ticked?: boolean
}

/** A list item with a box and text after it. */
export type TaskItem = ListItem & {
  ticked: boolean
  /** What it has in place of a box, if that is meant as one and is none: `[~]`. */
  sign?: string
  /** Its direct child items, in the order of their lines. */
  items: ListItem[]
}

/** A list item that the next line may continue. */
type OpenItem = {
  /** The column of its content; a line indented at least that far belongs to it. */
  content: number
  /** Present for a task item. */
  task: TaskItem | undefined
  /** Present for a task item, and for its direct child items. */
  item: ListItem | undefined
}

/** A block that the next line may continue. */
type Block =
  | { kind: 'none' | 'comment' }
  | { kind: 'fence'; fence: string }
  /** Present if this is the item's first paragraph. */
  | { kind: 'paragraph'; item: ListItem | undefined }

/** The state of the scan between two lines. */
type Scan = {
  found: TaskItem[]
  /** Whether what is meant as a box is found as well. */
  lenient: boolean
  /** The innermost item is last. */
  open: OpenItem[]
  /** Whether the innermost item has only its marker so far. */
  bare: boolean
  block: Block
}

const NONE: Block = { kind: 'none' }

/** A line indented by this many columns starts no block: it continues a paragraph, or is code. */
const CODE_INDENT = 4

/**
 * The start of a list item: its marker, the spaces before its content, and its box. With more than four spaces the
 * content is code, and one of the spaces belongs to the marker.
 */
const ITEM = /([-*+]|\d{1,9}[.)])(?:( {1,4}(?=[^ ]))(\[[ xX]\][ \t]+)?|(?= )|$)/y

/** The only numbered item that can interrupt a paragraph. */
const FIRST = /^1[.)]$/

const FENCE = /`{3,}(?=[^`]*$)|~{3,}/y

const COMMENT = /<!--.*?(?:-->|$)/gs

/**
 * What is meant as a box: with another sign or a word between the brackets, with none, with other white space or in backslashes;
 * no link, no note. Without Unicode's properties, which V8 would have to load.
 */
const MEANT =
  /(\\?\[[ \t\u00A0]{0,3}(?:[!-/:-@^_`{-~\u00A1-\u00BF\u00D7\u2000-\u2BFF]\uFE0F?|[\uD83C-\uD83E][\uDC00-\uDFFF]|[xvoх]|done|todo|wip|ok|n\/a|open|closed|yes|no|skip(?:ped)?|deferred|blocked|pending|cancell?ed|in[ -]progress)?[ \t\u00A0]{0,3}\\?\](?![([:])|[\u2610-\u2612]\uFE0F?)[ \t]*(?=[^ \t])/iy

/** A box in the place where GitHub looks for one. */
const BOX = /\[[ xX]\](?:[ \t]|$)/y

/** What stands before a box in a line that is no item: nothing, or a marker of something else. */
const NO_ITEM = /(?:#{1,6} +|\| *|[-*+\u2010-\u2015\u2022\u2023\u25AA-\u25CF] *|\d[\d.)]* *)?/y

/**
 * Finds the task items of a Markdown document: the list items (`-`, `*`, `+`, `1.`, `1)`) at the start of a line that
 * have a box and text after it in the same line. None is in front matter, code, an HTML comment or a block quote.
 *
 * Lists, code and comments are recognised as in GitHub Flavored Markdown; docs/criteria.md lists the exceptions. Time
 * and memory are linear in the length of any document.
 *
 * @returns the task items of any depth, in the order of their lines
 */
export const taskItems = (markdown: string): TaskItem[] => itemsIn(markdown, false)

/** @returns the same with what is meant as a box, and is none: as open, with its `sign`, so that it is not overlooked */
export const meantBoxes = (markdown: string): TaskItem[] => itemsIn(markdown, true)

function itemsIn(markdown: string, lenient: boolean): TaskItem[] {
  const { lines, bodyStart } = linesOf(markdown)
  const scan: Scan = { found: [], lenient, open: [], bare: false, block: NONE }
  for (let index = bodyStart; index < lines.length; index++) readLine(scan, columnsOf(lines[index] ?? ''), index + 1)
  return scan.found
}

function readLine(scan: Scan, text: string, line: number): void {
  let indent = 0
  while (text[indent] === ' ') indent++
  if (indent === text.length) {
    readBlankLine(scan)
    return
  }
  const { open } = scan
  let depth = 0
  while (depth < open.length && indent >= contentOf(open[depth])) depth++
  const indented = indent - contentOf(open[depth - 1]) >= CODE_INDENT
  // A line that leaves an item also ends the fence or comment in it.
  if (depth === open.length && isVerbatim(scan, text, indent, indented)) return
  const at = indented ? indent : openItems(scan, text, line, indent, depth)
  if (at < text.length) readBlock(scan, text, line, at, at > indent ? open.length : depth, indented)
}

const contentOf = (item: OpenItem | undefined): number => item?.content ?? 0

/** Ends a paragraph, and an item that has only its marker. */
function readBlankLine(scan: Scan): void {
  if (scan.block.kind === 'paragraph') scan.block = NONE
  if (scan.bare) scan.open.pop()
  scan.bare = false
}

/** Tells whether a line belongs to the open fence or comment; its last line closes it. */
function isVerbatim(scan: Scan, text: string, indent: number, indented: boolean): boolean {
  const { block } = scan
  if (block.kind !== 'fence' && block.kind !== 'comment') return false
  const last = block.kind === 'fence' ? !indented && closes(text.slice(indent), block.fence) : text.includes('-->')
  if (last) scan.block = NONE
  return true
}

const closes = (rest: string, fence: string): boolean =>
  rest.startsWith(fence) && rest === fence.charAt(0).repeat(rest.length)

/** Opens the list items that start in a line, each nested in the one before. Returns the index after what it has read. */
function openItems(scan: Scan, text: string, line: number, indent: number, depth: number): number {
  const interrupts = scan.block.kind === 'paragraph' && depth === scan.open.length
  let at = indent
  let before = ''
  for (let found = foundAt(ITEM, text, at); found; found = foundAt(ITEM, text, at)) {
    const [, marker = '', gap, box] = found
    const end = at + marker.length
    if (interrupts && (end === text.length || (marker.length > 1 && !FIRST.test(marker)))) break
    // The rest after the same marker was checked already; checking it again for each marker would be quadratic.
    if (marker !== before && isRule(text, at)) break
    if (at === indent) closeItems(scan, depth)
    before = marker
    const content = end + (gap?.length ?? 1)
    if (openItem(scan, text, line, content, box)) return text.length
    scan.bare = gap !== undefined || end === text.length
    if (gap === undefined) return text.length
    at = content
  }
  return at
}

/** Opens a list item, and reads its first line if it is a task item. Returns whether it is one. */
function openItem(scan: Scan, text: string, line: number, content: number, box: string | undefined): boolean {
  const parent = scan.open.at(-1)?.task
  const meant = box ? undefined : meantAt(scan, text, content)
  const from = meant?.from ?? content + (box?.length ?? 0)
  const own = box && hasText(text, from) ? { line, text: '', ticked: box[1] !== ' ', items: [] } : undefined
  const task = own ?? (meant && { line, text: '', ticked: false, sign: meant.sign, items: [] })
  const item = task ?? (parent && { line, text: '' })
  if (item) parent?.items.push(item)
  scan.open.push({ content, task, item })
  if (!task) return false
  scan.found.push(task)
  startParagraph(scan, task, text.slice(from))
  return true
}

/** Finds what is meant as a box at the beginning of an item. */
function meantAt({ lenient }: Scan, text: string, at: number): { sign: string; from: number } | undefined {
  const found = lenient && !foundAt(BOX, text, at) && foundAt(MEANT, text, at)
  return found && hasText(text, at + found[0].length) ? { sign: found[1] ?? '', from: at + found[0].length } : undefined
}

/** Finds a box, or what is meant as one, in a line that is no item; it has no items of its own, but the lines that follow. */
function findOutsideItem({ found }: Scan, text: string, at: number, line: number): TaskItem | undefined {
  const from = at + (foundAt(NO_ITEM, text, at)?.[0].length ?? 0)
  const [whole = '', sign = ''] = foundAt(MEANT, text, from) ?? []
  const said = text.slice(from + whole.length)
  const shown = text.slice(at, from) + sign
  if (whole === '' || !hasText(said, 0)) return undefined
  const item = { line, text: said, ticked: false, sign: shown, items: [] }
  found.push(item)
  return item
}

/** Reads the content after a list item's marker and box. */
function readBlock(scan: Scan, text: string, line: number, at: number, depth: number, indented: boolean): void {
  const outside = scan.lenient && !indented ? findOutsideItem(scan, text, at, line) : undefined
  const block = indented ? undefined : blockAt(text, at)
  if (!block && outside) {
    closeItems(scan, depth)
    scan.block = { kind: 'paragraph', item: outside }
    return
  }
  if (!block && scan.block.kind === 'paragraph') {
    addText(scan.block.item, text.slice(at))
    return
  }
  const item = scan.bare && depth === scan.open.length ? scan.open.at(-1)?.item : undefined
  closeItems(scan, depth)
  if (block) scan.block = block
  else if (!indented) startParagraph(scan, item, text.slice(at))
}

/** The block that starts at an index: a fence, a comment, or a one-line block; undefined for text. */
function blockAt(text: string, at: number): Block | undefined {
  const first = text.charAt(at)
  const fence = (first === '`' || first === '~') && foundAt(FENCE, text, at)?.[0]
  if (fence) return { kind: 'fence', fence }
  if (text.startsWith('<!--', at)) return text.includes('-->', at + 2) ? NONE : { kind: 'comment' }
  const isHeading = first === '#' && headingOf(text.slice(at)) !== undefined
  return isHeading || first === '>' || isRule(text, at) ? NONE : undefined
}

function closeItems(scan: Scan, depth: number): void {
  scan.open.length = depth
  scan.bare = false
  scan.block = NONE
}

function startParagraph(scan: Scan, item: ListItem | undefined, text: string): void {
  scan.bare = false
  scan.block = { kind: 'paragraph', item }
  addText(item, text)
}

function addText(item: ListItem | undefined, text: string): void {
  if (item) item.text += item.text === '' ? text : ` ${text}`
}

/** Whether anything but comments follows a box and its white space. */
const hasText = (text: string, from: number): boolean =>
  !text.startsWith('<!--', from) || /[^ \t]/.test(text.slice(from).replace(COMMENT, ''))

/** Matches a sticky pattern at an index. */
function foundAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
