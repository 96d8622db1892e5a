import { likelyBox } from './likely-box'
import { columnsOf, isRule, linesOf } from './lines'
import {
  blockAt,
  closes,
  FENCE,
  foundAt,
  isHiding,
  type ListItem,
  NONE,
  newScan,
  type OpenItem,
  type Scan,
  type StrayLine,
  type TaskItem,
} from './task-item'

/** A line indented by this many columns starts no block: it continues a paragraph, or is code. */
const CODE_INDENT = 4

/**
 * The start of a list item: its marker, the spaces before its content, and its box. With more than four spaces the
 * content is code, and one of the spaces belongs to the marker.
 */
const ITEM = /([-*+]|\d{1,9}[.)])(?:( {1,4}(?=[^ ]))(\[[ xX]\][ \t]+)?|(?= )|$)/y

/** The only numbered item that can interrupt a paragraph. */
const FIRST = /^1[.)]$/

const COMMENT = /<!--.*?(?:-->|$)/gs

/** What a line that is meant as an item of a task item begins with, as one of its words. Without the flag `i`, which takes longer. */
const MAY_BE_ITEM =
  /^[^A-Za-z]{0,20}(?:[B-CEIPRSTVWb-ceiprstvw][A-Za-z]{1,11}[\s*_~]*[^\w\s*_~]|(?:[Bb][Yy]|[Rr][Ee][Dd]|[Ww][Ii][Tt][Hh][Ii][Nn])\b)/

