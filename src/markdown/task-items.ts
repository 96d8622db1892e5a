import {
  CODE_INDENT,
  type Container,
  containerAt,
  nextItemAt,
  type Opening,
  QUOTE,
  quoteEnd,
  widthOf,
} from './containers'
import { paragraphStart } from './definitions'
import { bodyStart } from './front-matter'
import { isBlank } from './inline-blank'
import { headingText, type Leaf, leavesAt, TAG_BLOCK, type Verbatim } from './leaves'
import { type Line, linesOf, skipSpaces } from './lines'

/** A list item that starts with a box. */
export type TaskItem = {
  checked: boolean
  /** Something follows the box that is neither white space nor HTML. */
  hasText: boolean
}

type Paragraph = {
  kind: 'paragraph'
  /** The lines without indentation of the first; only the first one, where no other can matter. */
  lines: string[]
  keepsLines: boolean
  /** It stands where a box makes its list item a task. */
  mayHaveBox: boolean
}

/** The innermost block, as far as the next line may go on with it. */
type OpenLeaf = { kind: 'none' } | { kind: 'indented code' } | { kind: 'verbatim'; block: Verbatim } | Paragraph

/** Between two lines. The arrays run in parallel: one entry for each open container, the innermost last. */
type State = {
  containers: Container[]
  /** Of a list item: its box, if it has one, and whether its first paragraph or heading has text, once there is one. */
  checked: (boolean | undefined)[]
  hasText: (boolean | undefined)[]
  /** How many of the containers are block quotes. */
  quotes: number
  /** The innermost item consists of its marker; and of a blank line, so that nothing can be added to it any more. */
  emptyItem: boolean
  emptyItemEnded: boolean
  /** Where a paragraph with a box makes a task: right after an item's marker, or in the line after a bare marker. */
  boxPlace: 'here' | 'next line' | 'nowhere'
  leaf: OpenLeaf
  report: (item: TaskItem) => void
}

/** The place in a line that its containers' prefixes lead to. */
type Place = { at: number; depth: number; startsItem: boolean }

const NO_LEAF: OpenLeaf = { kind: 'none' }

/** A box with white space after it, and something after that. */
const BOX = /\[([ \t\nxX])\](?=[ \t\n][ \t\0]*[^ \t\0])/y

