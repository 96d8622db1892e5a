import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from 'yaml'
import { fencedLines } from '../../markdown/fenced-lines'
import { circleIn } from '../cycles'
import { nearest } from '../nearest'
import { most } from './session'

export interface GraphTask {
  readonly id: string
  readonly files: readonly string[]
  readonly dependsOn: readonly string[]
  readonly run?: string
  readonly description?: string
  readonly tests?: readonly string[]
  readonly item?: number
}

/** The tasks of a graph document, or its mistakes with their places. */
export interface TaskGraph {
  readonly tasks: readonly GraphTask[]
  readonly problems: readonly string[]
}

const maxGraphBytes = 256 * 1024

const keys = ['id', 'item', 'files', 'tests', 'description', 'parallel', 'depends-on', 'run']

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
  return tasksIn(document, first, lineOf, others, items)
}

const broken = (...problems: readonly string[]): TaskGraph => ({ tasks: [], problems })
const sentence = (message: string) => `is not YAML: ${message.replace(/\s+/g, ' ').replace(/\.$/, '')}`

function tasksIn(
  document: Document,
  first: number,
  lineOf: (offset: number) => number,
  others: readonly string[],
  items: readonly number[],
): TaskGraph {
  const list = isMap(document.contents) ? document.contents.get('tasks', true) : undefined
  if (!isMap(document.contents) || list === undefined) return broken(`line ${first + 1}: there is no list "tasks"`)
  if (!isSeq(list) || list.items.length === 0)
    return broken(`line ${first + 1}: "tasks" must be a list with at least one task`)
  if (list.items.length > most.tasks) return broken(`tasks: there are more than ${most.tasks}`)

  const problems: string[] = []
  const places = new Map<string, number>()
  const tasks = list.items.flatMap((given, index): GraphTask[] => {
    const item = resolved(document, given)
    const start = (given as { range?: readonly number[] | null } | null)?.range?.[0]
    const at = `${start === undefined ? '' : `line ${lineOf(start)}: `}tasks[${index}]`
    if (!isMap(item)) {
      problems.push(`${at}: must have an id, files, a description`)
      return []
    }
    problems.push(...misspelled(item).map((fault) => `${at}.${fault}`))
    const id = textOf(item.get('id'))
    const files = textsOf(document, item, 'files')
    const dependsOn = textsOf(document, item, 'depends-on')
    const tests = textsOf(document, item, 'tests')
    for (const [key, value] of Object.entries({ files, tests, 'depends-on': dependsOn }))
      if (!value) problems.push(`${at}.${key}: must be a list of texts`)
    const { run, wrong } = commandIn(item)
    if (wrong) problems.push(`${at}.run: ${wrong}`)
    const number = numberIn(item.get('item'))
    if (number !== undefined && !items.includes(number))
      problems.push(`${at}.item: there is no item ${number || 'of that name'}; there are ${items.join(', ') || 'none'}`)
    const description = textOf(item.get('description'))?.replace(/\s+/g, ' ')
    const fault = faultOf(id, places)
    if (fault || id === undefined) {
      problems.push(`${at}.id: ${fault}`)
      return []
    }
    places.set(id, index)
    return [
      {
        id,
        files: files ?? [],
        dependsOn: [...new Set(dependsOn)],
        ...(run !== undefined && { run }),
        ...(description && { description }),
        ...(tests?.length && { tests }),
        ...(number && { item: number }),
      },
    ]
  })
  return { tasks, problems: [...problems, ...dependencyProblems(tasks, places, others)] }
}

function resolved(document: Document, node: unknown): unknown {
  return node !== null && typeof node === 'object' && 'resolve' in node
    ? (node as { resolve(document: Document): unknown }).resolve(document)
    : node
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined

/** @returns an empty list if the key is missing or empty; undefined if it is no list of texts */
function textsOf(document: Document, item: YAMLMap, key: string): readonly string[] | undefined {
  const value = resolved(document, item.get(key, true))
  if (value === undefined || (isScalar(value) && value.value === null)) return []
  if (!isSeq(value)) return undefined
  const texts = value.items.map((one) => {
    const scalar = resolved(document, one)
    return textOf(isScalar(scalar) ? scalar.value : undefined)
  })
  return texts.every((text): text is string => text !== undefined && text !== '') ? texts : undefined
}

/** @returns the number of an item, given alone or as `item-1`; 0 if it is none; undefined if nothing was said */
function numberIn(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  return Number(/^(?:item[- ])?([1-9]\d{0,3})$/i.exec(textOf(value) ?? '')?.[1] ?? 0)
}

/** The command of a task, which is shown in a code span. */
function commandIn(item: YAMLMap): { readonly run?: string; readonly wrong?: string } {
  const given = item.get('run')
  if (given === undefined) return {}
  const run = typeof given === 'string' ? given.trim() : ''
  return run === '' || run.length > most.command || /[`\p{C}]/u.test(run)
    ? { wrong: `must be a command in one line, without backticks, of at most ${most.command} characters` }
    : { run }
}

function faultOf(id: string | undefined, places: ReadonlyMap<string, number>): string | undefined {
  if (id === undefined || id === '') return 'is missing; every task needs one'
  // The id is shown in a code span, in one line.
  if (!/^[^\s`\p{C}](?:[^`\p{C}]{0,98}[^\s`\p{C}])?$/u.test(id))
    return 'must be a short text in one line, without backticks'
  if (places.has(id)) return `"${id}" is also that of tasks[${places.get(id)}]`
  return undefined
}

/** A misspelled key would be ignored, and its dependencies with it. */
function misspelled(item: YAMLMap): string[] {
  const plain = (key: string) =>
    key
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .replace(/s$/, '')
  return item.items.flatMap(({ key }) => {
    const name = textOf(isScalar(key) ? key.value : undefined) ?? ''
    const meant = keys.find((known) => plain(known) === plain(name))
    return meant && meant !== name ? [`${name}: is not read; the key is ${meant}`] : []
  })
}

function dependencyProblems(
  tasks: readonly GraphTask[],
  places: ReadonlyMap<string, number>,
  others: readonly string[],
): string[] {
  const known = [...places.keys(), ...others]
  const unknown = tasks.flatMap(({ id, dependsOn }) =>
    dependsOn
      .filter((name) => !known.includes(name))
      .map(
        (name) =>
          `tasks[${places.get(id)}].depends-on: there is no task "${name}"; nearest: ${nearest(name, known).join(', ')}`,
      ),
  )
  return [...unknown, ...circleIn('tasks', new Map(tasks.map(({ id, dependsOn }) => [id, dependsOn])))]
}
