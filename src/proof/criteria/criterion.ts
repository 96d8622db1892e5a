import type { TaskItem } from '../../markdown/task-items'
import { codeSpan } from './code-span'
import { type Expectation, readExpectation } from './expectation'
import { lacksOnly, rightForm } from './expectation-hint'
import { readLimit } from './limit'

/** A command of a criterion, as the plan says it. */
export interface PlannedCommand {
  /** `run` has no shell; `shell` is given to `sh -c`. */
  readonly kind: 'run' | 'shell'
  readonly text: string
  /** The line of the plan that it stands in, from 1. */
  readonly line: number
  /** The folder that it runs in, relative to the root; empty for the root. */
  readonly folder: string
  /** Its time limit in milliseconds; undefined for that of the settings. */
  readonly withinMs: number | undefined
  /** In the plan's order. `exit 0` is expected unless another exit code is. */
  readonly expect: readonly Expectation[]
}

/** What is wrong with an item under a criterion. */
export interface ItemFault {
  readonly line: number
  readonly message: string
  /** How the item could be written. */
  readonly fix: string
}

/** A criterion, with what its nested items say of how it can be shown. */
export interface PlannedCriterion {
  /** Only outside plans: what it is called. */
  readonly id?: string
  readonly text: string
  readonly line: number
  readonly ticked: boolean
  readonly commands: readonly PlannedCommand[]
  /** A proof counts only if the same command was seen to fail before. */
  readonly redFirst: boolean
  /** Only the developer can say whether it is met. */
  readonly byDeveloper: boolean
  /** With any of them it cannot be proven. */
  readonly faults: readonly ItemFault[]
}

const words = ['run', 'shell', 'in', 'within', 'expect', 'red', 'by'] as const
type Word = (typeof words)[number]

/** What else is said of a command, while the items are read. */
interface Terms {
  folder?: string
  withinMs?: number
  readonly expect: Expectation[]
}
type Draft = Pick<PlannedCommand, 'kind' | 'text' | 'line'> & Terms

/**
 * Reads the nested items of a criterion. `in:`, `within:` and `expect:` belong to the command above them, and above the first
 * command to each. An item that begins with none of the words is prose.
 *
 * @param item as `taskItems` has it
 */
export function readCriterion({ text, line, ticked, items }: TaskItem): PlannedCriterion {
  const forAll: Terms = { expect: [] }
  const drafts: Draft[] = []
  const faults: ItemFault[] = []
  let [redFirst, byDeveloper] = [false, false]
  for (const item of items) {
    const [, written = '', value = ''] = /^([A-Za-z]+):(?:\s+(.*))?$/s.exec(item.text) ?? []
    const word = words.find((each) => each === written.toLowerCase())
    // A nested item with a box is a criterion itself.
    if (!word || item.ticked !== undefined) continue
    const plain = codeSpan(value) ?? value
    let [fault, fix]: [string | undefined, string] = [undefined, examples[word]]
    if (word !== written) fault = `\`${written}:\` is written \`${word}:\`.`
    else if (word === 'run' || word === 'shell') {
      if (plain === value) fault = `\`${word}:\` needs its command in backticks.`
      else drafts.push({ kind: word, text: plain, line: item.line, expect: [] })
    } else if (word === 'red') {
      if (plain === 'first') redFirst = true
      else fault = '`red:` can only be `first`.'
    } else if (word === 'by') {
      if (plain === 'developer') byDeveloper = true
      else fault = '`by:` can only be `developer`.'
    } else {
      fault = readTerm(drafts.at(-1) ?? forAll, word, value, plain)
      if (fault && word === 'expect') [fault, fix] = [lacksOnly(value) ?? fault, rightForm(value)]
    }
    if (fault) faults.push({ line: item.line, message: fault, fix })
  }
  const isIdle = drafts.length === 0 && (redFirst || Object.keys(forAll).length > 1 || forAll.expect.length > 0)
  if (isIdle) faults.push({ line, message: 'Nothing is run: there is no `run:` or `shell:`.', fix: examples.run })
  if (byDeveloper && drafts.length > 0)
    faults.push({ line, message: 'A criterion has commands or `by: developer`, not both.', fix: examples.by })
  const commands = drafts.map(({ folder = forAll.folder ?? '', withinMs = forAll.withinMs, expect, ...command }) => ({
    ...command,
    folder,
    withinMs,
    expect: [...forAll.expect, ...expect],
  }))
  return { text, line, ticked, commands, redFirst, byDeveloper, faults }
}

/** @returns what is wrong with the item */
function readTerm(terms: Terms, word: 'in' | 'within' | 'expect', value: string, plain: string): string | undefined {
  if (word === 'in') return readFolder(terms, plain)
  if (word === 'within') return readWithin(terms, plain)
  const expectation = readExpectation(value)
  if (!expectation) return '`expect:` is not understood.'
  if (expectation.kind === 'tests' && insideOf(expectation.file) === undefined)
    return '`expect:` needs a file inside the repository.'
  // It does not count as one of the files that a proof is for, so it must be none that is run.
  if (expectation.kind === 'tests' && !expectation.file.endsWith('.xml'))
    return '`expect:` needs a file that ends with .xml.'
  terms.expect.push(expectation)
  return undefined
}

const examples: Readonly<Record<Word, string>> = {
  run: '- run: `npm test -- export`',
  shell: '- shell: `npm run build && npm test`',
  in: '- in: `packages/api`',
  within: '- within: 90s',
  expect: rightForm(''),
  red: '- red: first',
  by: '- by: developer',
}

/** @returns the path without what changes nothing; undefined if it may lead out of the root */
function insideOf(path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const leadsOut = path === '' || /^(?:\/|[A-Za-z]:)/.test(path) || parts.includes('..') || path.includes('\\')
  return leadsOut ? undefined : parts.join('/')
}

function readFolder(terms: Terms, path: string): string | undefined {
  if (terms.folder !== undefined) return 'A command has one `in:`.'
  const folder = insideOf(path)
  if (folder === undefined) return '`in:` needs a folder inside the repository.'
  terms.folder = folder
  return undefined
}

function readWithin(terms: Terms, limit: string): string | undefined {
  if (terms.withinMs !== undefined) return 'A command has one `within:`.'
  const ms = readLimit(limit)
  if (ms === undefined) return '`within:` needs seconds or minutes.'
  terms.withinMs = ms
  return undefined
}

/** @returns the reports that commands of a plan write anew, relative to the root: what lies here is the same without them */
export const reportsOf = (criteria: readonly PlannedCriterion[]): string[] => [
  ...new Set(
    criteria.flatMap(({ commands }) =>
      commands.flatMap(({ expect }) => expect.flatMap((each) => (each.kind === 'tests' ? [each.file] : []))),
    ),
  ),
]
