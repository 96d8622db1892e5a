import { isRecord } from '../../failure/json'
import { isSlip } from '../nearest'
import { fromsOf } from './facts'
import {
  type Condition,
  countedInFiles,
  type EffectOf,
  folderName,
  placeholder,
  type Step,
  unknownName,
  type WorkflowFile,
} from './format'
import { isReserved, isReservedWord } from './reserved'
import type { Path } from './source'

/** A name that is not known, or something that is missing, and the path to it. */
export interface Misnamed {
  readonly path: Path
  readonly message: string
}

/** Finds what a file names and does not have: states, words, files, counters, what is remembered, doubled ids. */
export function misnamedIn(file: WorkflowFile): readonly Misnamed[] {
  const states = Object.keys(file.states)
  const remembered = new Set(file.steps.flatMap(({ do: effects = [] }) => effects.flatMap(rememberedBy)))
  const known: Known = {
    states,
    words: Object.keys(file.words),
    files: Object.keys(file.files ?? {}),
    counts: Object.keys(file.counts ?? {}),
    remembered: [...remembered],
  }
  const goals = states.filter((state) => file.states[state]?.goal)
  const unsaid = Object.keys(file.words).filter((word) => file.steps.every((step) => step.word !== word))
  const reserved = Object.keys(file.words).filter(isReservedWord)
  return [
    ...(isReserved(file.workflow) ? [{ path: ['workflow'], message: `"${file.workflow}" is a command of spell` }] : []),
    ...reserved.map((word) => ({ path: ['words', word], message: `"${word}" means something else in every workflow` })),
    ...unsaid.map((word) => ({ path: ['words', word], message: `no step has the word ${word}` })),
    ...takenIn(file, known),
    ...missing(file.start, states, ['start']),
    ...(goals.length === 0 ? [{ path: ['states'], message: 'no state has `goal: true`' }] : []),
    ...states.flatMap((state) => misnamedInState(file, state, known)),
    ...file.steps.flatMap((step, index) => misnamedInStep(step, index, known, file)),
  ]
}

/** Finds names that mean something else already, and files that have one path. */
function takenIn({ files = {}, states }: WorkflowFile, { counts }: Known): Misnamed[] {
  const paths = Object.entries(files).map(([name, path]) => ({ name, path: path.toLowerCase() }))
  return [
    ...('same' in states
      ? [{ path: ['states', 'same'], message: '"same" means the state that a step starts from' }]
      : []),
    ...counts
      .filter((name) => name === keptName || countedInFiles.includes(name))
      .map((name) => ({ path: ['counts', name], message: `"${name}" means something else in every workflow` })),
    ...paths
      .filter(({ path }, index) => paths.findIndex((other) => other.path === path) < index)
      .map(({ name }) => ({ path: ['files', name], message: `another file has the path "${files[name]}"` })),
  ]
}

/** What the context of every piece of work has. */
const keptName = 'definition'

type Known = Readonly<Record<'states' | 'words' | 'files' | 'counts' | 'remembered', readonly string[]>>

/** The keys of a step under which a name stands, or several: of a state, a word, and so on. */
const keys: Readonly<Record<keyof Known, readonly string[]>> = {
  states: ['from', 'is'],
  words: ['word'],
  files: ['needs', 'there', 'written', 'in', 'links', 'create', 'show', 'expect', 'list links', 'move', 'keep'],
  counts: ['add', 'clear'],
  remembered: ['forget', 'remembered', 'back'],
}
const kinds = Object.keys(keys) as (keyof Known)[]
const texts: readonly string[] = ['summary', 'text', 'agent', 'developer', 'writes']

const missing = (name: string, known: readonly string[], path: Path): Misnamed[] =>
  known.includes(name) ? [] : [{ path, message: unknownName(name, known) }]

const rememberedBy = (effect: EffectOf): string[] =>
  typeof effect === 'object' && 'remember' in effect ? [effect.remember] : []

