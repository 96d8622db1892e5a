import { isRecord } from '../../failure/json'
import { leavesOf } from '../../workflow/conditions'
import { isSlip } from '../../workflow/nearest'
import { handedOver } from '../engineer/taken-over'
import { countedInFiles, fromsOf, provenFile } from './facts'
import {
  type Condition,
  folderName,
  type Leaf,
  namedBy,
  placeholder,
  type Step,
  unknownName,
  type WorkflowFile,
} from './format'
import { isReserved, isReservedWord, ownVerbs } from './reserved'
import type { Path } from './source'

/** A name that is not known, or something that is missing, and the path to it. */
export interface Misnamed {
  readonly path: Path
  readonly message: string
  /** Set if what is proven does not depend on it. */
  readonly isAside?: true
}

/** Finds what a file names and does not have: states, words, files, counters, what is remembered, doubled ids. */
export function misnamedIn(file: WorkflowFile): readonly Misnamed[] {
  const states = Object.keys(file.states)
  const remembered = new Set(file.steps.flatMap((step) => namedBy(step, 'remember')))
  const known: Known = {
    states,
    words: Object.keys(file.words),
    files: Object.keys(file.files ?? {}),
    counts: Object.keys(file.counts ?? {}),
    remembered: [...remembered],
  }
  const ends = states.filter((state) => file.states[state]?.goal)
  const isDone = (state: string) => file.states[state]?.over !== 'given up'
  const said = saidIn(file)
  const unsaid = Object.keys(file.words).filter((word) => file.steps.every((step) => step.word !== word))
  const reserved = Object.keys(file.words).filter(isReservedWord)
  return [
    ...(isReserved(file.workflow) ? [{ path: ['workflow'], message: `"${file.workflow}" is a command of spell` }] : []),
    ...reserved.map((word) => ({ path: ['words', word], message: `"${word}" means something else in every workflow` })),
    ...unsaid.map((word) => ({
      path: ['words', word],
      message: `no step has the word ${word}`,
      isAside: true as const,
    })),
    ...takenIn(file, known),
    ...missing(file.start, states, ['start']),
    ...(ends.length === 0 ? [{ path: ['states'], message: 'no state has `goal: true`' }] : []),
    ...(ends.length > 0 && !ends.some(isDone) ? [{ path: ['states'], message: 'every end gives the work up' }] : []),
    ...states.flatMap((state) => misnamedInState(file, state, known, said)),
    ...file.steps.flatMap((step, index) => misnamedInStep(step, index, known, file, said)),
  ]
}

/** Finds names that mean something else already, and files that have one path. */
function takenIn({ files = {}, states }: WorkflowFile, { counts }: Known): Misnamed[] {
  const paths = Object.entries(files).map(([name, path]) => ({ name, path: path.toLowerCase() }))
  const taken = counts.filter((name) => name === keptName || countedInFiles.includes(name))
  return [
    ...(Object.hasOwn(states, 'same')
      ? [{ path: ['states', 'same'], message: '"same" means the state that a step starts from' }]
      : []),
    ...taken.map((name) => ({ path: ['counts', name], message: `"${name}" means something else in every workflow` })),
    ...paths.flatMap(({ name, path }, index) => {
      const other = paths.find((each, at) => isWithin(each.path, path) && (each.path !== path || at < index))
      return other ? [{ path: ['files', name], message: `"${files[name]}" is where the file ${other.name} is` }] : []
    }),
  ]
}

const isWithin = (path: string, folder: string): boolean =>
  `${path}/`.toLowerCase().startsWith(`${folder}/`.toLowerCase())

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

function misnamedInStep(step: Step, index: number, known: Known, file: WorkflowFile, said: Said): Misnamed[] {
  const { id, to = 'same' } = step
  const path = ['steps', index]
  const at = [...path, 'id']
  const shownIn = to === 'same' ? fromsOf(file, step) : known.states.filter((state) => state === to)
  const isDoubled = file.steps.findIndex((other) => other.id === id) < index
  return [
    ...(['begin', 'upgrade'].includes(id) ? [{ path: at, message: `every workflow has a step ${id}` }] : []),
    ...(isDoubled ? [{ path: at, message: `another step has the id "${id}"` }] : []),
    ...(typeof to === 'string' ? missing(to, ['same', ...known.states], [...path, 'to']) : []),
    ...unprovableIn(file, step, [...path, 'when']),
    ...misplacedIn(step, [...path, 'do'], file.files),
    ...(['agent', 'developer'] as const).flatMap((key) =>
      wordsIn(file, shownIn, step[key] ?? '', [...path, key], said),
    ),
    ...misnamedInPart(step, path, known),
  ]
}

