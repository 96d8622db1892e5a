import type { Context, Payload } from '../../engine/definition'
import { foundIn } from './facts'
import { collaborationOf, gate, riskIn } from './formulas'
import type { MarkdownDocument } from './markdown-document'
import { defaults, feasibleIn, horizons, markerIn, oneOf, slotsIn } from './marker'
import type { Bringing, Word } from './payload'
import { artifactIn, blockersOf, specAfter } from './problems'
import {
  empty,
  markerOf,
  most,
  type Outcome,
  type Purpose,
  type Session,
  sessionIn,
  stageOf,
  type Task,
} from './session'
import { sessionType } from './session-type'
import { waved } from './wave'

type Change = (session: Session, brought: never) => Session

/** What stays of a session when a round of work begins: how the human takes part, and what goes on beside it. */
const staying = [
  'type',
  'guessed',
  'signals',
  'engagement',
  'horizon',
  'feasible',
  'consult',
  'blueprint',
  'revisions',
] as const

const requested = (session: Session, start: Bringing<'start'>): Session => {
  const { text, approach = 'known', total, maxWaves = 10, budget } = start
  return {
    ...empty,
    main: session.main,
    ...Object.fromEntries(staying.flatMap((key) => (session[key] === undefined ? [] : [[key, session[key]]]))),
    text: text.trim(),
    risk: riskIn(start),
    approach,
    ...(total !== undefined && { spec: { total, domain: 0 } }),
    limit: maxWaves,
    maxWaves,
    ...(budget !== undefined && { budget, allowance: budget }),
  }
}

function engagedWith(session: Session, given: Pick<Bringing<'engage'>, 'level' | 'horizon' | 'feasible'>): Session {
  const slots = slotsIn(session.text ?? '')
  const usual = defaults[session.type]
  const feasible = feasibleIn(given.feasible ?? slots.feasible ?? '')?.feasible
  return {
    ...session,
    engagement: given.level ?? usual.engagement,
    horizon: given.horizon ?? oneOf(horizons, slots.horizon ?? '') ?? usual.horizon,
    feasible: feasible ?? usual.feasible,
  }
}

const levelOf = ({ engagement, horizon, feasible }: Bringing<'start'>) => ({
  ...(engagement && { level: engagement }),
  ...(horizon && { horizon }),
  ...(feasible !== undefined && { feasible }),
})

