import { type Document, isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml'
import { items } from '../../../templates/collab/workflow.yaml'
import { fencedLines } from '../../text/markdown/fenced-lines'
import { linesOf } from '../../text/markdown/lines'
import { cannotFail } from '../../workflow/criteria/weak-expectation'
import { mistakesIn } from '../../workflow/items/mistakes'
import { isMistyped } from '../../workflow/nearest'
import { most, type PlannedTask } from './session'

/** How a session has its tasks; one that is only described otherwise is the same. */
export const taskForm = items

/** The tasks of a graph document, or its mistakes with their places. */
export interface TaskGraph {
  readonly tasks: readonly PlannedTask[]
  readonly problems: readonly string[]
}

const maxGraphBytes = 256 * 1024

const keys = ['id', 'item', 'files', 'tests', 'description', 'parallel', 'depends-on', 'run', 'red', 'serves']

/**
 * Reads a task graph: the list `tasks` in the first fenced `yaml` block of the document.
 *
 * @param others ids of further tasks that the graph's tasks may depend on
 * @param items the numbers of the items that a task can be a part of
 */
export function readTaskGraph(text: string, others: readonly string[] = [], items: readonly number[] = []): TaskGraph {
  if (text.length > maxGraphBytes) return broken(`it has more than ${maxGraphBytes / 1024} KB`)
  const lines = fencedLines(text)
  const isYaml = ({ block }: (typeof lines)[number]) => block !== undefined && ['yaml', 'yml'].includes(block.language)
  const first = lines.find(isYaml)?.block?.first
  if (first === undefined) return broken('there is no fenced yaml block')
  const yaml = lines.filter(({ block, isEdge }) => block?.first === first && !isEdge).map((line) => line.text)
  const counter = new LineCounter()
  const document = parseDocument(yaml.join('\n'), { lineCounter: counter, prettyErrors: false })
  const lineOf = (offset: number) => first + counter.linePos(offset).line
  if (document.errors.length > 0)
    return broken(...document.errors.map((error) => `line ${lineOf(error.pos[0])}: ${sentence(error.message)}`))
  const list = isMap(document.contents) ? document.contents.get('tasks', true) : undefined
  if (list === undefined) return broken(`line ${first + 1}: there is no list "tasks"`)
  if (!isSeq(list) || list.items.length === 0)
    return broken(`line ${first + 1}: "tasks" must be a list with at least one task`)
  if (list.items.length > most.tasks) return broken(`tasks: there are more than ${most.tasks}`)
  const given = valuesIn(document)?.get('tasks') as readonly unknown[]
  const places = list.items.map((node) => lineOf((isNode(node) && node.range?.[0]) || 0))
  return tasksIn(given, places, others, items)
}

type Values = ReadonlyMap<unknown, unknown>

/** What a document says, if it is a map. A value that has a name is one value wherever it is named: it takes no room. */
const valuesIn = (document: Document): Values | undefined =>
  isMap(document.contents) ? document.toJS({ mapAsMap: true, maxAliasCount: -1 }) : undefined

const broken = (...problems: readonly string[]): TaskGraph => ({ tasks: [], problems })
const sentence = (message: string) => `is not YAML: ${message.replace(/\s+/g, ' ').replace(/\.$/, '')}`

function tasksIn(
  given: readonly unknown[],
  places: readonly number[],
  others: readonly string[],
  items: readonly number[],
): TaskGraph {
  const problems: string[] = []
  const lines: number[] = []
  const tasks = given.flatMap((item, at): PlannedTask[] => {
    const line = places[at] ?? 0
    if (!(item instanceof Map)) {
      problems.push(`line ${line}: a task must have an id, files, a description`)
      return []
    }
    const id = textOf(item.get('id'))
    const fault = faultOf(id)
    const { fields, faults } = fieldsIn(item)
    const number = numberIn(item.get('item'))
    if (number !== undefined && !items.includes(number))
      faults.push(`item: there is no item ${number || 'of that name'}; there are ${items.join(', ') || 'none'}`)
    const description = textOf(item.get('description'))?.replace(/\s+/g, ' ')
    if (fault) faults.push(`id: ${fault}`)
    problems.push(...faults.map((each) => `${fault ? `line ${line}` : placeOf(line, id)}: ${each}`))
    if (fault || id === undefined) return []
    lines.push(line)
    return [
      {
        id,
        ...fields,
        ...(description && { description }),
        ...(number && { item: number }),
      },
    ]
  })
  const inGraph = (at: number, field?: string) =>
    field
      ? `${placeOf(lines[at], tasks[at]?.id)}: ${field === 'needs' ? 'depends-on' : field}`
      : `the task in line ${lines[at]}`
  return { tasks, problems: [...problems, ...mistakesIn(taskForm, tasks, { others, placeOf: inGraph })] }
}

const placeOf = (line: number | undefined, id = ''): string => `line ${line}, task “${id}”`

type Fields = Pick<PlannedTask, 'dependsOn' | 'files' | 'tests' | 'run' | 'red' | 'serves'>

/** What the graph, or the document of an item, says of how a task is shown. */
function fieldsIn(item: Values): { readonly fields: Fields; readonly faults: string[] } {
  const faults = misspelled(item)
  const [files, tests, dependsOn] = ['files', 'tests', 'depends-on'].map((key) => textsIn(item.get(key)))
  for (const [key, value] of Object.entries({ files, tests, 'depends-on': dependsOn }))
    if (!value) faults.push(`${key}: must be a list of texts`)
  const serves = textsIn(item.get('serves'))?.map(Number)
  if (!serves?.every((number) => number > 0)) faults.push('serves: must be a list of numbers of success criteria')
  const { run, wrong } = commandIn(item.get('run'))
  if (wrong) faults.push(`run: ${wrong}`)
  const red = textOf(item.get('red'))
  if (red !== undefined && red !== 'first' && red !== 'no') faults.push('red: can only be `first`, or `no`')
  return {
    fields: {
      dependsOn: [...new Set(dependsOn)],
      ...(files?.length && { files }),
      ...(tests?.length && { tests }),
      ...(run !== undefined && { run }),
      ...(red !== undefined && { red: red === 'first' }),
      ...(serves?.length && { serves }),
    },
    faults,
  }
}

/** Reads what the front matter of an item's document says of its task; the mistakes complete the document's name. */
export function taskInFrontMatter(markdown: string): { readonly fields: Fields; readonly problems: readonly string[] } {
  const { lines, bodyStart } = linesOf(markdown)
  const document = parseDocument(lines.slice(1, Math.max(1, bodyStart - 1)).join('\n'), { prettyErrors: false })
  const [error] = document.errors
  if (error) return { fields: { dependsOn: [] }, problems: [`has front matter that ${sentence(error.message)}`] }
  const { fields, faults } = fieldsIn(valuesIn(document) ?? new Map())
  const missing = [!fields.run && '`run`', !fields.files && '`files`'].filter(Boolean)
  return {
    fields,
    problems:
      faults.length > 0
        ? faults.map((fault) => `has in its front matter ${fault}`)
        : missing.length > 0
          ? [`has no ${missing.join(' and no ')} in its front matter`]
          : [],
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined

/** @returns an empty list if there is none, or nothing in it; undefined if it is no list of texts */
function textsIn(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return []
  const texts = Array.isArray(value) ? value.map(textOf) : [undefined]
  return texts.every((text): text is string => text !== undefined && text !== '') ? texts : undefined
}

/** @returns the number of an item, given alone or as `item-1`; 0 if it is none; undefined if nothing was said */
function numberIn(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  return Number(/^(?:item[- ])?([1-9]\d{0,3})$/i.exec(textOf(value) ?? '')?.[1] ?? 0)
}

/** The command of a task, which is shown in a code span. */
function commandIn(given: unknown): { readonly run?: string; readonly wrong?: string } {
  if (given === undefined || given === null) return {}
  const run = typeof given === 'string' ? given.trim() : ''
  if (cannotFail(run)) return { wrong: `\`${run.replaceAll('`', '')}\` cannot fail, so it shows nothing` }
  return run === '' || run.length > most.command || /[`\p{C}]/u.test(run)
    ? { wrong: `must be a command in one line, without backticks, of at most ${most.command} characters` }
    : { run }
}

function faultOf(id: string | undefined): string | undefined {
  if (id === undefined || id === '') return 'is missing; every task needs one'
  // The id is shown in a code span, in one line.
  if (!/^[^\s`\p{C}](?:[^`\p{C}]{0,98}[^\s`\p{C}])?$/u.test(id))
    return 'must be a short text in one line, without backticks'
  return undefined
}

/** A misspelled key would be ignored, and its dependencies with it. */
function misspelled(item: Values): string[] {
  return [...item.keys()].flatMap((key) => {
    const name = textOf(key) ?? ''
    const meant = !keys.includes(name) && keys.find((known) => isMistyped(name.toLowerCase(), known))
    return meant ? [`${name}: is not read; the key is ${meant}`] : []
  })
}