/** Finds a condition on proofs where no file has criteria. */
const unprovableIn = (file: WorkflowFile, { when }: Step, path: Path): Misnamed[] =>
  (when === undefined || provenFile(file) !== undefined ? [] : leavesOf<Leaf>(when))
    .filter((each) => each === 'proven' || each === 'command missing')
    .map((each) => ({
      path,
      message: `"${each}" asks for criteria, and no step counts those of a file: ${howToCount}`,
    }))

const howToCount = '`when: { count: open, in: FILE, least: 1 }`'

/** Finds what is moved into a file, and what is taken over into none. */
function misplacedIn({ do: effects = [] }: Step, path: Path, files: WorkflowFile['files'] = {}): Misnamed[] {
  return effects.flatMap((effect, index) => {
    const at = [...path, index]
    if (effect === 'take over' && !handedOver.some((name) => Object.hasOwn(files, name)))
      return [{ path: at, message: `\`take over\` fills the files ${handedOver.join(', ')}, of which there is none` }]
    const to = typeof effect === 'object' && 'move' in effect ? effect.to : ''
    const [name] = Object.entries(files).find(([, file]) => isWithin(to, file)) ?? []
    return name === undefined ? [] : [{ path: [...at, 'to'], message: `"${to}" is where the file ${name} is` }]
  })
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

function misnamedInState(file: WorkflowFile, state: string, known: Known, said: Said): Misnamed[] {
  const { agent = '', developer = '', writes = [], goal, over } = file.states[state] ?? {}
  const path = ['states', state]
  return [
    ...(over && !goal ? [{ path: [...path, 'over'], message: 'only an end has `over`: `goal: true`' }] : []),
    ...misnamedInText(file, state, agent, [...path, 'agent'], said),
    ...misnamedInText(file, state, developer, [...path, 'developer'], said),
    ...misnamedInPart({ writes }, path, known),
  ]
}

/** Finds the files that a text of a state names and does not have, and the words that are none or cannot be said there. */
export const misnamedInText = (file: WorkflowFile, state: string, text: string, path: Path, said: Said): Misnamed[] => [
  ...filesIn(text, path, Object.keys(file.files ?? {})),
  ...wordsIn(file, [state], text, path, said),
]

type Said = ReadonlySet<string>

/** @returns the words that have a step in a state, each as `state word` */
export function saidIn(file: WorkflowFile): Said {
  const said = new Set<string>()
  for (const step of file.steps) for (const state of fromsOf(file, step)) said.add(`${state} ${step.word}`)
  return said
}

/** A word stands alone, in bold or as code, or after the name of the workflow. */
function wordsIn(file: WorkflowFile, states: readonly string[], text: string, path: Path, said: Said): Misnamed[] {
  const words = Object.keys(file.words)
  const code = [...text.matchAll(/`[^`]+`/g)].join('\n')
  const wordsBy = (pattern: RegExp, where: string) => [...where.matchAll(pattern)].map(([word]) => word)
  const marked = wordsBy(/(?<=(\*\*|`))[a-z][a-z0-9-]*(?=\1)/g, text)
  const typed = wordsBy(new RegExp(`(?<=\\bspell ${file.workflow} )[a-z][a-z0-9-]*`, 'g'), code)
  const named = [...marked, ...typed].filter((word) => !ownVerbs.includes(word))
  return named.flatMap((word) => {
    const meant = words.find((known) => isSlip(word, known))
    const silent = states.find((state) => !said.has(`${state} ${word}`))
    if (words.includes(word)) return silent ? [inText(path, `"${word}" cannot be said in ${silent}`)] : []
    const hint = meant ? `; did you mean "${meant}"?` : ''
    return meant || typed.includes(word) ? [inText(path, `"${word}" is no word${hint}`)] : []
  })
}

const filesIn = (text: string, path: Path, files: readonly string[]): Misnamed[] =>
  [...text.matchAll(placeholder)].flatMap(([, name = '']) =>
    name === folderName || files.includes(name) ? [] : [inText(path, unknownName(name, files))],
  )

const inText = (path: Path, message: string): Misnamed => ({ path, message, isAside: true })

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
