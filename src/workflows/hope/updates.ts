import type { Context, Payload } from '../../engine/definition'
import { mapValues } from '../../engine/records'
import { foundIn } from './facts'
import { collaborationOf, gate, riskIn } from './formulas'
import type { MarkdownDocument } from './markdown-document'
import { defaults, feasibleIn, horizons, markerIn, oneOf, slotsIn } from './marker'
import type { Bringing, EventPayload, Word } from './payload'
import { artifactIn, blockersOf, specAfter } from './problems'
import { empty, type Memory, markerOf, most, type Session, sessionIn, stageOf, type Task } from './session'
import { sessionType } from './session-type'
import { waved } from './wave'

/** What becomes of some fields; one that is undefined is forgotten. */
type Changed = Partial<Memory>
/** Declared as a method, so that each change may say what its event brings. */
type Change = { bivariant(session: Session, brought: EventPayload): Changed }['bivariant']

/** What stays of a session when a round of work begins: how the human takes part, and what goes on beside it. */
const participation: readonly (keyof Session)[] = ['type', 'guessed', 'signals', 'engagement', 'horizon', 'feasible']
const alongside: readonly (keyof Session)[] = ['consult', 'blueprint', 'revisions']
const staying: readonly string[] = [...participation, ...alongside]

function requested(session: Session, start: Bringing<'start'>): Changed {
  const { text, approach = 'known', total, maxWaves = 10, budget } = start
  const initial: Readonly<Record<string, unknown>> = { ...empty }
  const leaving = Object.keys(session).filter((field) => !staying.includes(field))
  return {
    ...Object.fromEntries(leaving.map((field) => [field, initial[field]])),
    text: text.trim(),
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
  { type, text = '' }: Session,
  given: Pick<Bringing<'engage'>, 'level' | 'horizon' | 'feasible'>,
): Changed {
  const slots = slotsIn(text)
  const usual = defaults[type]
  return {
    engagement: given.level ?? usual.engagement,
    horizon: given.horizon ?? oneOf(horizons, slots.horizon ?? '') ?? usual.horizon,
    feasible: feasibleIn(given.feasible ?? slots.feasible ?? '')?.feasible ?? usual.feasible,
  }
}

/** What somebody decided, for the preserve list: the last ones are kept. */
const decided = ({ decisions }: Session, what: string): Changed => ({
  decisions: [...decisions, what.length > most.line ? `${what.slice(0, most.line - 1)}…` : what].slice(-most.decisions),
})

const said: Readonly<Partial<Record<Word, string>>> = {
  yes: 'approved',
  edits: 'wants the understanding changed',
  edit: 'wants the shape changed',
  proceed: 'goes on without the open answers',
  continue: 'goes on beyond the limit',
  skip: 'goes without an outside view',
  unblocked: 'was unblocked',
  failed: 'a try to unblock failed',
  'new-work': 'has new work',
  satisfied: 'is satisfied',
}

/** A task for each thing that is to be put right, with an id that no other has. */
function further({ items }: Session, texts: readonly string[]): Changed {
  const taken = new Set(items.map(({ id }) => id))
  let number = 0
  const tasks = texts.map((text): Task => {
    do number++
    while (taken.has(`fix-${number}`))
    return { id: `fix-${number}`, text: text.slice(0, 2000), dependsOn: [], criteria: [], done: false }
  })
  return { items: [...items, ...tasks] }
}

/** What does not block is kept for the report. */
function withFindings(session: Session, artifact: MarkdownDocument | undefined): Changed {
  const { findings = [] } = artifactIn(session, 'review', artifact) ?? {}
  const lines = findings
    .filter(({ severity }) => severity !== 'BLOCKER')
    .map(({ severity, text }) => `${severity}: ${text.slice(0, most.line)}`)
  return lines.length === 0 ? {} : { findings: [...session.findings, ...lines].slice(-most.list) }
}

/** What becomes of a session, by the names that the table uses. */
const changes = {
  'take the request': (session, start: Bringing<'start'>) => {
    const { type, signals, guessed } = sessionType(start.text, start.type)
    return { ...requested(session, start), type, signals: signals.slice(0, most.list), guessed }
  },
  'begin a round': (session, start: Bringing<'start'>) => ({
    ...requested(session, start),
    ...(start.type && { type: start.type, guessed: false, signals: [] }),
  }),
  'take the marker': (session, { text, type }: Bringing<'start'>) => ({
    ...(markerIn(text) ?? markerOf(session)),
    ...(type && { type }),
  }),
  'be guided': (session, start: Bringing<'start'>) =>
    engagedWith(session, { ...start, level: start.engagement ?? 'Guided' }),
  'be engaged': (session, given: Bringing<'start' | 'engage'>) =>
    engagedWith(session, given.verb === 'start' ? { ...given, level: given.engagement } : given),

  'ask anew': () => ({ purpose: undefined, waived: false }),
  'take the wish': (session, { text }: Bringing<'intent'>) => ({ text: text?.trim() || session.text }),
  forget: () => ({ spec: undefined, brief: undefined }),

  'take the score': (session, scored: Bringing<'score'>) => ({ spec: specAfter(session, scored) ?? session.spec }),
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
  }),
  'take the pick': (session, { pick }: Bringing<'consult done'>) => ({
    ...decided(session, `picked: ${pick}`),
    approach: 'known',
    ...(pick && { pick }),
  }),
  'take the blockers': (session, done: Bringing<'consult done'>) => ({
    blockers: foundIn(session, done).slice(0, most.list),
  }),
  'take nothing back': () => ({ blockers: [] }),

  'choose the mode': (session) => ({ collaboration: collaborationOf(session) }),
  'approve by itself': (session) => decided(session, 'the shape was approved automatically'),
  'take the items': (session, { artifact }: Bringing<'submit'>) => {
    const { items = [] } = artifactIn(session, 'items', artifact) ?? {}
    return { items: items.map((item) => ({ ...item, done: false })), results: [], findings: [] }
  },
  'take the wave': waved,
  'note the violation': (session, { mustNot = '' }: Bringing<'wave'>) =>
    decided(session, `stopped, as this happened: ${mustNot}`),
  'raise the limits': ({ limit, maxWaves, budget, allowance }) => ({
    limit: limit + maxWaves,
    budget: budget && budget + (allowance ?? budget),
  }),
  'add what blocks': (session, { artifact }: Bringing<'submit'>) => {
    const review = artifactIn(session, 'review', artifact)
    return further(session, review ? blockersOf(review) : [])
  },
  'keep the findings': (session, { artifact }: Bringing<'submit'>) => withFindings(session, artifact),
  'take the results': (session, { artifact }: Bringing<'submit'>) => ({
    results: artifactIn(session, 'verification', artifact)?.results ?? [],
  }),
  'add what failed': (session) => {
    const failed = gate(session.shape?.criteria ?? [], session.results).filter(({ passes }) => !passes)
    return further(
      session,
      failed.map(({ criterion, because }) => `Make it hold: ${criterion.text} (${because})`),
    )
  },

  'open a consultation': (session, { mode, query }: Bringing<'consult'>) => {
    const stage = stageOf(session)
    return { consult: { mode, query, ...(stage && { stage }) } }
  },
  'open a side conversation': (_, { mode, query }: Bringing<'consult'>) => ({ consult: { mode, query } }),
  'close the consultation': (session, { artifact }: Bringing<'consult done'>) => {
    const { consult } = session
    const told = consult?.mode === 'review' ? undefined : artifact?.body.replace(/\s+/g, ' ').trim()
    return {
      ...withFindings(session, artifact),
      ...(consult && told && decided(session, `${consult.mode}: ${told}`)),
      consulted: true,
      consult: undefined,
    }
  },
  'take the blueprint': (session, { artifact }: Bringing<'bond submit'>) => ({
    blueprint: artifactIn(session, 'blueprint', artifact)?.roles ?? [],
  }),

  'note the answer': (session, { word }: Bringing<'answer'>) =>
    decided(session, `the developer ${said[word as Word] ?? word}`),
  'end satisfied': () => ({ outcome: 'satisfied' }),
  'end with output': () => ({ outcome: 'output' }),
  'end cancelled': () => ({ outcome: 'cancelled' }),
  'end stopped': () => ({ outcome: 'stopped' }),
  'end hard': () => ({ outcome: 'hard_stop' }),
} satisfies Readonly<Record<string, Change>>
export type Update = keyof typeof changes

/** The same as the engine asks for them. Where the session stands is not part of what it remembers. */
export const updates = mapValues<Update, Change, (context: Context, payload: Payload, state: string) => Context>(
  changes,
  (change) => (context, payload, state) => {
    const session = sessionIn(context, state)
    const { main: _, ...memory } = { ...session, ...change(session, payload as EventPayload) }
    return Object.fromEntries(Object.entries(memory).filter(([, value]) => value !== undefined))
  },
)
