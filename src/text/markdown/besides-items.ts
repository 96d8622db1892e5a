import type { fencedLines } from './fenced-lines'
import { columnsOf, isRule } from './lines'

/** Where the text of an item begins; what has an empty box is a place to fill in. */
export const marker = /^(\s*(?:[-*+]|\d{1,9}[.)])[ \t]+)(?=\S)(?!\[[ xX]\])/

/** A comment, a place to fill in, or the line below a title. */
const nothing = /^(?:[-*+]|\d{1,9}[.)])?\s*(?:\[[ xX]\]\s*)?(?:<!--.*)?$|^[=-]+$/

/** A box where it is none: in a quote, a table, code. */
const boxElsewhere = /^[\s>|]*(?:(?:[-*+]|\d{1,9}[.)])\s*)?\[[ xX]\]\s+\S|\|\s*\[[ xX]\]/

const belowHeads = /^\s*\|(?=[^-]*-)[\s:|-]+$/

/** A line that no title and no item that is read begins with; of a paragraph and of a block of code only the first. */
interface OtherLine {
  /** `below` an item that is read is an item of any level. */
  readonly kind: 'box' | 'below' | 'item' | 'row' | 'text'
  readonly text: string
  readonly line: number
}

/** Finds what a Markdown text has besides the items that are read, and its titles. */
export function besidesItems(
  lines: ReturnType<typeof fencedLines>,
  kindOf: (line: number) => 'item' | 'title' | undefined,
): OtherLine[] {
  const found: OtherLine[] = []
  let [under, goesOn, hidden, before] = [-1, false, false, '']
  for (const [index, { text: raw, number, block, isEdge }] of lines.entries()) {
    const text = columnsOf(raw)
    const indent = text.search(/\S|$/)
    const read = kindOf(number)
    const isHidden = hidden || (!block && /^\s*(?:[-*+] +)?(?:\[ \] +)?<!--/.test(text))
    hidden = isHidden && !text.includes('-->')
    if (read || isHidden || isEdge || (!block && (nothing.test(text.slice(indent)) || isRule(text, indent)))) {
      if (read) under = read === 'title' ? -1 : indent
      goesOn = read === 'item'
      before = ''
      continue
    }
    const start = block ? null : marker.exec(text)
    const sign = block ? '`' : (/[>|]/.exec(text.charAt(indent))?.[0] ?? '')
    const isOn = sign === '' ? goesOn && !start : sign !== '|' && sign === before
    ;[goesOn, before] = [true, sign]
    const isBelow = under >= 0 && indent > under
    const isBox = boxElsewhere.test(raw)
    if (isOn && !isBox) continue
    if (!isBelow && !isBox) under = -1
    const isHead = sign === '|' && (belowHeads.test(text) || belowHeads.test(lines[index + 1]?.text ?? ''))
    if (isHead && !isBox) continue
    const other = start ? (isBelow ? 'below' : 'item') : sign === '|' ? 'row' : 'text'
    found.push({ kind: isBox ? 'box' : other, text: text.slice(start?.[0].length).trim(), line: number })
  }
  return found
}
