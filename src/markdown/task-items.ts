import {
  type ContainerStack,
  closeContainers,
  continueContainers,
  innermostIsItem,
  newStack,
  noteBox,
  noteText,
  openContainer,
  type Place,
  type TaskItem,
} from './container-stack'
import { CODE_INDENT, containerAt, QUOTE } from './containers'
import { paragraphStart } from './definitions'
import { bodyStart } from './front-matter'
import { headingText, type Leaf, leavesAt, TAG_BLOCK, type Verbatim } from './leaves'
import { type Line, linesOf, skipSpaces } from './source-lines'

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

/** What is known between two lines. */
type State = {
  stack: ContainerStack
  /** Where a paragraph with a box makes a task: right after an item's marker, or in the line after a bare marker. */
  boxPlace: 'here' | 'next line' | 'nowhere'
  leaf: OpenLeaf
}

const NO_LEAF: OpenLeaf = { kind: 'none' }

/** A box with white space after it, and something after that. */
const BOX = /\[([ \t\nxX])\](?=[ \t\n][ \t\0]*[^ \t\0])/y

/** First characters of a paragraph that may start with a definition, a box or something that shows nothing. */
const UNDECIDED = /^[[<\\&]/

/**
 * Finds the task list items of a Markdown document (GitHub Flavored Markdown with YAML front matter), in one pass.
 *
 * It reads as micromark does, quirks included, because that is the parser most tools use. Time and memory are linear in
 * the length of the document, whatever is in it.
 *
 * @param markdown the document
 * @param report called for every task list item, when it ends
 */
export function scanTaskItems(markdown: string, report: (item: TaskItem) => void): void {
  const state: State = { stack: newStack(report), boxPlace: 'nowhere', leaf: NO_LEAF }
  for (const line of linesOf(markdown, bodyStart(markdown))) readLine(state, line)
  closeLeaf(state)
  closeContainers(state.stack, 0)
}

function readLine(state: State, line: Line): void {
  const place = continueContainers(state.stack, line)
  const continued = place.depth === state.stack.containers.length
  if (!continued || state.leaf.kind !== 'verbatim') openContainers(state, line, place, continued)
  readLeaf(state, line, place)
}

/** Opens the containers that start after those the line goes on with, and moves the place behind them. */
function openContainers(state: State, line: Line, place: Place, continued: boolean): void {
  const interrupting = continued && state.leaf.kind !== 'none'
  let opening = place.nextItem ?? containerAt(line, place.at, interrupting)
  if (!opening) return
  closeLeaf(state)
  closeContainers(state.stack, place.depth)
  while (opening) {
    openContainer(state.stack, opening)
    state.boxPlace = opening.container === QUOTE ? 'nowhere' : 'here'
    place.depth++
    place.at = opening.end
    // Still interrupting: so does micromark, which takes `2.` in `text⏎> 2. more` for text.
    opening = containerAt(line, place.at, interrupting)
  }
}

/** Reads what follows the containers' prefixes. */
function readLeaf(state: State, line: Line, { at, depth }: Place): void {
  const start = skipSpaces(line.text, at)
  const lazy = depth < state.stack.containers.length
  if (continuesLeaf(state, line, at, start, lazy)) return
  const { boxPlace } = state
  closeLeaf(state)
  // A lazy line that starts a block of its own is in none of the containers it did not go on with.
  closeContainers(state.stack, depth)
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
    return settle(state.stack, { ...paragraph, mayHaveBox: false })
  }
  if (next.kind !== 'tag') return false
  // The tag stays in the containers of the paragraph, although the line does not go on with them.
  settle(state.stack, paragraph)
  state.leaf = { kind: 'verbatim', block: TAG_BLOCK }
  return true
}

function startLeaf(state: State, line: Line, start: number, mayHaveBox: boolean): void {
  const leaf = leavesAt(line, start).find(({ kind }) => kind !== 'underline')
  if (!leaf) {
    const keepsLines = UNDECIDED.test(line.text.charAt(start))
    state.leaf = { kind: 'paragraph', lines: [line.text.slice(start)], keepsLines, mayHaveBox }
  } else if (leaf.kind === 'heading') {
    noteText(state.stack, headingText(line, start), 0)
  } else if (leaf.kind === 'tag') {
    state.leaf = { kind: 'verbatim', block: TAG_BLOCK }
  } else if (leaf.kind === 'verbatim' && !leaf.block.endsIn(line.text, start + 1)) {
    state.leaf = leaf
  }
}

function closeLeaf(state: State): void {
  if (state.leaf.kind === 'paragraph') settle(state.stack, state.leaf)
  state.leaf = NO_LEAF
  state.boxPlace = 'nowhere'
}

/** Notes what a paragraph tells about the item it is in. Returns whether there is a paragraph below the definitions. */
function settle(stack: ContainerStack, { lines, mayHaveBox }: Paragraph): boolean {
  const text = lines.join('\n')
  const start = paragraphStart(text)
  if (start >= text.length) return false
  BOX.lastIndex = start
  const box = mayHaveBox && innermostIsItem(stack) ? BOX.exec(text) : null
  if (box) noteBox(stack, box[1] === 'x' || box[1] === 'X')
  noteText(stack, text, box ? BOX.lastIndex : start)
  return true
}
