import { items as itemForm, sets } from '../../../templates/hope/workflow.yaml'
import type { Context, Payload } from '../../engine/definition'
import { mapValues } from '../../engine/records'
import { isWordAlone, passedOn } from '../../workflow/event-words'
import { type Finding, isOpen, settledBy, withFound } from '../../workflow/findings/finding'
import { isSame } from '../../workflow/hollow'
import { handedInAgain } from '../../workflow/items/item'
import { shapeOfRequest } from './artifact'
import { itemIn } from './artifacts'
import { blockersChanged, openBlockers, settledInShape, unsettled } from './blockers'
import { stageOfWork } from './checks'
import { inline, shapeLines } from './documents'
import { nameOfHeard } from './files'
import type { Bringing, HopePayload } from './payload'
import { artifactIn, foundIn } from './problems'
import { riskIn, specAfter, typeOf } from './request'
import { empty, type Memory, most, roundFolder, type Session, sessionIn, stageOf, type Task } from './session'
import { waved } from './wave'

type Changed = Partial<Memory>
/** Declared as a method, so that each change may narrow the type of its payload. */
type Change = { bivariant(session: Session, brought: HopePayload): Changed }['bivariant']
type Start = Bringing<'start'>
type Found = Bringing<'consult done' | 'submit'>

/** A new round keeps how the developer takes part, unless they say otherwise, and an open consultation. */
function requested({ round, consult, named, warned, engagement }: Session, start: Start): Memory {
  const { text, type = typeOf(text), approach = 'known', maxWaves = 10, head, tree } = start
  return {
    ...empty,
    ...{ round, consult, named, warned, type, approach, maxWaves, tree },
    ...{ text: text.trim(), since: head, risk: riskIn(start), limit: maxWaves },
    engagement: start.engagement ?? engagement,
  }
}

/** Records decisions for the preserve list. Only the last ones are kept; each is also in its history entry. */
const decided = ({ decisions }: Pick<Session, 'decisions'>, ...what: readonly string[]): Changed => ({
  decisions: [...decisions, ...what].slice(-most.decisions),
})

/** What an answer decides; a yes is about what was shown. */
function saidIn({ main, echo = '', revision }: Session, word: string): string {
  if (word !== 'yes') return `answered ${word}`
  if (main === 'intent.echo_check') return `confirmed: “${inline(echo)}”`
  return `approved the shape, revision ${Math.max(1, revision)}`
}

/** The items, with one more for each BLOCKER. */
function withFixes(items: readonly Task[], blockers: readonly Finding[]): Changed {
  const fixes = blockers.map(({ name, text }) => {
    const { text: what, files, run } = itemIn(text)
    return { ...taskOf(`fix-${name}`, what), ...(files && { files }), ...(run && { run }), blocker: name }
  })
  return { items: [...items.filter(({ id }) => !fixes.some((fix) => fix.id === id)), ...fixes] }
}

const taskOf = (id: string, text: string): Task => ({ id, text, dependsOn: [], criteria: [], done: false })