function misnamedInStep(step: Step, index: number, known: Known, file: WorkflowFile): Misnamed[] {
  const { id, to = 'same' } = step
  const path = ['steps', index]
  const at = [...path, 'id']
  const isDoubled = file.steps.findIndex((other) => other.id === id) < index
  return [
    ...(['begin', 'upgrade'].includes(id) ? [{ path: at, message: `every workflow has a step ${id}` }] : []),
    ...(isDoubled ? [{ path: at, message: `another step has the id "${id}"` }] : []),
    ...(typeof to === 'string' ? missing(to, ['same', ...known.states], [...path, 'to']) : []),
    ...misnamedInPart(step, path, known),
  ]
}

/** Finds what a part of a step names and its file does not have, however deep. */
function misnamedInPart(part: unknown, path: Path, known: Known): Misnamed[] {
  if (Array.isArray(part)) return part.flatMap((each, index) => misnamedInPart(each, [...path, index], known))
  if (!isRecord(part)) return []
  const inKeys = Object.entries(part).flatMap(([key, value]) => {
    const among = kinds.find((kind) => keys[kind].includes(key))
    const at = [...path, key]
    if (key === 'remember' && [keptName, ...known.counts].includes(String(value)))
      return [{ path: at, message: `"${value}" is kept already, as something else` }]
    if (among === undefined && !texts.includes(key)) return misnamedInPart(value, at, known)
    const each = (one: string, where: Path) =>
      among === undefined ? filesIn(one, where, known.files) : one === '*' ? [] : missing(one, known[among], where)
    return Array.isArray(value) ? value.flatMap((one, index) => each(one, [...at, index])) : each(String(value), at)
  })
  return 'count' in part ? [...inKeys, ...misnamedInCount(part as Counting, path, known)] : inKeys
}

function misnamedInState(file: WorkflowFile, state: string, known: Known): Misnamed[] {
  const { agent = '', developer = '', writes = [] } = file.states[state] ?? {}
  const path = ['states', state]
  return [
    ...misnamedInText(file, state, agent, [...path, 'agent']),
    ...misnamedInText(file, state, developer, [...path, 'developer']),
    ...misnamedInPart({ writes }, path, known),
  ]
}

/** Finds the files that a text of a state names and does not have, and the words, in bold, that are misspelt or cannot be said there. */
export function misnamedInText(file: WorkflowFile, state: string, text: string, path: Path): Misnamed[] {
  const words = Object.keys(file.words)
  const said = file.steps.flatMap((step) => (fromsOf(file, step).includes(state) ? [step.word] : []))
  const bold = [...text.matchAll(/\*\*([a-z][a-z0-9-]*)\*\*/g)].flatMap(([, word]) => word ?? [])
  return [
    ...filesIn(text, path, Object.keys(file.files ?? {})),
    ...bold
      .filter((word) => words.includes(word) && !said.includes(word))
      .map((word) => ({ path, message: `"${word}" cannot be said in ${state}` })),
    ...bold.flatMap((word) => {
      const meant = words.includes(word) ? undefined : words.find((known) => isSlip(word, known))
      return meant === undefined ? [] : [{ path, message: `"${word}" is no word; did you mean "${meant}"?` }]
    }),
  ]
}

const filesIn = (text: string, path: Path, files: readonly string[]): Misnamed[] =>
  [...text.matchAll(placeholder)].flatMap(([, name = '']) => (name === folderName ? [] : missing(name, files, path)))

type Counting = Extract<Condition, { count: string }>

function misnamedInCount({ count, in: file, least, most }: Counting, path: Path, { counts }: Known): Misnamed[] {
  const isInFile = countedInFiles.includes(count)
  return [
    ...(isInFile ? [] : missing(count, [...countedInFiles, ...counts], [...path, 'count'])),
    ...(isInFile && file === undefined ? [{ path, message: `\`in: FILE\` says which file's ${count}` }] : []),
    ...(!isInFile && file !== undefined ? [{ path: [...path, 'in'], message: 'a counter is in no file' }] : []),
    ...(least === undefined && most === undefined ? [{ path, message: '`least: N` or `most: N` is missing' }] : []),
  ]
}