/** What somebody decided, for the preserve list: the last ones are kept. */
const decided = (session: Session, what: string): Session => ({
  ...session,
  decisions: [...session.decisions, what.length > most.line ? `${what.slice(0, most.line - 1)}…` : what].slice(
    -most.decisions,
  ),
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
function further(session: Session, texts: readonly string[]): readonly Task[] {
  const taken = new Set(session.items.map(({ id }) => id))
  let number = 0
  return texts.map((text) => {
    do number++
    while (taken.has(`fix-${number}`))
    return { id: `fix-${number}`, text: text.slice(0, 2000), dependsOn: [], criteria: [], done: false }
  })
}

/** What does not block is kept for the report. */
function withFindings(session: Session, artifact: MarkdownDocument | undefined): Session {
  const { findings = [] } = artifactIn(session, 'review', artifact) ?? {}
  const lines = findings.flatMap(({ severity, text }) =>
    severity === 'BLOCKER' ? [] : [`${severity}: ${text.slice(0, most.line)}`],
  )
  return lines.length === 0 ? session : { ...session, findings: [...session.findings, ...lines].slice(-most.list) }
}

const taking =
  (kind: 'brief' | 'shape'): Change =>
  (session, { artifact }: Bringing<'submit'>) => ({
    ...session,
    [kind]: artifactIn(session, kind, artifact) ?? session[kind],
  })
const withPurpose =
  (purpose: Purpose): Change =>
  (session) => ({ ...session, purpose })
const endedBy =
  (outcome: Outcome): Change =>
  (session) => ({ ...session, outcome })

/** What becomes of a session, by the names that the table uses. */
const changes: Readonly<Record<string, Change>> = {
  'take the request': (session, start: Bringing<'start'>) => {
    const { type, signals, guessed } = sessionType(start.text, start.type)
    return { ...requested(session, start), type, signals: signals.slice(0, most.list), guessed }
  },
  'begin a round': (session, start: Bringing<'start'>) => ({
    ...requested(session, start),
    ...(start.type && { type: start.type, guessed: false, signals: [] }),
  }),
  'take the marker': (session, { text, type }: Bringing<'start'>) => ({
    ...session,
    ...(markerIn(text) ?? markerOf(session)),
    ...(type && { type }),
  }),
  'be guided': (session, start: Bringing<'start'>) => engagedWith(session, { level: 'Guided', ...levelOf(start) }),
  'be engaged': (session, given: Bringing<'start' | 'engage'>) =>
    engagedWith(session, given.verb === 'start' ? levelOf(given) : given),

  'ask anew': (session) => {
    const { purpose: _, ...rest } = session
    return { ...rest, waived: false }
  },
  'take the wish': (session, { text }: Bringing<'intent'>) =>
    text?.trim() ? { ...session, text: text.trim() } : session,
  forget: (session) => {
    const { spec: _, brief: __, ...rest } = session
    return rest
  },

  'take the score': (session, scored: Bringing<'score'>) => {
    const spec = specAfter(session, scored)
    return spec ? { ...session, spec } : session
  },
  waive: (session) => ({ ...session, waived: true }),
  'waive nothing': (session) => ({ ...session, waived: false }),
  'take the brief': taking('brief'),

  'to explore': withPurpose('explore'),
  'to validate': withPurpose('validate'),
  'to reflect': withPurpose('reflect'),
  'take the shape': taking('shape'),
  'take the pick': (session, { pick }: Bringing<'consult done'>) =>
    decided({ ...session, approach: 'known', ...(pick && { pick }) }, `picked: ${pick}`),
  'take the blockers': (session, done: Bringing<'consult done'>) => ({
    ...session,
    blockers: foundIn(session, done).slice(0, most.list),
  }),
  'take nothing back': (session) => ({ ...session, blockers: [] }),

  'choose the mode': (session) => ({ ...session, collaboration: collaborationOf(session) }),
  'approve by itself': (session) => decided(session, 'the shape was approved automatically'),
  'take the items': (session, { artifact }: Bringing<'submit'>) => {
    const { items = [] } = artifactIn(session, 'items', artifact) ?? {}
    return { ...session, items: items.map((item) => ({ ...item, done: false })), results: [], findings: [] }
  },
  'take the wave': (session, wave: Bringing<'wave'>) => ({ ...session, ...waved(session, wave) }),
  'note the violation': (session, { mustNot = '' }: Bringing<'wave'>) =>
    decided(session, `stopped, as this happened: ${mustNot}`),
  'raise the limits': (session) => ({
    ...session,
    limit: session.limit + session.maxWaves,
    ...(session.budget !== undefined && { budget: session.budget + (session.allowance ?? session.budget) }),
  }),
  'add what blocks': (session, { artifact }: Bringing<'submit'>) => {
    const review = artifactIn(session, 'review', artifact)
    return { ...session, items: [...session.items, ...further(session, review ? blockersOf(review) : [])] }
  },
  'keep the findings': (session, { artifact }: Bringing<'submit'>) => withFindings(session, artifact),
  'take the results': (session, { artifact }: Bringing<'submit'>) => {
    const { results = [] } = artifactIn(session, 'verification', artifact) ?? {}
    return { ...session, results }
  },
  'add what failed': (session) => {
    const failed = gate(session.shape?.criteria ?? [], session.results).filter(({ passes }) => !passes)
    const texts = failed.map(({ criterion, because }) => `Make it hold: ${criterion.text} (${because})`)
    return { ...session, items: [...session.items, ...further(session, texts)] }
  },

  'open a consultation': (session, { mode, query }: Bringing<'consult'>) => {
    const stage = stageOf(session)
    return { ...session, consult: { mode, query, ...(stage && { stage }) } }
  },
  'open a side conversation': (session, { mode, query }: Bringing<'consult'>) => ({
    ...session,
    consult: { mode, query },
  }),
  'close the consultation': (session, { artifact }: Bringing<'consult done'>) => {
    const { consult, ...rest } = session
    const closed = { ...withFindings(rest, artifact), consulted: true }
    const said = consult?.mode === 'review' ? undefined : artifact?.body.replace(/\s+/g, ' ').trim()
    return consult && said ? decided(closed, `${consult.mode}: ${said}`) : closed
  },
  'take the blueprint': (session, { artifact }: Bringing<'bond submit'>) => ({
    ...session,
    blueprint: artifactIn(session, 'blueprint', artifact)?.roles ?? [],
  }),

  'note the answer': (session, { word }: Bringing<'answer'>) =>
    decided(session, `the developer ${said[word as Word] ?? word}`),
  'end satisfied': endedBy('satisfied'),
  'end with output': endedBy('output'),
  'end cancelled': endedBy('cancelled'),
  'end stopped': endedBy('stopped'),
  'end hard': endedBy('hard_stop'),
}

/** The same as the engine asks for them. Where the session stands is not part of what it remembers. */
export const updates = Object.fromEntries(
  Object.entries(changes).map(([name, change]) => [
    name,
    (context: Context, payload: Payload, state: string): Context => {
      const { main: _, ...memory } = change(sessionIn(context, state), payload as never)
      return memory
    },
  ]),
)
