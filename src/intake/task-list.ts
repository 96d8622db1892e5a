import { fencedLines } from '../markdown/fenced-lines'
import { headingIn, headingOf } from '../markdown/heading'
import { taskItems } from '../markdown/task-items'
import { type Criterion, type Imported, shown } from './imported'

/** A Markdown text, with its task list taken out. */
export interface TaskList {
  readonly criteria: readonly Criterion[]
  /** All other lines; empty if they are only headings, which the criteria have as their groups. */
  readonly rest: string
  readonly lost: readonly string[]
}

/**
 * @param bare what stands in an item that is a task without a box; its first group is what counts
 */
export function taskListIn(text: string, name: string, bare?: RegExp): TaskList {
  const items = taskItems(text)
  const found = new Map<number, Criterion>(items.map((item) => [item.line, { text: item.text, done: item.ticked }]))
  const lines = fencedLines(text)
  let group = ''
  for (const { text: line, number, block } of lines) {
    if (block) continue
    group = headingOf(line) ?? group
    const task = found.get(number) ?? { text: bare?.exec(line)?.[1] ?? '', done: false }
    if (task.text !== '') found.set(number, { ...task, group })
  }
  const others = lines.filter(({ number }) => !found.has(number)).map((line) => line.text)
  const isMore = others.some((line) => line.trim() !== '' && headingOf(line) === undefined)
  const below = items.flatMap((item) => item.items.filter(({ ticked }) => ticked === undefined)).length
  return {
    criteria: [...found].sort(([one], [other]) => one - other).map(([, criterion]) => criterion),
    rest: isMore ? others.join('\n') : '',
    lost: below > 0 ? [`what stands below the criteria of ${name} (${below}), which is only quoted`] : [],
  }
}

/** A file of one's own with a task list. */
export function fromMarkdownFile(text: string, name: string): Imported {
  const { criteria, rest, lost } = taskListIn(text, shown(name))
  return { title: headingIn(text) || name, facts: [], texts: [{ heading: shown(name), text: rest }], criteria, lost }
}

/** The texts under headings that begin with a word, such as `Requirement:`. */
export const headingsWith = (text: string, word: string): readonly string[] =>
  fencedLines(text).flatMap(({ text: line, block }) => {
    const heading = block ? undefined : headingOf(line)
    return heading?.startsWith(word) ? [heading.slice(word.length).trim()] : []
  })
