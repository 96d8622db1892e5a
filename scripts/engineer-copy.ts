import { Document, isMap, isScalar, visit } from 'yaml'
import type { Kind } from '../src/engine/definition'
import type { Effect } from '../src/workflow/effect'
import type { RowText } from '../src/workflow/texts'
import { entry } from '../src/workflows/engineer/entry'
import type { Guard } from '../src/workflows/engineer/facts'
import { file as paths } from '../src/workflows/engineer/files'
import { engineer } from '../src/workflows/engineer/index'
import type { UpdateName } from '../src/workflows/engineer/review-origin'
import { spells } from '../src/workflows/engineer/spells'
import { type State, states } from '../src/workflows/engineer/states'
import type { ClosedRow } from '../src/workflows/engineer/table'
import { phases } from '../src/workflows/engineer/table'
import type { EffectOf, Step, StepCondition, WorkflowFile } from '../src/workflows/own/format'
import { compileTexts } from './compile-texts'

/** Makes the engineer as the file of a workflow, which `spell workflow copy engineer NAME` writes; `{{name}}` is its name. */

/** What a file cannot say, and the one phrase that stands for it, of `phrases.md` if it is a key there; empty: nothing. */
export const standsFor: Readonly<Record<string, string>> = {
  // The criteria decide which of several sentences follows; a file has the one for a plan that is under way.
  afterPlan: 'read-plan',
  afterDraft: 'read-task',
  afterComplete: 'commit-it',
  undrafted: 'write-task',
  carryOut: 'carry-out',
  help: 'help',
  toPlan: 'to-plan',
  tick: 'tick',
  bare: ' bare',
  yoursNot: ' yours-not',
  prove: ' prove',
  wait: ' wait',
  stop: ' stop',
  onWord: 'on-word',
  unlessWaiting: ' unless-waiting',
  yours: '',
  thenAccio: '',
  orFinite: '',
  // They quote the plan, the task, or what a link leads to.
  task: '',
  links: 'links',
  lack: 'not everything that is ticked has passed for the files that are here now',
  source: 'what was handed over',
  // Only the engineer leads back to a plan of discovery.
  replan: '',
  nextOfPlan: '',
  // Every workflow of a file adds its commands at the end.
  commands: '',
}

/** The rows of which another phrase is true. */
export const standsForIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  A1s: { afterDraft: 'name-commands' },
  L3: { tick: 'tick-offered' },
  P4a: { tick: 'tick-reviewed' },
  P4b: { tick: 'tick-reviewed' },
}

/** What only the engineer has, and what a workflow of a file says instead. */
export const sentences: readonly (readonly [of: string | RegExp, own: string])[] = [
  // No workflow of a file fetches comments.
  [
    /From a pull request: run `spell reparo --fetch`, which writes .*?, or says what helps\./g,
    'From a pull request: go on here.',
  ],
  ['If that fails, read this', 'Read this'],
  [' Add threads that are missing (`spell reparo --fetch`).', ' Add threads that are missing.'],
  ['If threads are missing, `spell reparo --fetch` brings them in.', 'Add threads that are missing.'],
  [' `spell reparo --fetch` brings in what was said since.', ''],
  ['`spell reparo --list` shows forgotten threads.', 'See that no thread is forgotten.'],
  [' If comments were fetched: once it is committed, `spell reparo --reply` shows the replies.', ''],
  [' If comments were fetched, `spell reparo --reply` then shows the replies.', ''],
  // It archives no complete work: the next piece has a folder of its own.
  ['`spell new` archives what is committed.', '`spell new` begins the next, once this is committed.'],
  [
    'The six spells have nothing in progress (`spell work` shows the others)',
    'This piece of work has no context yet (`spell work` shows the others)',
  ],
  [
    ', one a line, and end a criterion that rests on an assumption with "(assumed)": Lumos and the next Accio list both. Remove',
    ', one a line, and end a criterion that rests on an assumption with "(assumed)". Remove',
  ],
  ['the next Accio after it was shown to you', 'your next word after it was shown to you'],
  // Its words are said, not cast.
  ['cast it again', 'say it again'],
]

const wordOf = (spell: string): string => spells[spell as keyof typeof spells].alias
const inWords = new RegExp(`\\*\\*(${Object.keys(spells).join('|')})\\*\\*`, 'gi')

/** @returns a text of the engineer in the words of the copy, outside its folder */
const renamed = (text: string): string =>
  sentences
    .reduce((said, [of, own]) => said.replaceAll(of, own), text)
    .replace(inWords, (_, spell: string) => `**${wordOf(spell.toLowerCase())}**`)
    .replace(
      /`spell (prove|confirm|new|accio|lumos)`/g,
      (_, verb) => `\`spell {{name}} ${verb in spells ? wordOf(verb) : verb}\``,
    )