/** Other findings are stored for the report; what a look back has found is all of its text. */
function withFindings(session: Session, artifact: string | undefined): Changed {
  const review = artifactIn(session, 'review', artifact)
  const { findings = [] } = review ?? {}
  const { consult, purpose } = session
  const isAsked = consult === undefined || consult.stage !== undefined
  const isLookBack = purpose === 'reflect' && consult?.stage !== undefined
  const cut = (line: string) =>
    line.length > most.line ? `${line.slice(0, most.line)}… (the rest: ${roundFolder(session)})` : line
  const found = isLookBack
    ? pointsIn(artifact ?? '', /^[\s#>*+-]+/)
    : findings.flatMap(({ severity, text }) => (severity === 'BLOCKER' ? [] : `${severity}: ${text}`))
  const warnings = findings.flatMap(({ severity, text }) => (severity === 'WARNING' ? cut(text) : []))
  // An open one that the newest review does not find is gone.
  const held = session.warnings.filter((one) => !isOpen(one) || warnings.some((text) => isSame(text, one.text)))
  const { all, last } = withFound(held, warnings, 'W', session.warned)
  return {
    findings: [...session.findings, ...found.map(cut)].slice(-most.list),
    ...(review && isAsked && { warnings: all.slice(-most.list), warned: last }),
  }
}

/** The lines of a text that say something, without their marks. */
const pointsIn = (text: string, mark: RegExp): string[] =>
  text.split('\n').flatMap((line) => line.replace(mark, '').trim() || [])

/** Changes of a session, by their names in the table. */
const changes: Readonly<Record<string, Change>> = {
  ...mapValues(sets, (values) => () => values),
  // A consultation may have taken place before.
  'take the request': (session, start: Start) => ({ ...requested(session, start), heard: session.heard }),
  'begin a round': (session, start: Start) => ({ ...requested(session, start), round: session.round + 1 }),
  'be engaged': (_, { level = 'Collaborative' }: Bringing<'engage'>) => ({ engagement: level }),

  'shape by the request': ({ text = '' }) => {
    const shape = shapeOfRequest(text)
    const served = shape.criteria.map(({ id }) => id)
    return { shape, short: true, items: [{ ...taskOf('do', text.split('\n')[0] ?? ''), criteria: served }] }
  },

  'take the wish': (session, { text }: Bringing<'intent'>) => ({ text: text?.trim() || session.text }),

  'take the score': (session, scored: Bringing<'score'>) => ({
    spec: specAfter(session, scored),
    echo: scored.echo?.trim() || session.echo,
  }),
  'take the brief': (session, { artifact, settled }: Bringing<'submit'>) => ({
    brief: artifactIn(session, 'brief', artifact) ?? session.brief,
    warnings: settledBy(session.warnings, settled),
    sentBack: false,
  }),

  'take the shape': (session, { artifact, settled }: Bringing<'submit'>) => {
    const shape = artifactIn(session, 'shape', artifact) ?? session.shape
    const blockers = settledInShape(session, shape, settled)
    const warnings = settledBy(session.warnings, settled)
    return { shape, revision: session.revision + 1, blockers, warnings, sentBack: false }
  },
  'take the pick': (session, { pick }: Bringing<'consult done'>) => ({
    ...decided(session, `the developer picked: ${pick}`),
    approach: 'known',
  }),
  'hold what blocks': (session, brought: Found) => {
    const { all, last: named } = withFound(session.blockers, foundIn(brought), 'B', session.named)
    return { blockers: all, named }
  },
  'approve by itself': (session) => ({
    ...decided(session, 'the setting Autonomous approved the shape; the developer was not asked'),
    blockers: unsettled(session),
  }),
  'take the items': (session, { artifact, head, tree, settled, shown = {} }: Bringing<'submit'>) => {
    const { items = [] } = artifactIn(session, 'items', artifact) ?? {}
    const open = unsettled(session)
    const fresh = items.map((item) => ({ ...item, done: false }))
    const isBegun = session.main === 'loop.wave_execution'
    const early = stageOfWork(session).early.filter((id) => shown[id] === 'proven' || shown[id] === 'stale')
    return {
      ...withFixes(handedInAgain(itemForm, session.items, fresh, most.items - open.length), open),
      ...(session.items.length === 0 && { early }),
      ...(!isBegun && { since: head, tree }),
      ...{ blockers: [], shown: {}, warnings: settledBy(session.warnings, settled) },
    }
  },
  'take the wave': waved,
  'note the violation': (session, { mustNot = '' }: Bringing<'wave'>) =>
    decided(session, `stopped, as this happened: ${mustNot}`),
  'raise the limit': ({ limit, maxWaves }) => ({ limit: limit + maxWaves }),
  'add what blocks': (session, brought: Found) => {
    const open = openBlockers(session).map(({ text }) => text)
    const fresh = foundIn(brought).filter((text) => !open.includes(text))
    const { all, last: named } = withFound([], fresh, 'B', session.named)
    return { ...withFixes(session.items, all), named }
  },
  'keep the findings': (session, { artifact, settled }: Bringing<'submit'>) =>
    withFindings({ ...session, warnings: settledBy(session.warnings, settled) }, artifact),

  'open a consultation': (session, { mode, query }: Bringing<'consult'>) => {
    const stage = stageOf(session, mode)
    return { consult: { mode, query, ...(stage && { stage }) } }
  },
  // Else what was asked of one shape would be the answer to the next.
  'set the consultation aside': ({ consult }) => ({ consult: consult && { mode: consult.mode, query: consult.query } }),
  'close the consultation': (session, { artifact }: Bringing<'consult done'>) => {
    const { consult, heard } = session
    const name = nameOfHeard(session)
    const decision = `the agent heard an outside view (${consult?.mode}): ${roundFolder(session)}/${name}`
    return {
      ...withFindings(session, artifact),
      ...(consult && decided(session, decision)),
      consult: undefined,
      ...(consult?.stage === 'consult: validate' && { reviewed: session.revision }),
      heard: [...heard, name].slice(-most.list),
    }
  },

  'note the answer': (session, { word, said = '', typed = false }: Bringing<'answer'>) => {
    const words = said.trim() && !isWordAlone(said, word) ? `; ${passedOn(inline(said, 300), typed)}` : ''
    return {
      ...decided(session, `the developer ${saidIn(session, word)}${words}`),
      ...(session.main === 'loop.shape_approval' && { seen: shapeLines(session), blockers: unsettled(session) }),
    }
  },
  /** What the developer wants besides becomes points of ACCEPTANCE, so that a criterion has to cover them. */
  'take the new work': (session, { said = '' }: Bringing<'answer'>) => {
    const brief = session.brief ?? {
      ...{ nonGoals: [], constraints: [], stop: [], blastRadius: [] },
      objective: inline(session.text ?? ''),
      acceptance: session.shape?.criteria.map(({ text }) => text) ?? [],
    }
    const points = pointsIn(said, /^\s*(?:[-*+]|\d+[.)])\s+/).map((point) => inline(point))
    return { brief: { ...brief, acceptance: [...brief.acceptance, ...points].slice(0, most.items) }, short: false }
  },
  'end satisfied': ({ shown: before }, { shown = before }: Bringing<'answer'>) => ({ outcome: 'satisfied', shown }),
}

/** Changes of BLOCKERs are recorded as decisions, whatever step caused them. */
function noted(was: Session, is: Session, { verb }: HopePayload): Changed {
  const { found, settled } = blockersChanged(was, is)
  const left = verb === 'start' ? 'left open by the round before: ' : ''
  const what = [...found, ...settled.map((line) => `${left}${line}`)].map((line) => `BLOCKER ${line}`)
  return what.length > 0 ? decided(is, ...what) : {}
}

/** The same in the form that the engine expects. The state is not part of the context. */
export const updates = mapValues<string, Change, (context: Context, payload: Payload, state: string) => Context>(
  changes,
  (change) => (context, payload, state) => {
    const brought = payload as HopePayload
    const session = sessionIn(context, state)
    const changed: Session = { ...session, ...change(session, brought) }
    const { main: _, ...memory } = { ...changed, ...noted(session, changed, brought) }
    return Object.fromEntries(Object.entries(memory).filter(([, value]) => value !== undefined && value !== null))
  },
)
