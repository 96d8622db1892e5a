import { leavesOf } from '../../workflow/conditions'
import { isMistyped } from '../../workflow/nearest'
import { handedOver } from '../engineer/taken-over'
import { fromsOf, provenFile } from './facts'
import { unknownName } from './form-parts'
import type { Leaf, Step, WorkflowFile } from './format'
import { handsInItems, listsIn, reportsItems } from './items'
import { filesNamed } from './refs'
import { isReserved, isReservedWord, ownVerbs } from './reserved'
import type { Path } from './source'
import { asksItems } from './stored-items'
import { takesOf } from './taken'

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
  const ends = states.filter((state) => file.states[state]?.goal)
  const isDone = (state: string) => file.states[state]?.over !== 'given up'
  const said = saidIn(file)
  const unsaid = Object.keys(file.words).filter((word) => file.steps.every((step) => step.word !== word))
  const reserved = Object.keys(file.words).filter(isReservedWord)
  return [
    ...(isReserved(file.workflow) ? [{ path: ['workflow'], message: `"${file.workflow}" is a command of spell` }] : []),
    ...reserved.map((word) => ({ path: ['words', word], message: `"${word}" means something else in every workflow` })),
    ...unsaid.map((word) => aside(['words', word], `no step has the word ${word}`)),
    ...onePath(file),
    ...takenTwice(file),
    ...unsaidIn(file),
    ...misplacedItems(file),
    ...(ends.length === 0 ? [{ path: ['states'], message: 'no state has `goal: true`' }] : []),
    ...(ends.length > 0 && !ends.some(isDone) ? [{ path: ['states'], message: 'every end gives the work up' }] : []),
    ...states.flatMap((state) => misnamedInState(file, state, said)),
    ...file.steps.flatMap((step, index) => misnamedInStep(step, index, file, said)),
  ]
}

function misnamedInState(file: WorkflowFile, state: string, said: Said): Misnamed[] {
  const { goal, over, ...texts } = file.states[state] ?? {}
  const path = ['states', state]
  return [
    ...(over && !goal ? [{ path: [...path, 'over'], message: 'only an end has `over`: `goal: true`' }] : []),
    ...misnamedInTexts(file, [state], texts, path, said),
  ]
}

/** Finds files that have one path. */
function onePath({ files = {} }: WorkflowFile): Misnamed[] {
  const paths = Object.entries(files).map(([name, path]) => ({ name, path: path.toLowerCase() }))
  return paths.flatMap(({ name, path }, index) => {
    const other = paths.find((each, at) => isWithin(each.path, path) && (each.path !== path || at < index))
    return other ? [{ path: ['files', name], message: `"${files[name]}" is where the file ${other.name} is` }] : []
  })
}

/** Finds what two words take by one name, and as something else. */
function takenTwice(file: WorkflowFile): Misnamed[] {
  const all = Object.keys(file.words).flatMap((word) =>
    takesOf(file, word).map(([name, form]) => ({ word, name, form: JSON.stringify(form) })),
  )
  return all.flatMap(({ word, name, form }) => {
    const first = all.find((other) => other.name === name)
    if (first === undefined || first.form === form) return []
    return [{ path: ['words', word, 'takes', name], message: `"${name}" is something else that ${first.word} takes` }]
  })
}

