import { partsOf } from '../../engine/place'
import { countStandings } from '../../workflow/criteria/counts'
import { isSeen, wordFor } from '../../workflow/event-words'
import type { AnswerExtras, Phrases } from '../../workflow/texts'
import type { TransitionResult } from '../../workflow/transition'
import { readArtifact } from './artifact'
import { blockersChanged, openBlockers } from './blockers'
import { gate } from './checks'
import { briefText, inline, shapeText } from './documents'
import { saidBefore } from './payload'
import { takenIn, wordsHere } from './problems'
import { tierOf } from './request'
import { type HopeStep, isOver, most, openItems, readyItems, roundFolder, stepOf } from './session'
import { valuesOf } from './values'

/** What is not recorded of a payload as it is: its texts have files. */
const elsewhere = ['verb', 'at', 'text', 'artifact', 'said', 'settled', 'head', 'tree', 'absent', 'dims', 'echo']

/** @returns what a step's entry records, shortened; of BLOCKERs it is the only permanent record */
export function about(taken: TransitionResult): Readonly<Record<string, unknown>> {
  const { brought, was, session } = stepOf(taken)
  const { found, settled } = blockersChanged(was, session)
  const said = brought.verb === 'answer' && brought.said?.trim()
  const isClaimed = session.outcome === 'satisfied' && gate(session).some(({ standing }) => standing === 'claimed')
  return {
    ...Object.fromEntries(Object.entries(brought).filter(([key]) => !elsewhere.includes(key))),
    ...(brought.verb === 'score' && { total: session.spec?.total }),
    ...(said && { said: inline(said, most.line) }),
    ...(isClaimed && { claimed: true }),
    ...(found.length > 0 && { found }),
    ...(settled.length > 0 && { settled }),
    by: byOf(taken.rows, brought),
  }
}

/** What takes a word is the developer's to decide. */
function byOf(rows: readonly string[], brought: HopeStep['brought']): 'developer' | 'agent' | 'setting' | undefined {
  if (rows.includes('L4')) return 'setting'
  const { verb = 'status' } = brought
  const isTheirs =
    wordFor(saidBefore, verb, brought, rows) !== undefined || ('pick' in brought && brought.pick !== undefined)
  return isTheirs ? 'developer' : ['submit', 'intent', 'engage', 'consult done'].includes(verb) ? 'agent' : undefined
}

/** What the history says of who decided: the developer only if their word was seen. */
export function retell({ by }: Readonly<Record<string, unknown>>, word?: unknown): string {
  if (by === 'setting') return 'by the setting'
  if (isSeen(word)) return 'by the developer'
  return by === 'developer' || by === 'agent' ? 'by the agent' : ''
}

/** What a session adds to an answer: values for the texts, files to read, and its state as data. */
export function tell(taken: TransitionResult, phrases: Phrases): AnswerExtras {
  const step = stepOf(taken)
  const { state, rows, session, brought } = step
  const [soul = '', main = '', service = ''] = partsOf(state)
  const { wave, limit, items } = session
  return {
    values: valuesOf(step, phrases),
    warnings: warningsOf(step),
    quotes: isLook(step) ? quotesOf(step) : [],
    shown: shownIn(step),
    leftOut: { developer: byAgent },
    brevity:
      isLook(step) || step.was.text === undefined || brought.verb === 'start'
        ? undefined
        : main === 'loop.wave_execution' && wave > 0
          ? 'again'
          : 'familiar',
    fields: {
      kind: 'hope',
      rule: rows.join(' → '),
      by: byOf(rows, brought) ?? null,
      soul,
      main,
      service,
      engagement: session.engagement ?? null,
      type: session.text === undefined ? null : session.type,
      purpose: main === 'consult' ? (session.purpose ?? null) : null,
      ended: session.outcome ?? null,
      score: session.spec ? { total: session.spec.total } : null,
      tier: session.text === undefined ? null : tierOf(session.risk),
      blockers: openBlockers(session),
      waves: { number: wave, limit },
      items: { done: items.length - openItems(session).length, total: items.length },
      ready: readyItems(session).map(({ id }) => id),
      counts: countStandings(gate(session).map(({ standing }) => standing)),
      answers: wordsHere(session),
    },
  }
}

const byAgent = ['score', 'submit', 'wave', 'consult done'] as const

/** What is refused changes nothing, so it is only refused. */
function warningsOf({ brought, was, before, context }: HopeStep): string[] {
  if (brought.verb === 'submit') {
    const kind = context === before ? undefined : takenIn(was, brought.artifact)
    return kind ? readArtifact(kind, brought.artifact, was).advice.map((advice) => `${advice}.`) : []
  }
  if (brought.verb !== 'consult done') return []
  const { artifact = '' } = brought
  const isUnheard = /\bBLOCKER\b/.test(artifact) && !/^\W*findings\b/im.test(artifact)
  return isUnheard
    ? ['The text says BLOCKER, and none was taken from it: a line `- BLOCKER: …` under FINDINGS reports one.']
    : []
}

/** In a step, name the files that the agent has read or written in this conversation; in a look, quote all of them. */
const isLook = ({ rows }: HopeStep): boolean => rows.some((row) => row.startsWith('S.'))

/** Words of an outside view or the developer, quoted in a look only: after a step, its agent knows them. */
function shownIn(step: HopeStep): readonly string[] {
  if (!isLook(step)) return []
  const { main, type, heard } = step.session
  const outside = heard.slice(-1)
  const needed: Readonly<Partial<Record<string, readonly string[]>>> = {
    'intent.clarify': ['echo-edits.md'],
    'shape.synthesize': outside,
    consult: outside,
    'loop.spec_scoring': ['answer-edit.md', 'answer-new-work.md'],
    completed: type === 'Reflect' ? outside : [],
  }
  return (needed[main] ?? []).map((name) => `${roundFolder(step.session)}/${name}`)
}

function quotesOf({ state, session }: HopeStep): { heading: string; text: string }[] {
  const { main, text = '', decisions } = session
  if (session.text === undefined && !session.consult) return []
  const isConsulting = state.includes('consult.')
  const isEnd = isOver(session)
  const isBriefed = !isEnd && main !== 'user_need' && !main.startsWith('intent.')
  return [
    { heading: 'The Request', text: isEnd && !isConsulting ? '' : text },
    { heading: 'The Brief', text: isBriefed ? briefText(session) : '' },
    { heading: 'The Shape', text: isBriefed && main !== 'shape.extract' ? shapeText(session) : '' },
    { heading: 'Decided So Far', text: main === 'loop.review_feedback' || isConsulting ? decisions.join('\n') : '' },
  ].filter((quote) => quote.text !== '')
}