/** First characters of a paragraph that may start with a definition, a box or something that shows nothing. */
const UNDECIDED = /^[[<\\&]/

/**
 * Finds the task list items of a Markdown document (GitHub Flavored Markdown with YAML front matter), in one pass.
 *
 * It reads as micromark does, quirks included, because that is the parser most tools use. Its cost is linear: a line costs
 * its own characters, since each open container it goes on with takes at least one of them, or a constant where it takes
 * none (a lazy line stops at the first quote, a blank line skips all lists at once); every container is closed once.
 *
 * @param markdown the document
 * @param report called for every task list item, when it ends
 */
export function scanTaskItems(markdown: string, report: (item: TaskItem) => void): void {
  const state: State = {
    containers: [],
    checked: [],
    hasText: [],
    quotes: 0,
    emptyItem: false,
    emptyItemEnded: false,
    boxPlace: 'nowhere',
    leaf: NO_LEAF,
    report,
  }
  for (const line of linesOf(markdown, bodyStart(markdown))) readLine(state, line)
  closeLeaf(state)
  closeContainers(state, 0)
}

function readLine(state: State, line: Line): void {
  const place = continueContainers(state, line)
  const continued = !place.startsItem && place.depth === state.containers.length
  if (!continued || state.leaf.kind !== 'verbatim') openContainers(state, line, place, continued)
  readLeaf(state, line, place)
}

/** Opens the containers that start after those the line goes on with, and moves the place behind them. */
function openContainers(state: State, line: Line, place: Place, continued: boolean): void {
  const interrupting = continued && state.leaf.kind !== 'none'
  let opening = containerAt(line, place.at, interrupting)
  if (!opening) return
  closeLeaf(state)
  closeContainers(state, place.depth)
  while (opening) {
    openContainer(state, opening)
    place.depth++
    place.at = opening.end
    // Still interrupting: so does micromark, which takes `2.` in `text⏎> 2. more` for text.
    opening = containerAt(line, place.at, interrupting)
  }
}

/** Goes through the open containers from the outermost one, as far as the line goes on with them. */
function continueContainers(state: State, line: Line): Place {
  const { containers } = state
  let at = 0
  let quotes = 0
  let depth = 0
  for (; depth < containers.length; depth++) {
    const container = containers[depth] ?? QUOTE
    if (container === QUOTE) {
      const end = quoteEnd(line.text, at)
      if (end < 0) break
      at = end
      quotes++
    } else if (at >= line.end) {
      return { at, depth: continueBlank(state, depth, quotes), startsItem: false }
    } else {
      const ended = endsEmptyItem(state, depth)
      const content = skipSpaces(line.text, at, widthOf(container))
      if (ended || content - at < widthOf(container)) {
        const item = nextItemAt(line, at, container)
        if (!item) break
        startNextItem(state, item, depth)
        return { at: item.end, depth: depth + 1, startsItem: true }
      }
      at = content
    }
  }
  return { at, depth, startsItem: false }
}

/** A blank rest of a line goes on with all lists up to the next quote. */
function continueBlank(state: State, from: number, quotes: number): number {
  const { containers } = state
  if (quotes === state.quotes) {
    state.emptyItemEnded ||= state.emptyItem
    return containers.length
  }
  // The quote ends here, and was opened by a line that went through all these lists: the way to it is paid for.
  let depth = from
  while (containers[depth] !== QUOTE) depth++
  return depth
}

/** Only the innermost item can be empty: a line that is not blank fills it or ends it. */
function endsEmptyItem(state: State, depth: number): boolean {
  if (depth < state.containers.length - 1) return false
  const ended = state.emptyItemEnded
  state.emptyItem = false
  state.emptyItemEnded = false
  return ended
}

function startNextItem(state: State, item: Opening, depth: number): void {
  closeLeaf(state)
  closeContainers(state, depth)
  openContainer(state, item)
}

function openContainer(state: State, { container, empty }: Opening): void {
  state.containers.push(container)
  state.checked.push(undefined)
  state.hasText.push(undefined)
  if (container === QUOTE) state.quotes++
  state.emptyItem = empty
  state.emptyItemEnded = false
  state.boxPlace = container === QUOTE ? 'nowhere' : 'here'
}

function closeContainers(state: State, depth: number): void {
  while (state.containers.length > depth) {
    if (state.containers.pop() === QUOTE) state.quotes--
    const checked = state.checked.pop()
    const hasText = state.hasText.pop() ?? false
    if (checked !== undefined) state.report({ checked, hasText })
    state.emptyItem = false
    state.emptyItemEnded = false
  }
}

/** Reads what follows the containers' prefixes. */
function readLeaf(state: State, line: Line, { at, depth }: Place): void {
  const start = skipSpaces(line.text, at)
  const lazy = depth < state.containers.length
  if (continuesLeaf(state, line, at, start, lazy)) return
  const { boxPlace } = state
  closeLeaf(state)
  // A lazy line that starts a block of its own is in none of the containers it did not go on with.
  closeContainers(state, depth)
  if (start >= line.end) {
    state.boxPlace = boxPlace === 'here' && at === line.text.length ? 'next line' : 'nowhere'
  } else if (start - at >= CODE_INDENT) {
    // In a lazy line micromark lets code go on for that line only.
    state.leaf = lazy ? NO_LEAF : { kind: 'indented code' }
  } else {
    startLeaf(state, line, start, boxPlace !== 'nowhere' && start === at)
  }
}

/** Goes on with the open leaf, if the line does. */
function continuesLeaf(state: State, line: Line, at: number, start: number, lazy: boolean): boolean {
  const { leaf } = state
  const blank = start >= line.end
  switch (leaf.kind) {
    case 'none':
      return false
    case 'indented code':
      return !lazy && (blank || start - at >= CODE_INDENT)
    case 'verbatim':
      if (lazy || (blank && leaf.block.endsBeforeBlank)) return false
      if (leaf.block.endsIn(line.text, at)) state.leaf = NO_LEAF
      return true
    case 'paragraph': {
      if (blank) return false
      const next =
        start - at < CODE_INDENT ? leavesAt(line, start).find((leaf) => endsParagraph(leaf, lazy)) : undefined
      if (next) return endParagraph(state, leaf, next)
      if (leaf.keepsLines) leaf.lines.push(line.text.slice(at))
      return true
    }
  }
}

/** Nothing is underlined by a lazy line; and only there, micromark lets a mere tag end a paragraph. */
function endsParagraph({ kind }: Leaf, lazy: boolean): boolean {
  return kind === 'underline' ? !lazy : kind === 'tag' ? lazy : true
}

/** Ends a paragraph. Returns whether the line with the next block is thereby dealt with. */
function endParagraph(state: State, paragraph: Paragraph, next: Leaf): boolean {
  if (next.kind === 'underline') {
    state.leaf = NO_LEAF
    return settle(state, { ...paragraph, mayHaveBox: false })
  }
  if (next.kind !== 'tag') return false
  // The tag stays in the containers of the paragraph, although the line does not go on with them.
  settle(state, paragraph)
  state.leaf = { kind: 'verbatim', block: TAG_BLOCK }
  return true
}

function startLeaf(state: State, line: Line, start: number, mayHaveBox: boolean): void {
  const leaf = leavesAt(line, start).find(({ kind }) => kind !== 'underline')
  if (!leaf) {
    const keepsLines = UNDECIDED.test(line.text.charAt(start))
    state.leaf = { kind: 'paragraph', lines: [line.text.slice(start)], keepsLines, mayHaveBox }
  } else if (leaf.kind === 'heading') {
    noteText(state, headingText(line, start), 0)
  } else if (leaf.kind === 'tag') {
    state.leaf = { kind: 'verbatim', block: TAG_BLOCK }
  } else if (leaf.kind === 'verbatim' && !leaf.block.endsIn(line.text, start + 1)) {
    state.leaf = leaf
  }
}

function closeLeaf(state: State): void {
  if (state.leaf.kind === 'paragraph') settle(state, state.leaf)
  state.leaf = NO_LEAF
  state.boxPlace = 'nowhere'
}

/** Notes what a paragraph tells about the item it is in. Returns whether there is a paragraph below the definitions. */
function settle(state: State, { lines, mayHaveBox }: Paragraph): boolean {
  const text = lines.join('\n')
  const start = paragraphStart(text)
  if (start >= text.length) return false
  BOX.lastIndex = start
  const box = mayHaveBox && innermostIsItem(state) ? BOX.exec(text) : null
  if (box) state.checked[state.checked.length - 1] = box[1] === 'x' || box[1] === 'X'
  noteText(state, text, box ? BOX.lastIndex : start)
  return true
}

/** The first paragraph or heading of an item decides whether it has text. */
function noteText(state: State, text: string, from: number): void {
  if (innermostIsItem(state)) state.hasText[state.hasText.length - 1] ??= !isBlank(text, from)
}

function innermostIsItem({ containers }: State): boolean {
  return containers.length > 0 && containers[containers.length - 1] !== QUOTE
}
