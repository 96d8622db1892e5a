import { visible } from '../../../markdown/visible'
import { audit } from '../audit'
import { criterionLine } from '../documents'
import { readyItems } from '../formulas'
import { printMarker } from '../marker'
import { nextOf } from '../places'
import { markerOf, type Session } from '../session'

/** The texts of the hooks, from `templates/hope-hooks/`, by name. */
export type HookTexts = Readonly<Record<string, string>>

/** The host truncates texts of more than 10,000 characters. */
const maxContextBytes = 9500
const maxLineLength = 300
const maxListItems = 20

export interface Standing {
  readonly state: string
  readonly session: Session
  readonly isByHand?: boolean
}

/** @returns the text for an agent at the start of a session, or after compaction */
export function atStart({ state, session, isByHand }: Standing, texts: HookTexts): string {
  const next = nextOf(state, session)
  const who = next.by === 'human' ? 'the developer decides' : 'you'
  return whole(
    isByHand && texts['by-hand'],
    texts.rules,
    markerLine(session),
    `Where it stands: ${session.main}.`,
    next.command && `Next (${who}): \`${next.command}\`; \`spell hope status\` tells what to do in full.`,
    list('The objective', objective(session)),
    list('Must not', session.shape?.mustNot),
  )
}

/** @returns one line for every turn: where it is, what the audit says, and what comes next */
export function atTurn({ state, session, isByHand }: Standing, texts: HookTexts): string {
  const { verdict, advice } = audit(session, false)
  const { by, command } = nextOf(state, session)
  const { main, wave, limit } = session
  const isAsking = verdict === 'CLARIFY' && main.startsWith('intent.')
  const marker = markerOf(session)
  const values: Readonly<Record<string, string>> = {
    place: main === 'loop.wave_execution' ? `wave ${wave + 1} of at most ${limit}` : main,
    verdict: [isAsking ? 'PROCEED with the questions' : verdict, ...advice].join(' '),
    who: by === 'human' ? 'the developer decides' : 'you',
    command: command ?? 'spell hope status',
    marker: marker ? printMarker(marker) : 'no marker yet',
  }
  const text = (texts.turn ?? '').replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  return line(isByHand ? `${text} ${texts['by-hand'] ?? ''}` : text, maxTurnLength)
}
const maxTurnLength = 700

/** @returns the text for a subagent, which has not seen the conversation */
export const forSubagent = ({ session, isByHand }: Standing, texts: HookTexts): string =>
  whole(
    texts.subagent,
    isByHand && texts['by-hand'],
    markerLine(session),
    list('The objective', objective(session)),
    list('Criteria', criteria(session)),
    list('Must not', session.shape?.mustNot),
    list('Acceptance', session.brief?.acceptance),
    list('Stop and report when', session.brief?.stop),
    list(`Items of wave ${session.wave + 1}, of which one may be yours`, current(session)),
    texts.evidence,
    texts.keep,
  )

/** @returns what must survive compaction */
export const beforeCompaction = ({ session, isByHand }: Standing, texts: HookTexts): string =>
  whole(
    texts.preserve,
    isByHand && texts['by-hand'],
    markerLine(session),
    `Where it stands: ${session.main}, wave ${session.wave} of ${session.limit}.`,
    `Horizon: ${session.horizon ?? 'not said'}.`,
    list('The objective', objective(session)),
    list('Criteria', criteria(session)),
    list('Must not', session.shape?.mustNot),
    list('Decisions', session.decisions),
  )

const markerLine = (session: Session): string => {
  const marker = markerOf(session)
  return marker ? printMarker(marker) : 'There is no marker yet: the developer has not said how they take part.'
}

const objective = ({ brief, text }: Session): string[] => [brief?.objective ?? text ?? ''].filter(Boolean)

const criteria = ({ shape }: Session) => shape?.criteria?.map(criterionLine)

const current = ({ items, main }: Session) =>
  main === 'loop.wave_execution' ? readyItems(items).map(({ id, text }) => `${id}: ${text}`) : []

/** Keeps foreign text in its line. */
const line = (text: string, longest = maxLineLength): string => {
  const plain = visible(text.replace(/\s+/g, ' ')).trim()
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain
}

function list(heading: string, texts: readonly string[] = []): string | false {
  const more = texts.length - maxListItems
  const lines = texts.slice(0, maxListItems).map((text) => `- ${line(text)}`)
  if (more > 0) lines.push(`- and ${more} more: spell hope status`)
  return lines.length > 0 && [`${heading}:`, ...lines].join('\n')
}

function whole(...paragraphs: readonly (string | false | null | undefined)[]): string {
  const text = paragraphs.filter(Boolean).join('\n\n')
  return text.length > maxContextBytes ? `${text.slice(0, maxContextBytes - 60)}…\n\nThe rest: spell hope status` : text
}
