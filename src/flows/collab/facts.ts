import type { Context, Facts } from '../../engine/definition'
import { recordOf } from '../../engine/records'
import type { Probe, Settings } from '../flow'
import { itemTypes, type State, skills } from './flow'
import { currentItem, itemFor, pendingItems } from './items'
import { stateNamed, stateOfSkill } from './lookups'
import { type EventPayload, goalsIn, judge, judgements } from './payload'
import { isWholeDraft, lackOf, writing } from './required-documents'
import { clearings, isStarted, type Session, sessionIn } from './session'
import { allTasks, isNewOrder, openWave, unprovenIn } from './tasks'

export const domain = {
  /** The payload: the skill that is reported, or what is wrong with it. */
  given: ['right', ...judgements, ...skills],
  /** The state of the list of items at the end of gathering. */
  goals: ['ready', 'no session', 'empty', 'of no type'],
  /** The type of the item that the reported skill works on. */
  item: ['none', 'code', 'task', 'bugfix'],
  /** Whether the reported skill takes an item of this type; also true for a skill without an item. */
  fits: [true, false],
  next: ['none', 'of a type', 'of no type'],
  /** The tasks in the documents: whether they are what the developer was shown last. */
  graph: ['shown', 'new', 'wrong'],
  /** What the reported skill was to write; also `written` for a skill that writes nothing. */
  document: ['written', 'lacking'],
  /** Whether interfaces, pseudocode and skeleton are handed in as one document, with the first of them. */
  draft: ['in parts', 'whole'],
  /** Whether every task with a command is proven on the files that are here now: asked at the end of a wave, and of all. */
  proof: ['proven', 'lacking'],
  /** The current wave, if any: whether one of its tasks has failed, or one is not reported as done. */
  waves: ['not built', 'ready', 'open', 'failed', 'done'],
  clear: clearings,
} as const

/** The facts that come from the payload. */
export const brought = ['given', 'fits', 'document', 'draft', 'proof'] as const

/** The states that are left only with proofs. */
export const ends: readonly State[] = ['execute-batch', 'workflow-complete']

/**
 * Whether the facts can occur together: only the skill for an item can have an item of the wrong type, and only a skill
 * that writes can lack its document.
 */
export function possible({ given: word, fits, document, draft, proof }: Facts): boolean {
  const { id = 'done' } = stateOfSkill(String(word)) ?? {}
  return (
    (fits === true || itemTypes[id] !== undefined) &&
    (document === 'written' || writing.includes(id)) &&
    (draft === 'in parts' || (id === 'rough-draft-interface' && document === 'written')) &&
    (proof === 'proven' || ends.includes(id))
  )
}

type Asks = (facts: Facts) => boolean

/** Reasons why a state cannot be left. */
export const obstacles = {
  'no items': ({ goals }) => goals === 'empty' || goals === 'no session',
  'an item of no type': ({ goals }) => goals === 'of no type',
  'next item of no type': ({ next }) => next === 'of no type',
  'no item for it': ({ item, fits }) => item === 'none' || fits === false,
  'item does not fit': ({ fits }) => fits === false,
  'item of no such way': ({ item }) => item === 'bugfix',
  'document is lacking': ({ document }) => document === 'lacking',
  'graph is wrong': ({ next, graph }) => next === 'none' && graph === 'wrong',
  'order is new': ({ next, graph }) => next === 'none' && graph === 'new',
  'a task has failed': ({ waves }) => waves === 'failed',
  'a task is open': ({ waves }) => waves === 'open',
  'a command does not pass': ({ proof }) => proof === 'lacking',
  'no open wave': ({ waves }) => waves === 'not built' || waves === 'done',
} as const satisfies Record<string, Asks>
export type Obstacle = keyof typeof obstacles

const conditions = {
  'item is code': ({ item }) => item === 'code',
  'item is a task': ({ item }) => item === 'task',
  'item is a bugfix': ({ item }) => item === 'bugfix',
  'items left': ({ next }) => next !== 'none',
  'no items left': ({ next }) => next === 'none',
  'waves left': ({ waves }) => waves !== 'not built' && waves !== 'done',
  'no waves left': ({ waves }) => waves === 'not built' || waves === 'done',
} as const satisfies Record<string, Asks>

const given =
  (...words: readonly string[]): Asks =>
  (facts) =>
    words.includes(String(facts.given))
const both =
  (one: Asks, other: Asks): Asks =>
  (facts) =>
    one(facts) && other(facts)

const known: Asks = ({ next }) => next !== 'of no type'
const isPassed: Asks = ({ clear }) => clear === 'never'
const isDue: Asks = ({ clear }) => clear === 'always'