/** Finds what has to say something, and is no field. */
const unsaidIn = ({ artifacts = {} }: WorkflowFile): Misnamed[] =>
  Object.entries(artifacts).flatMap(([name, { says = [], fields }]) => {
    const known = Object.keys(fields).map((field) => field.replace(/[!~*]+$/, ''))
    return says.flatMap((said, index) => {
      const [field = ''] = said.split(/[.[|]/)
      const isKnown = known.includes(field)
      return isKnown ? [] : [aside(['artifacts', name, 'says', index], unknownName(field, known))]
    })
  })

/** Finds a second list of items, and what is said of items where there is no list, or with the list itself. */
function misplacedItems(file: WorkflowFile): Misnamed[] {
  const [first, ...more] = listsIn(file)
  const none = 'no artifact has items: `fields: { tasks!: items }`'
  const asking = file.steps.flatMap((step, index) => (first || !asksItems(step) ? [] : index))
  const reporting = Object.keys(file.words).filter((word) => reportsItems(file, word))
  const wrong = reporting.filter((word) => first === undefined || handsInItems(file, word))
  return [
    ...asking.map((index) => ({ path: ['steps', index, 'when'], message: none })),
    ...wrong.map((word) => ({
      path: ['words', word, 'takes'],
      message: first ? `${word} hands in the items, so it reports none` : none,
    })),
    ...more.map(({ artifact, field }) => ({
      path: ['artifacts', artifact, 'fields', field],
      message: `a workflow has one list of items, ${first?.list} of ${first?.artifact}`,
    })),
  ]
}

const isWithin = (path: string, folder: string): boolean =>
  `${path}/`.toLowerCase().startsWith(`${folder}/`.toLowerCase())

function misnamedInStep(step: Step, index: number, file: WorkflowFile, said: Said): Misnamed[] {
  const { id, to = 'same' } = step
  const path = ['steps', index]
  const at = [...path, 'id']
  const shownIn = to === 'same' ? fromsOf(file, step) : Object.keys(file.states).filter((state) => state === to)
  const isDoubled = file.steps.findIndex((other) => other.id === id) < index
  return [
    ...(['begin', 'upgrade'].includes(id) ? [{ path: at, message: `every workflow has a step ${id}` }] : []),
    ...(isDoubled ? [{ path: at, message: `another step has the id "${id}"` }] : []),
    ...unprovableIn(file, step, [...path, 'when']),
    ...misplacedIn(file, step, [...path, 'do']),
    ...misnamedInTexts(file, shownIn, step, path, said),
  ]
}

/** Finds a condition on proofs where no file has criteria. */
const unprovableIn = (file: WorkflowFile, { when }: Step, path: Path): Misnamed[] =>
  (provenFile(file) !== undefined ? [] : leavesOf<Leaf>(when))
    .filter((each) => each === 'proven' || each === 'command missing')
    .map((each) => ({
      path,
      message: `"${each}" asks for criteria, and no step counts those of a file: ${howToCount}`,
    }))

const howToCount = '`when: { count: open, in: FILE, least: 1 }`'

/** Finds what is moved into a file, and what is taken over into none, or by a word that takes something else. */
function misplacedIn(file: WorkflowFile, { do: effects = [], word }: Step, path: Path): Misnamed[] {
  const { files = {} } = file
  return effects.flatMap((effect, index) => {
    const at = [...path, index]
    if (effect === 'take over' && !handedOver.some((name) => Object.hasOwn(files, name)))
      return [{ path: at, message: `\`take over\` fills the files ${handedOver.join(', ')}, of which there is none` }]
    if (effect === 'take over' && takesOf(file, word).length > 0)
      return [{ path: at, message: `${word} takes something else, so it has no \`--from\`` }]
    const to = typeof effect === 'object' && 'move' in effect ? effect.to : ''
    const [name] = Object.entries(files).find(([, file]) => isWithin(to, file)) ?? []
    return name === undefined ? [] : [{ path: [...at, 'to'], message: `"${to}" is where the file ${name} is` }]
  })
}

/** Finds the files that a text of a state names and does not have, and the words that are none or cannot be said there. */
export const misnamedInText = (file: WorkflowFile, state: string, text: string, path: Path, said: Said): Misnamed[] => [
  ...filesIn(file, text, path),
  ...wordsIn(file, [state], text, path, said),
]

type Said = ReadonlySet<string>

/** @returns the words that have a step in a state, each as `state word` */
export function saidIn(file: WorkflowFile): Said {
  const said = new Set<string>()
  for (const step of file.steps) for (const state of fromsOf(file, step)) said.add(`${state} ${step.word}`)
  return said
}

function misnamedInTexts(
  file: WorkflowFile,
  states: readonly string[],
  texts: Partial<Pick<Step, 'agent' | 'developer' | 'text' | 'summary' | 'writes'>>,
  at: Path,
  said: Said,
): Misnamed[] {
  const { writes = [] } = texts
  return [
    ...(['agent', 'developer', 'text', 'summary'] as const).flatMap((key) =>
      filesIn(file, texts[key] ?? '', [...at, key]),
    ),
    ...writes.flatMap((text, index) => filesIn(file, text, [...at, 'writes', index])),
    ...(['agent', 'developer'] as const).flatMap((key) => wordsIn(file, states, texts[key] ?? '', [...at, key], said)),
  ]
}

function filesIn({ files = {} }: WorkflowFile, text: string, path: Path): Misnamed[] {
  const names = Object.keys(files)
  const open = names.filter((name) => new RegExp(`\\{${name}(?![\\p{L}\\p{N}_}-])`, 'u').test(text))
  return [
    ...filesNamed(text).flatMap((name) => (names.includes(name) ? [] : [aside(path, unknownName(name, names))])),
    ...open.map((name) => aside(path, `"{${name}" does not end: {${name}}`)),
  ]
}

const aside = (path: Path, message: string): Misnamed => ({ path, message, isAside: true })

/** A word stands alone, in bold or as code, or after the name of the workflow. */
function wordsIn(file: WorkflowFile, states: readonly string[], text: string, path: Path, said: Said): Misnamed[] {
  const words = Object.keys(file.words)
  const code = [...text.matchAll(/`[^`]+`/g)].join('\n')
  const wordsBy = (pattern: RegExp, where: string) => [...where.matchAll(pattern)].map(([word]) => word)
  const marked = wordsBy(/(?<=(\*\*|`))[a-z][a-z0-9-]*(?=\1)/g, text)
  const typed = wordsBy(new RegExp(`(?<=\\bspell ${file.workflow} )[a-z][a-z0-9-]*`, 'g'), code)
  const named = [...marked, ...typed].filter((word) => !ownVerbs.includes(word))
  return named.flatMap((word) => {
    const meant = words.find((known) => isMistyped(word, known))
    const silent = states.find((state) => !said.has(`${state} ${word}`))
    if (words.includes(word)) return silent ? [aside(path, `"${word}" cannot be said in ${silent}`)] : []
    const hint = meant ? `; did you mean "${meant}"?` : ''
    return meant || typed.includes(word) ? [aside(path, `"${word}" is no word${hint}`)] : []
  })
}
