import { leavesOf } from '../../workflow/conditions'
import { isSlip } from '../../workflow/nearest'
import { handedOver } from '../engineer/taken-over'
import { fromsOf, provenFile } from './facts'
import { unknownName } from './form-parts'
import type { Leaf, Step, WorkflowFile } from './format'
import { filesNamed } from './refs'
import { isReserved, isReservedWord, ownVerbs } from './reserved'
import type { Path } from './source'
import { takesOf } from './taken'

/** A name that is not known, or something that is missing, and the path to it. */
export interface Misnamed {
  readonly path: Path
  readonly message: string
}

/** Finds what a file names and does not have: states, words, files, counters, what is remembered, doubled ids. */
export function misnamedIn(file: WorkflowFile): readonly Misnamed[] {
  const states = Object.keys(file.states)
  const goals = states.filter((state) => file.states[state]?.goal)
  const said = saidIn(file)
  const unsaid = Object.keys(file.words).filter((word) => file.steps.every((step) => step.word !== word))
  const reserved = Object.keys(file.words).filter(isReservedWord)
  return [
    ...(isReserved(file.workflow) ? [{ path: ['workflow'], message: `"${file.workflow}" is a command of spell` }] : []),
    ...reserved.map((word) => ({ path: ['words', word], message: `"${word}" means something else in every workflow` })),
    ...unsaid.map((word) => ({ path: ['words', word], message: `no step has the word ${word}` })),
    ...onePath(file),
    ...takenTwice(file),
    ...(goals.length === 0 ? [{ path: ['states'], message: 'no state has `goal: true`' }] : []),
    ...states.flatMap((state) => wordsInTexts(file, [state], file.states[state] ?? {}, ['states', state], said)),
    ...file.steps.flatMap((step, index) => misnamedInStep(step, index, file, said)),
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
    ...wordsInTexts(file, shownIn, step, path, said),
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

/** Finds what is moved into a file, and what is taken over into none, or by a word that takes something else. */
function misplacedIn(file: WorkflowFile, { do: effects = [], word }: Step, path: Path): Misnamed[] {
  const { files = {} } = file
  return effects.flatMap((effect, index) => {
    const at = [...path, index]
    if (effect === 'take over' && !handedOver.some((name) => name in files))
      return [{ path: at, message: `\`take over\` fills the files ${handedOver.join(', ')}, of which there is none` }]
    if (effect === 'take over' && takesOf(file, word).length > 0)
      return [{ path: at, message: `${word} takes something else, so it has no \`--from\`` }]
    const to = typeof effect === 'object' && 'move' in effect ? effect.to : ''
    const [name] = Object.entries(files).find(([, file]) => isWithin(to, file)) ?? []
    return name === undefined ? [] : [{ path: [...at, 'to'], message: `"${to}" is where the file ${name} is` }]
  })
}

/** Finds the files that a text of a state names and does not have, and the words that are none or cannot be said there. */
export const misnamedInText = (file: WorkflowFile, state: string, text: string, path: Path): Misnamed[] => [
  ...filesNamed(text).flatMap((name) =>
    name in (file.files ?? {}) ? [] : [{ path, message: unknownName(name, Object.keys(file.files ?? {})) }],
  ),
  ...wordsIn(file, [state], text, path, saidIn(file)),
]

/** The words that have a step in a state, each as `state word`. */
type Said = ReadonlySet<string>

function saidIn(file: WorkflowFile): Said {
  const said = new Set<string>()
  for (const step of file.steps) for (const state of fromsOf(file, step)) said.add(`${state} ${step.word}`)
  return said
}

const wordsInTexts = (
  file: WorkflowFile,
  states: readonly string[],
  texts: Pick<Step, 'agent' | 'developer'>,
  path: Path,
  said: Said,
): Misnamed[] =>
  (['agent', 'developer'] as const).flatMap((key) => wordsIn(file, states, texts[key] ?? '', [...path, key], said))

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
    if (words.includes(word)) return silent ? [{ path, message: `"${word}" cannot be said in ${silent}` }] : []
    const hint = meant ? `; did you mean "${meant}"?` : ''
    return meant || typed.includes(word) ? [{ path, message: `"${word}" is no word${hint}` }] : []
  })
}