const frozen: Asks = ({ waves }) => waves !== 'not built'

/** Conditions that a reported skill can be combined with. */
const beside = { ...obstacles, 'items left': conditions['items left'] }
const reports = skills.flatMap((skill) =>
  (Object.keys(beside) as (keyof typeof beside)[]).map((asked) => ({ skill, asked })),
)

/**
 * The conditions for a row's `when`. `right` means the skill of the current state; a manual report has another event.
 */
export const guards = {
  ...conditions,
  ...recordOf(judgements, (word) => word, given),
  ...recordOf(
    skills,
    (skill) => skill,
    (skill) => given(skill, 'right'),
  ),
  ...recordOf(skills, (skill) => `by hand: ${skill}` as const, given),
  ...recordOf(
    reports,
    ({ skill, asked }) => `${skill}, ${asked}` as const,
    ({ skill, asked }) => both(given(skill, 'right'), beside[asked]),
  ),
  ...recordOf(
    reports,
    ({ skill, asked }) => `by hand: ${skill}, ${asked}` as const,
    ({ skill, asked }) => both(given(skill), beside[asked]),
  ),
  'unknown skill': (facts: Facts) => !given('right', ...skills)(facts),
  'no session': ({ goals }: Facts) => goals === 'no session',
  'waves are built': frozen,
  'a whole draft': ({ draft }: Facts) => draft === 'whole',
  'next item of a type': known,
  'never cleared': isPassed,
  'never cleared, next item of a type': both(isPassed, known),
  'always cleared': isDue,
  'always cleared, next item of a type': both(isDue, known),
}
export type Guard = keyof typeof guards

/** The facts of a session and a payload. Without a payload they are those of a valid one. */
export function facts(_: Probe, settings: Settings, context: Context, brought?: EventPayload, at?: string): Facts {
  const session = sessionIn(context)
  return {
    given: brought ? judge(session, brought).word : 'right',
    goals: isStarted(context) ? goalsOf(session, brought) : 'no session',
    item: itemOf(session, brought),
    fits: isFitting(session, brought, at),
    next: nextOf(session),
    graph: graphOf(session, brought),
    document: brought && lackOf(session, brought, at) ? 'lacking' : 'written',
    draft: isWholeDraft(session, brought) ? 'whole' : 'in parts',
    proof: isLacking(session, brought) ? 'lacking' : 'proven',
    waves: wavesIn(session),
    clear: session.clear ?? settings.collab?.clear ?? 'ask',
  }
}

function graphOf(session: Session, brought: EventPayload | undefined): string {
  const { documents } = brought?.verb === 'complete-skill' ? brought : {}
  if (!documents) return 'shown'
  if (allTasks(session.workItems, documents).problems.length > 0) return 'wrong'
  return isNewOrder(session, documents) ? 'new' : 'shown'
}

/** If the session has no items, they come from the design document. */
function goalsOf(session: Session, brought: EventPayload | undefined): string {
  const goals = goalsIn(session, brought)
  if (goals.length === 0) return 'empty'
  return goals.some(({ type, status }) => type === 'unknown' && status === 'pending') ? 'of no type' : 'ready'
}

function itemOf(session: Session, brought: EventPayload | undefined): string {
  const state = brought?.verb === 'complete-skill' ? stateNamed(brought.name) : undefined
  const item = state ? itemFor(session, state.id) : currentItem(session)
  return item === undefined || item.type === 'unknown' ? 'none' : item.type
}

/** A skill reported outside its state is repeated for the current item. */
function isFitting(session: Session, brought: EventPayload | undefined, at: string | undefined): boolean {
  const state = brought?.verb === 'complete-skill' ? stateNamed(brought.name) : undefined
  const types = state && itemTypes[state.id]
  const item = state && state.id === at ? itemFor(session, state.id) : currentItem(session)
  return types === undefined || types.some((type) => type === item?.type)
}

function isLacking(session: Session, brought: EventPayload | undefined): boolean {
  const state = brought?.verb === 'complete-skill' ? stateNamed(brought.name) : undefined
  return state !== undefined && ends.includes(state.id) && unprovenIn(session, brought?.shown ?? {}).length > 0
}

function nextOf(session: Session): string {
  const [next] = pendingItems(session)
  if (next === undefined) return 'none'
  return next.type === 'unknown' ? 'of no type' : 'of a type'
}

function wavesIn(session: Session): string {
  if (session.waves === undefined) return 'not built'
  const wave = openWave(session)
  if (wave === undefined) return 'done'
  if (wave.tasks.some(({ status }) => status === 'failed')) return 'failed'
  return wave.tasks.some(({ status }) => status !== 'completed') ? 'open' : 'ready'
}
