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
    files: Object.keys(file.files ?? {}),
    counts: Object.keys(file.counts ?? {}),
    remembered: [...remembered],
  }
  const goals = states.filter((state) => file.states[state]?.goal)
  const reserved = Object.keys(file.words).filter(isReservedWord)
  return [
    ...(isReserved(file.workflow) ? [{ path: ['workflow'], message: `"${file.workflow}" is a command of spell` }] : []),
    ...reserved.map((word) => ({ path: ['words', word], message: `"${word}" means something else in every workflow` })),
    ...takenIn(file, known),
    ...missing(file.start, states, ['start']),
    ...(goals.length === 0 ? [{ path: ['states'], message: 'no state has `goal: true`' }] : []),
    ...states.flatMap((state) => misnamedInState(file, state)),
    ...file.steps.flatMap((step, index) => misnamedInStep(step, ['steps', index], known, file)),
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

interface Known {
  readonly states: readonly string[]
  readonly files: readonly string[]
  readonly counts: readonly string[]
  readonly remembered: readonly string[]
}

const missing = (name: string, known: readonly string[], path: Path): Misnamed[] =>
  known.includes(name) ? [] : [{ path, message: unknownName(name, known) }]

const rememberedBy = (effect: EffectOf): string[] =>
  typeof effect === 'object' && 'remember' in effect ? [effect.remember] : []

function misnamedInStep(step: Step, path: Path, known: Known, file: WorkflowFile): Misnamed[] {
  const { id, from, word, when, needs = [], to = 'same', do: effects = [] } = step
  const doubled = file.steps.findIndex((other) => other.id === id) < Number(path[1])
  const froms =
    from === '*'
      ? []
      : typeof from === 'string'
        ? [[from, [...path, 'from']] as const]
        : from.map((name, index) => [name, [...path, 'from', index]] as const)
  return [
    ...(['begin', 'upgrade'].includes(id)
      ? [{ path: [...path, 'id'], message: `every workflow has a step ${id}` }]
      : []),
    ...(doubled ? [{ path: [...path, 'id'], message: `another step has the id "${id}"` }] : []),
    ...froms.flatMap(([name, at]) => missing(name, known.states, at)),
    ...missing(word, Object.keys(file.words), [...path, 'word']),
    ...(when === undefined ? [] : misnamedInCondition(when, [...path, 'when'], known)),
    ...needs.flatMap((name, index) => missing(name, known.files, [...path, 'needs', index])),
    ...(typeof to === 'string'
      ? missing(to, ['same', ...known.states], [...path, 'to'])
      : missing(to.back, known.remembered, [...path, 'to', 'back'])),
    ...effects.flatMap((effect, index) => misnamedInEffect(effect, [...path, 'do', index], known)),
    ...(['summary', 'text', 'agent', 'developer'] as const).flatMap((part) =>
      filesIn(step[part] ?? '', [...path, part], known.files),
    ),
    ...misnamedInWrites(step, path, known.files),
  ]
}

function misnamedInState(file: WorkflowFile, state: string): Misnamed[] {
  const { agent = '', developer = '', writes } = file.states[state] ?? {}
  return [
    ...misnamedInText(file, state, agent, ['states', state, 'agent']),
    ...misnamedInText(file, state, developer, ['states', state, 'developer']),
    ...misnamedInWrites({ writes }, ['states', state], Object.keys(file.files ?? {})),
  ]
}

const misnamedInWrites = ({ writes = [] }: Pick<Step, 'writes'>, path: Path, files: readonly string[]): Misnamed[] =>
  writes.flatMap((text, index) => filesIn(text, [...path, 'writes', index], files))

/** Finds the files that a text of a state names and does not have, and the words, in bold, that cannot be said there. */
export function misnamedInText(file: WorkflowFile, state: string, text: string, path: Path): Misnamed[] {
  const words = Object.keys(file.words)
  const said = file.steps.flatMap((step) => (fromsOf(file, step).includes(state) ? [step.word] : []))
  const bold = [...text.matchAll(/\*\*([a-z][a-z0-9-]*)\*\*/g)].flatMap(([, word]) => word ?? [])
  return [
    ...filesIn(text, path, Object.keys(file.files ?? {})),
    ...bold
      .filter((word) => words.includes(word) && !said.includes(word))
      .map((word) => ({ path, message: `"${word}" cannot be said in ${state}` })),
  ]
}

const filesIn = (text: string, path: Path, files: readonly string[]): Misnamed[] =>
  [...text.matchAll(placeholder)].flatMap(([, name = '']) => (name === folderName ? [] : missing(name, files, path)))

function misnamedInCondition(condition: Condition, path: Path, known: Known): Misnamed[] {
  if (typeof condition === 'string') return []
  if ('there' in condition) return missing(condition.there, known.files, [...path, 'there'])
  if ('written' in condition) return missing(condition.written, known.files, [...path, 'written'])
  if ('links' in condition) return missing(condition.links, known.files, [...path, 'links'])
  if ('remembered' in condition)
    return [
      ...missing(condition.remembered, known.remembered, [...path, 'remembered']),
      ...condition.is.flatMap((state, index) => missing(state, known.states, [...path, 'is', index])),
    ]
  if ('count' in condition) return misnamedInCount(condition, path, known)
  const [key, all] =
    'all' in condition ? ['all', condition.all] : 'any' in condition ? ['any', condition.any] : ['not', undefined]
  if (all === undefined) return misnamedInCondition((condition as { not: Condition }).not, [...path, 'not'], known)
  return all.flatMap((each, index) => misnamedInCondition(each, [...path, key, index], known))
}

function misnamedInCount(condition: Extract<Condition, { count: string }>, path: Path, known: Known): Misnamed[] {
  const { count, in: file, least, most } = condition
  const isInFile = countedInFiles.includes(count)
  return [
    ...(isInFile ? [] : missing(count, [...countedInFiles, ...known.counts], [...path, 'count'])),
    ...(isInFile && file === undefined ? [{ path, message: `\`in: FILE\` says which file's ${count}` }] : []),
    ...(!isInFile && file !== undefined ? [{ path: [...path, 'in'], message: 'a counter is in no file' }] : []),
    ...(file === undefined ? [] : missing(file, known.files, [...path, 'in'])),
    ...(least === undefined && most === undefined ? [{ path, message: '`least: N` or `most: N` is missing' }] : []),
  ]
}

function misnamedInEffect(effect: EffectOf, path: Path, known: Known): Misnamed[] {
  if (typeof effect === 'string') return []
  if ('move' in effect)
    return effect.move.flatMap((name, index) => missing(name, known.files, [...path, 'move', index]))
  if ('remember' in effect)
    return [keptName, ...known.counts].includes(effect.remember)
      ? [{ path: [...path, 'remember'], message: `"${effect.remember}" is kept already, as something else` }]
      : []
  const [[key = '', name = ''] = []] = Object.entries(effect)
  const among = ['add', 'clear'].includes(key) ? known.counts : key === 'forget' ? known.remembered : known.files
  return missing(name, among, [...path, key])
}
