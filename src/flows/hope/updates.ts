import type { Context, Payload } from '../../engine/definition'
import { mapValues } from '../../engine/records'
import { shapeOfRequest } from './artifact'
import { seenIn, wordsOf } from './checks'
import { inline } from './documents'
import { collaborationOf, riskIn } from './formulas'
import { awaitsRun, gate } from './gate'
import { nameOfHeard } from './handed-in'
import { defaults, feasibleIn, markerIn } from './marker'
import { type Bringing, type EventPayload, keeping, type Word } from './payload'
import { artifactIn, blockersOf, foundIn, specAfter } from './problems'
import {
  blockersChanged,
  empty,
  type Memory,
  markerOf,
  most,
  openBlockers,
  roundFolder,
  type Session,
  sessionIn,
  stageOf,
  type Task,
} from './session'
import { sessionType } from './session-type'
import { waved } from './wave'

type Changed = Partial<Memory>
/** Declared as a method, so that each change may narrow the type of its payload. */
type Change = { bivariant(session: Session, brought: EventPayload): Changed }['bivariant']

/** What a new round keeps of a session: how the human takes part, and an open consultation. */
const participation: readonly (keyof Session)[] = ['engagement', 'horizon', 'feasible', 'unasked']
const staying: readonly string[] = [...participation, 'consult']

function requested(session: Session, start: Bringing<'start'>): Changed {
  const { text, approach = 'known', total, maxWaves = 10, budget, head } = start
  const { type, signals, guessed } = sessionType(text, start.type)
  const initial: Readonly<Record<string, unknown>> = { ...empty }
  const leaving = Object.keys(session).filter((field) => !staying.includes(field))
  return {
    ...Object.fromEntries(leaving.map((field) => [field, initial[field]])),
    text: text.trim(),
    type,
    signals: signals.slice(0, most.list),
    guessed,
    since: head,
    risk: riskIn(start),
    approach,
    spec: total === undefined ? undefined : { total, domain: 0 },
    limit: maxWaves,
    maxWaves,
    budget,
    allowance: budget,
  }
}

function engagedWith(
  usual: Pick<Session, 'engagement' | 'horizon' | 'feasible'>,
  given: Pick<Bringing<'engage'>, 'level' | 'horizon' | 'feasible'>,
): Changed {
  return {
    engagement: given.level ?? usual.engagement,
    horizon: given.horizon ?? usual.horizon,
    feasible: feasibleIn(given.feasible ?? '')?.feasible ?? usual.feasible,
  }
}

/** Records decisions for the preserve list. Only the last ones are kept; each is also in its history entry. */
const decided = ({ decisions }: Pick<Session, 'decisions'>, ...what: readonly string[]): Changed => ({
  decisions: [...decisions, ...what].slice(-most.decisions),
})

const said: Readonly<Partial<Record<Word, string>>> = {
  edits: 'wants the understanding changed',
  edit: 'wants the shape changed',
  proceed: 'goes on without the open answers',
  continue: 'goes on beyond the limit',
  skip: 'goes without a review of the shape',
  unblocked: 'was unblocked',
  failed: 'a try to unblock failed',
  'new-work': 'has new work',
  satisfied: 'is satisfied',
}

/** What an answer says; a yes is about what was shown. */
function saidIn({ main, echo, revision }: Session, word: Word): string {
  if (word !== 'yes') return said[word] ?? word
  return main === 'intent.echo_check'
    ? `confirmed: “${inline(echo ?? '')}”`
    : `approved the shape, revision ${Math.max(1, revision)}`
}

/** A task with a new id for each thing to fix. */
function further(
  { items }: Pick<Session, 'items'>,
  texts: readonly string[],
  more: Partial<Task> = {},
  served: readonly string[][] = [],
): Changed {
  const taken = new Set(items.map(({ id }) => id))
  let number = 0
  const tasks = texts.map((text, index): Task => {
    do number++
    while (taken.has(`fix-${number}`))
    return { id: `fix-${number}`, text, dependsOn: [], criteria: served[index] ?? [], done: false, ...more }
  })
  return { items: [...items, ...tasks] }
}

const blocksIn = (session: Session, brought: Bringing<'consult done' | 'submit'>): readonly string[] => {
  if (brought.verb === 'consult done') return foundIn(brought)
  const review = artifactIn(session, 'review', brought.artifact)
  return review ? blockersOf(review) : []
}