const pathInWork = (path: string): string => path.replace(/^\.ai\/(task\/)?/, '')

/** The names of the files that rows name, with their paths in the folder of a piece of work. */
const files: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(paths)
    .map(pathInWork)
    .filter((path) => path.endsWith('.md'))
    .map((path) => [path.replace(/\.md$/, ''), path]),
)

const fileIn = (path: string): string => pathInWork(path).replace(/\.md$/, '')

/** @returns the same with the names of files, for a text of a state or a step */
const withFiles = (text: string): string =>
  renamed(text)
    .replace(/`(?:\{\{folder\}\}|\.ai)\/([\w-]+)\.md`/g, '{$1}')
    .replaceAll('{{folder}}', '{folder}')

export const stateIn = (state: string): string => state.toLowerCase().replaceAll('_', '-')

const texts = compileTexts('templates/engineer')

/** @returns a text of a row with what the placeholders stand for */
function filled(row: string, text: string): string {
  const all = { ...standsFor, ...standsForIn[row] }
  const said = text.replace(/\{\{(\w+)\}\}/g, (placeholder, name) => {
    const key = all[name]
    if (key === undefined) return placeholder
    return key.replace(/^( ?)(.+)$/, (_, space, of) => space + filled(row, texts.phrases[of] ?? of))
  })
  return withFiles(said.trim())
}

const textOf = (id: string): RowText => texts.rows.get(id) ?? {}

const asked = (id: string) => {
  const { ai, next, writes = [] } = textOf(id)
  return {
    ...(ai !== undefined && { agent: filled(id, ai) }),
    ...(next !== undefined && { developer: filled(id, next) }),
    ...((ai !== undefined || writes.length > 0) && { writes: writes.map((text) => filled(id, text)) }),
  }
}

const criteria = { count: 'criteria', in: 'plan', least: 1 } as const
const noneOpen = { count: 'open', in: 'plan', most: 0 } as const
const met: StepCondition[] = [criteria, 'proven', { not: 'command missing' }]
const there = (file: string): StepCondition => ({ there: file })
const began = (...is: State[]): StepCondition => ({ remembered: 'origin', is: is.map(stateIn) })
const linksIn = (links: string, ...are: ('none' | 'new' | 'done')[]): StepCondition => ({ links, are })
const whenComplete = began('ACHIEVE_COMPLETE')

/** What each guard of the engineer is in a file. A review may begin while the file of a state is missing. */
const conditions: Readonly<Record<Guard, StepCondition>> = {
  'handed over with a task': { all: ['handed over', there('task')] },
  'handed over': 'handed over',
  'no context': { not: there('context') },
  'no plan': { not: there('plan') },
  plan: there('plan'),
  task: there('task'),
  'drafted task': { written: 'task' },
  'no task': { not: there('task') },
  'empty task': { all: [there('task'), { not: { written: 'task' } }] },
  results: { written: 'task-results' },
  'no results': { not: { written: 'task-results' } },
  comments: there('comments'),
  'review task': there('review-task'),
  'empty review task': { all: [there('review-task'), { not: { written: 'review-task' } }] },
  'review results': { written: 'review-task-results' },
  'no review results': { not: { written: 'review-task-results' } },
  criteria,
  'no criteria': { count: 'criteria', in: 'plan', most: 0 },
  'open criteria': { count: 'open', in: 'plan', least: 1 },
  'no open criteria': noneOpen,
  'all criteria met': { all: met },
  'ticked, but not proven': { all: [noneOpen, { not: 'proven' }] },
  'a command is missing': 'command missing',
  'began when complete, all met': { all: [whenComplete, ...met] },
  'began in a task': began('ACHIEVE_TASK_EXECUTED', 'ERROR_TASK_RESULTS_MISSING'),
  'began between tasks': { any: [began('ACHIEVE_TASK_DRAFTING', 'ERROR_TASK_MISSING'), whenComplete] },
  'links in the context': linksIn('context', 'new', 'done'),
  'no links in the context': linksIn('context', 'none'),
  'context links all fetched': linksIn('context', 'done'),
  'no links in the plan': linksIn('plan', 'none'),
  'plan links all fetched': linksIn('plan', 'done'),
}

const updates: Readonly<Record<UpdateName, EffectOf>> = {
  'remember where it began': { remember: 'origin' },
  'forget where it began': { forget: 'origin' },
}

const answers: Readonly<Partial<Record<Kind, Step['answer']>>> = {
  block: 'refuse',
  'no-op': 'nothing',
  confirm: 'confirm',
  missing: 'missing',
}

