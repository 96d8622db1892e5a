import type { fencedLines } from '../markdown/fenced-lines'
import { columnsOf, isRule } from '../markdown/lines'
import type { Title } from '../markdown/titles'
import type { Place } from './criteria-sections'
import type { Named } from './imported'

/** Where the text of an item begins; what has an empty box is a place to fill in. */
export const marker = /^(\s*(?:[-*+]|\d{1,9}[.)])[ \t]+)(?=\S)(?!\[[ xX]\])/

const nothing = /^\s*(?:[-*+]|\d{1,9}[.)])?\s*(?:\[[ xX]\]\s*)?(?:<!--.*)?$|^[=-]+$/

/** A box where it is none: in a quote, a table, code. */
const boxElsewhere = /^[\s>|]*(?:[-*+]|\d{1,9}[.)])?\s*\[[ xX]\]\s+\S|\|\s*\[[ xX]\]/

const belowHeads = /^\s*\|[\s:|-]*-[\s:|-]*$/

/** What is not carried over, by what it is; of a paragraph and of a block of code only the first line. */
interface LeftOut extends Named {
  readonly line: number
  readonly kind: 'below' | 'box' | 'item' | 'row' | 'text'
}

/**
 * Finds what may be a criterion besides the items that are read: boxes that are none, other items, and all that stands in a
 * section of criteria.
 */
export function leftOut(
  lines: ReturnType<typeof fencedLines>,
  places: readonly Place[],
  items: ReadonlyMap<number, unknown>,
  titles: readonly Title[],
): LeftOut[] {
  const heads = new Set(titles.map(({ line }) => line))
  const found: LeftOut[] = []
  let [under, goesOn, hidden, before] = [-1, false, false, '']
  for (const [index, { text: raw, number, block, isEdge }] of lines.entries()) {
    const text = columnsOf(raw)
    const indent = text.search(/\S|$/)
    const isHidden = hidden || (!block && /^\s*(?:[-*+] +)?(?:\[ \] +)?<!--/.test(text))
    hidden = isHidden && !text.includes('-->')
    const isTitle = heads.has(number)
    if (
      items.has(number) ||
      isTitle ||
      isHidden ||
      isEdge ||
      (!block && (nothing.test(text) || isRule(text, indent)))
    ) {
      if (isTitle) under = -1
      goesOn = items.has(number)
      if (goesOn) under = indent
      before = ''
      continue
    }
    const start = block ? null : marker.exec(text)
    const sign = block ? '`' : (/[>|]/.exec(text.charAt(indent))?.[0] ?? '')
    const isOn = sign === '' ? goesOn && !start : sign !== '|' && sign === before
    ;[goesOn, before] = [true, sign]
    const { criteria } = places[number - 1] ?? {}
    const add = (kind: LeftOut['kind']) =>
      found.push({ kind, line: number, text: start ? text.slice(start[0].length) : text.trim() })
    const isBelow = under >= 0 && indent > under
    if (boxElsewhere.test(raw)) add('box')
    else if (isOn) continue
    else if (start && isBelow) add('below')
    else {
      if (!isBelow) under = -1
      const isHead = belowHeads.test(text) || belowHeads.test(lines[index + 1]?.text ?? '')
      if (start) add('item')
      else if (criteria && sign === '|' && !isHead) add('row')
      else if (criteria && sign !== '|' && !/:\W*$/.test(text)) add('text')
    }
  }
  return found
}