/** Other findings are stored for the report; what a look back has found is all of its text. */
function withFindings(session: Session, artifact: string | undefined): Changed {
  const { findings = [] } = artifactIn(session, 'review', artifact) ?? {}
  const isLookBack = session.purpose === 'reflect' && session.consult?.stage !== undefined
  const said = isLookBack
    ? (artifact ?? '').split('\n').flatMap((line) => line.replace(/^[\s#>*+-]+/, '').trim() || [])
    : findings.flatMap(({ severity, text }) => (severity === 'BLOCKER' ? [] : [`${severity}: ${text}`]))
  const lines = said.map((line) =>
    line.length > most.line ? `${line.slice(0, most.line)}… (the rest: ${roundFolder(session)})` : line,
  )
  return lines.length === 0 ? {} : { findings: [...session.findings, ...lines].slice(-most.list) }
}

/** Changes of a session, by their names in the table. */
const changes = {
  'take the request': (session, start: Bringing<'start'>) => ({
    ...requested(session, start),
    // A consultation may have taken place before.
    heard: session.heard,
  }),
  // The developer takes part as before, unless they say otherwise; how far it carries goes by the type.
  'begin a round': (session, start: Bringing<'start'>) => {
    const fresh = { ...session, ...requested(session, start), round: (session.round ?? 1) + 1 }
    const level = start.engagement ?? session.engagement
    if (!level) return fresh
    const usual = fresh.type === session.type ? session : defaults[fresh.type]
    return { ...fresh, ...engagedWith(usual, { ...start, level }), ...(start.engagement && { unasked: false }) }
  },
  'take the marker': (session, { text, type }: Bringing<'start'>) => ({
    ...(markerIn(text) ?? markerOf(session)),
    ...(type && { type }),
  }),
  'be guided': (session, start: Bringing<'start'>) => ({
    ...engagedWith(defaults[session.type], { ...start, level: start.engagement ?? 'Guided' }),
    unasked: !start.engagement,
  }),
  'be engaged': (session, given: Bringing<'start' | 'engage'>) => ({
    ...engagedWith(defaults[session.type], given.verb === 'start' ? { ...given, level: given.engagement } : given),
    unasked: false,
  }),

  'shape by the request': (session) => {
    const shape = shapeOfRequest(session.text ?? '')
    const [objective = ''] = (session.text ?? '').split('\n')
    const item: Task = {
      id: 'do',
      text: objective,
      dependsOn: [],
      criteria: shape.criteria.map(({ id }) => id),
      done: false,
    }
    return { shape, short: true, items: [item] }
  },

  'ask anew': () => ({ purpose: undefined, waived: false, short: false }),
  'take the wish': (session, { text }: Bringing<'intent'>) => ({ text: text?.trim() || session.text }),
  forget: () => ({ spec: undefined, brief: undefined }),

  'take the score': (session, scored: Bringing<'score'>) => ({
    spec: specAfter(session, scored) ?? session.spec,
    echo: scored.echo?.trim() || session.echo,
  }),
  waive: () => ({ waived: true }),
  'waive nothing': () => ({ waived: false }),
  'take the brief': (session, { artifact }: Bringing<'submit'>) => ({
    brief: artifactIn(session, 'brief', artifact) ?? session.brief,
  }),

  'to explore': () => ({ purpose: 'explore' }),
  'to validate': () => ({ purpose: 'validate' }),
  'to reflect': () => ({ purpose: 'reflect' }),
  'take the shape': (session, { artifact }: Bringing<'submit'>) => ({
    shape: artifactIn(session, 'shape', artifact) ?? session.shape,
    revision: session.revision + 1,
  }),
  'take the pick': (session, { pick }: Bringing<'consult done'>) => ({
    ...decided(session, `the developer picked: ${pick}`),
    approach: 'known',
    ...(pick && { pick }),
  }),
  /** The review covered everything: a BLOCKER that it does not name is fixed. */
  'take the blockers': (_, done: Bringing<'consult done'>) => ({ blockers: foundIn(done) }),
  'hold what blocks': ({ blockers, ...session }, brought: Bringing<'consult done' | 'submit'>) => ({
    blockers: [...new Set([...blockers, ...blocksIn({ ...session, blockers }, brought)])],
  }),
  'take nothing back': () => ({ blockers: [] }),

  'choose the mode': (session) => ({ collaboration: collaborationOf(session) }),
  'approve by itself': (session) =>
    decided(session, 'the setting Autonomous approved the shape; the developer was not asked'),
  'take the items': (session, { artifact, head }: Bringing<'submit'>) => {
    const { items = [] } = artifactIn(session, 'items', artifact) ?? {}
    const fresh = items.map((item): Task => ({ ...item, done: false }))
    // What is done stays on the list, and an open BLOCKER survives a new one.
    const open = openBlockers(session)
    const done = session.items.filter((item) => item.done && !fresh.some(({ id }) => id === item.id))
    const room = most.items - fresh.length - open.length
    return {
      ...further({ items: [...(room > 0 ? done.slice(-room) : []), ...fresh] }, open, { blocker: true }),
      blockers: [],
      since: head,
      strays: [],
      results: [],
      shown: {},
    }
  },
  'take the wave': waved,
  'note the violation': (session, { mustNot = '' }: Bringing<'wave'>) =>
    decided(session, `stopped, as this happened: ${mustNot}`),
  'raise the limits': ({ limit, maxWaves, budget, allowance }) => ({
    limit: limit + maxWaves,
    budget: budget && budget + (allowance ?? budget),
  }),
  'add what blocks': (session, brought: Bringing<'consult done' | 'submit'>) => {
    const open = openBlockers(session)
    const fresh = blocksIn(session, brought).filter((text) => !open.includes(text))
    return further(session, fresh, { blocker: true })
  },
  'keep the findings': (session, { artifact }: Bringing<'submit'>) => withFindings(session, artifact),
  'take the results': (session, { artifact, shown = {} }: Bringing<'submit'>) => ({
    results: artifactIn(session, 'verification', artifact)?.results ?? [],
    shown,
  }),
  'add what failed': (session) => {
    const failed = gate(session).filter((judged) => !judged.passes && !awaitsRun(judged))
    const tasks = failed.map(({ check, because }) => `Make it hold: ${wordsOf(check)} (${because})`)
    const served = failed.map(({ check }) => (check.isLimit ? [] : [check.id]))
    return further(session, tasks, {}, served)
  },

  'open a consultation': (session, { mode, query, side }: Bringing<'consult'>) => {
    const stage = side ? undefined : stageOf(session)
    return { consult: { mode, query, ...(stage && { stage }) } }
  },
  'close the consultation': (session, { artifact }: Bringing<'consult done'>) => {
    const name = nameOfHeard(session)
    return {
      ...withFindings(session, artifact),
      ...(session.consult &&
        decided(session, `the agent heard an outside view (${session.consult.mode}): ${roundFolder(session)}/${name}`)),
      consulted: session.consulted || session.consult?.stage !== undefined,
      consult: undefined,
      heard: [...session.heard, name].slice(-most.list),
    }
  },

  'note the answer': (session, { word, note }: Bringing<'answer'>) => ({
    ...decided(
      session,
      `the developer ${saidIn(session, word as Word)}${note?.trim() ? `: “${inline(note, 300)}”` : ''}`,
    ),
    ...(session.main === 'loop.shape_approval' && { seen: seenIn(session) }),
  }),
  /** What the developer wants besides becomes points of ACCEPTANCE, so that a criterion has to cover them. */
  'take the new work': (session, { note = '' }: Bringing<'answer'>) => {
    const { text = '', shape } = session
    const points = note.split('\n').flatMap((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim() || [])
    const brief = session.brief ?? {
      ...{ nonGoals: [], constraints: [], stop: [], blastRadius: [] },
      objective: inline(text),
      acceptance: shape?.criteria.map((criterion) => criterion.text) ?? [],
    }
    const acceptance = [...brief.acceptance, ...points.map((point) => inline(point))].slice(0, most.items)
    return { brief: { ...brief, acceptance }, short: false }
  },
  'end satisfied': ({ shown: before }, { shown = before }: Bringing<'answer'>) => ({ outcome: 'satisfied', shown }),
  'end with output': () => ({ outcome: 'output' }),
  'end cancelled': () => ({ outcome: 'cancelled' }),
  'end stopped': () => ({ outcome: 'stopped' }),
  'end hard': () => ({ outcome: 'hard_stop' }),
} satisfies Readonly<Record<string, Change>>
export type Update = keyof typeof changes

/** With its first text a session gets a folder. */
const inRound = ({ round = 1 }: Session, { verb }: EventPayload): Changed => (keeping.includes(verb) ? { round } : {})

/** Changes of BLOCKERs are recorded as decisions, whatever step caused them. */
function noted(was: Session, is: Session, { verb }: EventPayload): Changed {
  const { found, settled } = blockersChanged(was, is)
  const how = settledBy[verb] ?? settledBy.else
  const what = [...found.map((text) => `BLOCKER: ${text}`), ...settled.map((text) => `${how}: ${text}`)]
  return what.length > 0 ? decided(is, ...what) : {}
}
const settledBy: Readonly<Record<string, string>> = {
  start: 'BLOCKER left open by the round before',
  wave: 'BLOCKER put right in a wave',
  else: 'BLOCKER no longer held, by the outside view',
}

/** The same in the form that the engine expects. The state is not part of the context. */
export const updates = mapValues<Update, Change, (context: Context, payload: Payload, state: string) => Context>(
  changes,
  (change) => (context, payload, state) => {
    const brought = payload as EventPayload
    const session = sessionIn(context, state)
    const changed: Session = { ...session, ...change(session, brought) }
    const { main: _, ...memory } = { ...changed, ...noted(session, changed, brought), ...inRound(changed, brought) }
    return Object.fromEntries(Object.entries(memory).filter(([, value]) => value !== undefined))
  },
)