function effectIn(effect: Effect): EffectOf {
  switch (effect.do) {
    case 'create':
      return { create: fileIn(effect.file) }
    case 'show':
      return { show: fileIn(effect.file) }
    case 'expect':
      return { expect: fileIn(effect.file) }
    case 'list':
      return { 'list links': effect.list.replace('Links', '') }
    case 'move':
      return { move: effect.files.map(fileIn), to: pathInWork(effect.to), ...(effect.proofs && { with: 'proofs' }) }
    case 'name commands':
      return effect.do
    default:
      return 'take over'
  }
}

/** The Accios that lead on: what leads back to a draft or a plan is no consent in a file. */
const agreeing: readonly string[] = ['GC1t', 'GC1f', 'GC1', 'GC2a', 'GC2b', 'G4', 'G2', 'A1', 'A3', 'P1', 'P2']

function stepOf(row: ClosedRow, isOneOfTwo: boolean): Step {
  const { id, on, when, to, kind, effects = [], updates: changes = [] } = row
  const [first = '', ...others] = [row.from].flat().map(stateIn)
  const { summary, happened, because } = textOf(id)
  const done = [...effects.map(effectIn), ...changes.map((name) => updates[name])]
  const said = because ?? happened
  return {
    id: isOneOfTwo ? `${id}-${first.at(-1)}` : id,
    from: others.length > 0 ? [first, ...others] : first,
    word: wordOf(on),
    by: 'developer',
    ...(agreeing.includes(id) && { agrees: true as const }),
    ...(when !== undefined && { when: conditions[when] }),
    ...(to !== 'same' && { to: stateIn(to) }),
    ...(done.length > 0 && { do: done }),
    ...(answers[kind] && { answer: answers[kind] }),
    ...(summary !== undefined && { summary: filled(id, summary) }),
    ...(said !== undefined && { text: filled(id, said) }),
    ...asked(id),
  }
}

function stateOf(state: State): WorkflowFile['states'][string] {
  const { id = '' } = phases.Lumos?.find(({ from }) => from === state) ?? {}
  return {
    phase: entry.phaseOnBoard(state),
    title: textOf(id).title ?? '',
    ...(state === engineer.definition.goal && { goal: true as const }),
    ...asked(id),
  }
}

/** The rows of each phase that become steps: every state shows itself. */
const stepping = Object.entries(phases)
  .map(([phase, rows]) => [phase, rows.filter(({ kind }) => kind !== 'show')] as const)
  .filter(([, rows]) => rows.length > 0)

const isTwice = ({ id }: ClosedRow): boolean =>
  stepping.flatMap(([, rows]) => rows).filter((row) => row.id === id).length > 1

const copied: WorkflowFile = {
  workflow: '{{name}}',
  about: 'One piece of work: context, plan, one small task after the other, review',
  start: stateIn(engineer.definition.initial),
  words: Object.fromEntries(
    Object.values(spells).flatMap(({ alias, summary }) => (alias === 'status' ? [] : [[alias, summary]])),
  ),
  files: files,
  states: Object.fromEntries(states.map((state) => [stateIn(state), stateOf(state)])),
  steps: stepping.flatMap(([, rows]) => rows.map((row) => stepOf(row, isTwice(row)))),
}

/** Keys whose value is read in one line. */
const inLine: readonly unknown[] = ['when', 'do', 'from', 'writes']

/** @returns every file of the copy, by what follows the name of the workflow in its path */
export function engineerCopy(): Readonly<Record<string, string>> {
  const document = new Document(copied, { aliasDuplicateObjects: false })
  document.commentBefore = [
    ' The workflow of the six spells, to be changed. What each part means is in docs/own-workflows.md.',
    ' `spell verify {{name}}` proves it.',
  ].join('\n')
  const firstOf = new Map(stepping.map(([phase, [row]]) => [row && stepOf(row, isTwice(row)).id, phase]))
  visit(document, {
    Pair: (_, { key, value }) => {
      if (isScalar(key) && inLine.includes(key.value)) (value as { flow?: boolean }).flow = true
    },
    Map: (_, node) => {
      const phase = isMap(node) && firstOf.get(String(node.get('id')))
      if (phase) node.commentBefore = ` ${phase}`
    },
  })
  const templates = Object.entries(files).flatMap(([, path]) => {
    const text = texts.files.get(`.ai/task/${path}`) ?? texts.files.get(`.ai/${path}`)
    return text === undefined ? [] : [[`/files/${path}`, renamed(text).replaceAll(/\.ai\/([\w-]+-guide\.md)/g, '$1')]]
  })
  const yaml = document.toString({ lineWidth: 0, blockQuote: 'literal', flowCollectionPadding: true })
  return { '.yaml': yaml, ...Object.fromEntries(templates) }
}
