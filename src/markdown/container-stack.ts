import { type Container, nextItemAt, type Opening, QUOTE, quoteEnd, widthOf } from './containers'
import { isBlank } from './inline-blank'
import { type Line, skipSpaces } from './source-lines'

/** A list item that starts with a box. */
export type TaskItem = {
  checked: boolean
  /** Something follows the box that is neither white space nor HTML. */
  hasText: boolean
}

/** The open block quotes and list items. */
export type ContainerStack = {
  /** The innermost last. */
  containers: Container[]
  /** Of each list item: its box, if it has one, and whether its first paragraph or heading, once it has one, has text. */
  checked: (boolean | undefined)[]
  hasText: (boolean | undefined)[]
  /** How many of the containers are block quotes. */
  quotes: number
  /** The innermost item consists of its marker; and of a blank line, so that nothing can be added to it any more. */
  emptyItem: boolean
  emptyItemEnded: boolean
  /** Told about every task list item when it closes. */
  report: (item: TaskItem) => void
}

/** How far a line goes on with the open containers. */
export type Place = {
  /** The column after their prefixes. */
  at: number
  /** How many of them it goes on with. */
  depth: number
  /** The line ends the next one and starts another item of the same list. */
  nextItem?: Opening
}

/**
 * Makes a stack without containers.
 *
 * @param report called for every task list item, when it closes
 */
export function newStack(report: ContainerStack['report']): ContainerStack {
  return { containers: [], checked: [], hasText: [], quotes: 0, emptyItem: false, emptyItemEnded: false, report }
}

/**
 * Goes through the open containers, from the outermost one, as far as a line goes on with them.
 *
 * A line pays for that with its characters, since every container takes at least one column of it; only a blank rest goes
 * on with all lists at once. So short lazy and blank lines cost nothing, however deep the containers are.
 *
 * @param stack the open containers
 * @param line the line
 */
export function continueContainers(stack: ContainerStack, line: Line): Place {
  const { containers } = stack
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
      return { at, depth: continueBlank(stack, depth, quotes) }
    } else {
      const ended = endsEmptyItem(stack, depth)
      const content = skipSpaces(line.text, at, widthOf(container))
      if (ended || content - at < widthOf(container)) {
        const nextItem = nextItemAt(line, at, container)
        return nextItem ? { at, depth, nextItem } : { at, depth }
      }
      at = content
    }
  }
  return { at, depth }
}

/**
 * Opens a container in the innermost one.
 *
 * @param stack the open containers
 * @param opening what to open
 */
export function openContainer(stack: ContainerStack, { container, empty }: Opening): void {
  stack.containers.push(container)
  if (container === QUOTE) {
    stack.quotes++
  } else {
    stack.checked.push(undefined)
    stack.hasText.push(undefined)
  }
  stack.emptyItem = empty
  stack.emptyItemEnded = false
}

/**
 * Closes the innermost containers.
 *
 * @param stack the open containers
 * @param depth how many stay open
 */
export function closeContainers(stack: ContainerStack, depth: number): void {
  while (stack.containers.length > depth) {
    stack.emptyItem = false
    stack.emptyItemEnded = false
    if (stack.containers.pop() === QUOTE) {
      stack.quotes--
    } else {
      const checked = stack.checked.pop()
      const hasText = stack.hasText.pop() ?? false
      if (checked !== undefined) stack.report({ checked, hasText })
    }
  }
}

/**
 * Notes a box at the start of a paragraph in the innermost container, which is a list item. The last box wins.
 *
 * @param stack the open containers
 * @param checked whether it is ticked
 */
export function noteBox(stack: ContainerStack, checked: boolean): void {
  stack.checked[stack.checked.length - 1] = checked
}

/**
 * Notes a paragraph or heading in the innermost container: the first one of a list item decides whether it has text.
 *
 * @param stack the open containers
 * @param text its lines, joined with `\n`
 * @param from the index after its box
 */
export function noteText(stack: ContainerStack, text: string, from: number): void {
  if (innermostIsItem(stack)) stack.hasText[stack.hasText.length - 1] ??= !isBlank(text, from)
}

/**
 * Tells whether the innermost container is a list item.
 *
 * @param stack the open containers
 */
export function innermostIsItem({ containers }: ContainerStack): boolean {
  return containers.length > 0 && containers[containers.length - 1] !== QUOTE
}

/** Goes on with all lists up to the next quote. */
function continueBlank(stack: ContainerStack, from: number, quotes: number): number {
  const { containers } = stack
  if (quotes === stack.quotes) {
    stack.emptyItemEnded ||= stack.emptyItem
    return containers.length
  }
  // The quote ends here, and was opened by a line that went through all these lists: the way to it is paid for.
  let depth = from
  while (containers[depth] !== QUOTE) depth++
  return depth
}

/** Only the innermost item can be empty: a line that is not blank fills it or ends it. */
function endsEmptyItem(stack: ContainerStack, depth: number): boolean {
  if (depth < stack.containers.length - 1) return false
  const ended = stack.emptyItemEnded
  stack.emptyItem = false
  stack.emptyItemEnded = false
  return ended
}
