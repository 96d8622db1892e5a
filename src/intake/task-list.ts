import { code, firstOf } from '../answer/markdown'
import { fencedLines } from '../markdown/fenced-lines'
import { headingOf } from '../markdown/lines'
import { meantBoxes } from '../markdown/task-items'
import { foreignTitleOf } from '../markdown/title'
import { type Criterion, type Imported, shown } from './imported'
import { listedCriteria } from './listed-criteria'

/** A Markdown text, with its task list taken out. */
export interface TaskList {
  readonly criteria: readonly Criterion[]
  /** All other lines; empty if they are only headings, which the criteria have as their groups. */
  readonly rest: string
  /** What counts otherwise than it stands there. */
  readonly notes: readonly string[]
  readonly lost: readonly string[]
}

interface Reading {
  /** What stands in an item that is a task without a box; its first group is what counts. */
  readonly bare?: RegExp
  /** Whether a box is one of a form, and about its author. */
  readonly isOfForm?: (heading: string, text: string) => boolean
}

/** A box where it is none: in a quote, a table, code. */
const boxElsewhere = /^[\s>|]*(?:[-*+]|\d{1,9}[.)])?\s*\[[ xX]\]\s+\S|\|\s*\[[ xX]\]/

/** Reads the criteria of a text. What looks like one, and is none that is carried over, is named. */
export function taskListIn(text: string, name: string, { bare, isOfForm }: Reading = {}): TaskList {
  const items = meantBoxes(text)
  const boxes = new Map(items.map((item) => [item.line, item]))
  const lines = fencedLines(text)
  const { listed, unread } = listedCriteria(lines, (line) => boxes.has(line))
  const criteria: Criterion[] = []
  const [asked, elsewhere, others]: [string[], string[], string[]] = [[], [], []]
  let [group, section] = ['', 0]
  for (const { text: line, number, block } of lines) {
    const box = boxes.get(number)
    const heading = block ? undefined : headingOf(line)
    if (heading !== undefined && !box) [group, section] = [heading, number]
    const said = box?.text ?? listed.get(number) ?? (block ? undefined : bare?.exec(line)?.[1])
    const isAsked = box !== undefined && isOfForm?.(group, box.text) === true
    if (said !== undefined && !isAsked) criteria.push({ text: said, done: box?.ticked === true, group, section })
    else others.push(line)
    if (isAsked) asked.push(box.text)
    else if (said === undefined && boxElsewhere.test(line)) elsewhere.push(line)
  }
  const signs = items.flatMap(({ sign, text: of }) =>
    sign === undefined ? [] : [`${code(sign)} ${shown(of, most.text)}`],
  )
  const below = items.flatMap((item) => item.items.flatMap((each) => (each.ticked === undefined ? [each.text] : [])))
  const isMore = others.some((line) => line.trim() !== '' && headingOf(line) === undefined)
  const told = (what: string, texts: readonly string[]): string[] => {
    const names = texts.map((each) => shown(each, most.text))
    return texts.length === 0 ? [] : [`${what} of ${name} (${texts.length}): ${firstOf(names, most.named)}`]
  }
  return {
    criteria,
    rest: isMore ? others.join('\n') : '',
    notes: signs.length > 0 ? [`What is no box in ${name} is open here: ${firstOf(signs, most.named)}.`] : [],
    lost: [
      ...told('what stands below the criteria', below),
      ...told('boxes in quotes, tables and code', elsewhere),
      ...told('what a form asks its author', asked),
      ...told('sections without a box or a list', unread),
    ],
  }
}

/** As many as are named, and as much as names one, in characters. */
const most = { named: 5, text: 40 }

/** A file of one's own with a task list. */
export function fromMarkdownFile(text: string, name: string): Imported {
  const { criteria, rest, ...told } = taskListIn(text, shown(name))
  return {
    title: foreignTitleOf(text) || name,
    facts: [],
    texts: [{ heading: shown(name), text: rest }],
    criteria,
    ...told,
  }
}

/** The texts under headings that begin with a word, such as `Requirement:`. */
export const headingsWith = (text: string, word: string): readonly string[] =>
  fencedLines(text).flatMap(({ text: line, block }) => {
    const heading = block ? undefined : headingOf(line)
    return heading?.startsWith(word) ? [heading.slice(word.length).trim()] : []
  })