/** In code a command has no backticks of its own. */
const withCode = (text: string): string => text.replace(/^(\W*(?:run|shell): *)([^\s`].*)$/, '$1`$2`')

/** A box in the place where GitHub looks for one. */
const BOX = /\[[ xX]\](?:[ \t]|$)/y
const ONLY_BOX = /^\[[ xX]\]$/

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

/**
 * @returns the same with what is meant as a box, and is none, so that it is not overlooked: with its `sign`, or in a fence or
 *   comment that nothing closes
 */
export const likelyBoxes = (markdown: string): TaskItem[] => itemsIn(markdown, true)

function itemsIn(markdown: string, lenient: boolean): TaskItem[] {
  const { lines, bodyStart } = linesOf(markdown)
  const scan: Scan = { ...newScan(lenient), lines }
  for (let index = bodyStart; index < lines.length; index++) readLine(scan, columnsOf(lines[index] ?? ''), index + 1)
  readHidden(scan, lines.length + 1)
  return scan.found
}

/** Finds the boxes in the open fence or comment, before the line up to which it was not meant to go on. */
function readHidden({ lenient, lines, block, found }: Scan, end: number): void {
  if (!lenient || !lines || !isHiding(block)) return
  const { kind, line: first } = block
  const inside = newScan(false)
  for (let line = first + 1; line < end; line++) readLine(inside, columnsOf(lines[line - 1] ?? ''), line)
  for (const item of inside.found) found.push({ ...item, hidden: { line: first, kind } })
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
  if (depth < open.length) readHidden(scan, line)
  else if (isVerbatim(scan, text, line, indent, indented)) return
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
function isVerbatim(scan: Scan, text: string, line: number, indent: number, indented: boolean): boolean {
  const { block } = scan
  if (!isHiding(block)) return false
  const isFence = block.kind === 'fence'
  const last = isFence ? !indented && closes(text.slice(indent), block.fence) : text.includes('-->')
  const isOther = isFence ? text.startsWith(block.fence, indent) && foundAt(FENCE, text, indent) : text.includes('<!--')
  if (isOther && !(isFence && last)) block.again ??= line
  if (block.kind === 'fence' && block.isNew) {
    addStray(scan, { text: withCode(text.slice(indent)), line, isItem: false, isFence: true }, true)
    // What begins with something else shows that.
    block.isNew = false
  }
  if (last && block.again !== undefined) readHidden(scan, block.again)
  if (last) scan.block = NONE
  return true
}

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
    if (gap === undefined) {
      addStray(scan, { text: text.slice(end).trimStart(), line, isItem: true }, true)
      return text.length
    }
    at = content
  }
  return at
}

/** Opens a list item, and reads its first line if it is a task item. Returns whether it is one. */
function openItem(scan: Scan, text: string, line: number, content: number, box: string | undefined): boolean {
  const parent = scan.open.at(-1)?.task
  const meant = box ? undefined : meantAt(scan, text, content)
  const from = content + (box?.length ?? 0)
  const own = box && hasText(text, from) ? { line, text: '', ticked: box[1] !== ' ', items: [] } : undefined
  const task = own ?? (meant && { line, text: '', ticked: false, sign: meant.sign, items: [] })
  const item = task ?? (parent && { line, text: '' })
  if (item) parent?.items.push(item)
  scan.open.push({ content, task, item })
  if (!task) return false
  addTask(scan, task, content)
  startParagraph(scan, task, meant?.said ?? text.slice(from))
  return true
}

function addTask(scan: Scan, task: TaskItem, indent: number): void {
  if (scan.found.length === 0 && scan.above.length > 0) task.strays = scan.above
  scan.found.push(task)
  scan.indent = indent
  scan.isFar = false
}

/**
 * Keeps a line that is no item of a task item, if it may be meant as one.
 *
 * @param isShown whether it is quoted, or code: further down it is an example
 */
function addStray(scan: Scan, stray: Omit<StrayLine, 'isFar' | 'indent'>, isShown: boolean): void {
  const { lenient, found, above, isFar, indent } = scan
  if (!lenient || (isShown && isFar) || !(stray.isFence || MAY_BE_ITEM.test(stray.text))) return
  const task = found.at(-1)
  if (task && !task.strays) task.strays = []
  const strays = task?.strays ?? above
  strays.push({ ...stray, isFar, indent })
}

/** Finds what is meant as a box at the beginning of an item, with text behind it. */
function meantAt({ lenient }: Scan, text: string, at: number, isItem = true): ReturnType<typeof likelyBox> {
  const found = lenient && !(isItem && foundAt(BOX, text, at)) ? likelyBox(text, at, isItem) : undefined
  return found && hasText(found.said, 0) ? found : undefined
}

/** Reads the content after a list item's marker and box. */
function readBlock(scan: Scan, text: string, line: number, at: number, depth: number, indented: boolean): void {
  // However far it is indented, a line of a paragraph is no code.
  const meant = indented && scan.block.kind !== 'paragraph' ? undefined : meantAt(scan, text, at, false)
  // It has no items of its own, but the lines that follow.
  const task = meant && { line, text: meant.said, ticked: false, sign: meant.sign, items: [] }
  if (task) addTask(scan, task, 2)
  const block = indented ? undefined : blockAt(scan, text, at, line)
  if (!block && task) {
    closeItems(scan, depth)
    scan.block = { kind: 'paragraph', item: task }
    return
  }
  const item = scan.bare && depth === scan.open.length ? scan.open.at(-1)?.item : undefined
  const isText = !block && scan.block.kind === 'paragraph'
  const stray = { text: text.slice(at), line, isItem: /[-*+.)] *$/.test(text.slice(0, at)) }
  const isComment = !isText && text.startsWith('<!--', at)
  if (!meant && !isComment && (!item || isText)) addStray(scan, stray, !isText && (indented || text[at] === '>'))
  if (!block && scan.block.kind === 'paragraph') {
    if (!readBelowBox(scan, text.slice(at))) addText(scan.block.item, text.slice(at))
    return
  }
  closeItems(scan, depth)
  if (text[at] === '#' && block) scan.isFar = true
  if (block) scan.block = block
  else if (!indented) startParagraph(scan, item, text.slice(at), line)
}

/** Begins a task item with the line below its box. Returns whether there is one. */
function readBelowBox(scan: Scan, text: string): boolean {
  const open = scan.open.at(-1)
  const box = scan.block.kind === 'paragraph' ? scan.block.box : undefined
  if (!open || !box) return false
  open.task = { ...box, text: '', ticked: false, items: [] }
  open.item = open.task
  addTask(scan, open.task, open.content)
  startParagraph(scan, open.task, text)
  return true
}

function closeItems(scan: Scan, depth: number): void {
  scan.open.length = depth
  scan.bare = false
  scan.block = NONE
}

function startParagraph(scan: Scan, item: ListItem | undefined, text: string, line = 0): void {
  scan.bare = false
  scan.block = { kind: 'paragraph', item, ...(scan.lenient && ONLY_BOX.test(text) && { box: { sign: text, line } }) }
  addText(item, text)
}

function addText(item: ListItem | undefined, text: string): void {
  if (item) item.text += item.text === '' ? text : ` ${text}`
}

/** Whether anything but comments follows a box and its white space. */
const hasText = (text: string, from: number): boolean =>
  !text.startsWith('<!--', from) || /[^ \t]/.test(text.slice(from).replace(COMMENT, ''))
