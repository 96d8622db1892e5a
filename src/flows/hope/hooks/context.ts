import { visible } from '../../../markdown/visible'
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
export const atStart = (standing: Standing, texts: HookTexts): string =>
  whole(standing, texts, ['by-hand', 'rules', 'marker', 'place', 'next', 'objective', 'limits'])

/** @returns the text for a subagent, which has not seen the conversation */
export const forSubagent = (standing: Standing, texts: HookTexts): string =>
  whole(standing, texts, [
    'subagent',
    'by-hand',
    'marker',
    'objective',
    'criteria',
    'limits',
    'acceptance',
    'stop',
    'items',
    'evidence',
    'keep',
  ])

/** @returns what must survive compaction */
export const beforeCompaction = (standing: Standing, texts: HookTexts): string =>
  whole(standing, texts, [
    'preserve',
    'by-hand',
    'marker',
    'wave',
    'horizon',
    'objective',
    'criteria',
    'limits',
    'decisions',
  ])

/** The paragraphs of a text: those of the templates, and what is said of the session. */
function whole({ state, session, isByHand }: Standing, texts: HookTexts, wanted: readonly string[]): string {
  const { brief, shape, items, main, wave, limit, horizon = 'not said', text: request = '', decisions } = session
  const { command } = nextOf(state, session)
  const marker = markerOf(session)
  const ready =
    main === 'loop.wave_execution'
      ? readyItems(items).map(({ id, text, run }) => `${id}: ${text}${run ? ` (run: ${run})` : ''}`)
      : []
  const paragraphs: Readonly<Record<string, string | false | null | undefined>> = {
    ...texts,
    'by-hand': isByHand && texts['by-hand'],
    marker: marker ? printMarker(marker) : 'There is no marker yet: the developer has not said how they take part.',
    place: `Where it stands: ${main}.`,
    wave: `Where it stands: ${main}, wave ${wave} of ${limit}.`,
    next: command && `Next (${whoIn(state, session)}): \`${command}\`; \`spell hope status\` tells what to do in full.`,
    horizon: `Horizon: ${horizon}.`,
    objective: list('The objective', [brief?.objective ?? request].filter(Boolean)),
    criteria: list('Criteria', shape?.criteria?.map(criterionLine)),
    limits: list('Must not', shape?.mustNot),
    acceptance: list('Acceptance', brief?.acceptance),
    stop: list('Stop and report when', brief?.stop),
    items: list(`Items of wave ${wave + 1}, of which one may be yours`, ready),
    decisions: list('Decisions', decisions),
  }
  const text = wanted.flatMap((name) => paragraphs[name] || []).join('\n\n')
  return text.length > maxContextBytes ? `${text.slice(0, maxContextBytes - 60)}…\n\nThe rest: spell hope status` : text
}

const whoIn = (state: string, session: Session): string =>
  nextOf(state, session).by === 'human' ? 'the developer decides' : 'you'

/** @returns one line for every turn: where it is, and what comes next */
export function atTurn({ state, session, isByHand }: Standing, texts: HookTexts): string {
  const { command } = nextOf(state, session)
  const { main, wave, limit } = session
  const marker = markerOf(session)
  const values: Readonly<Record<string, string>> = {
    place: main === 'loop.wave_execution' ? `wave ${wave + 1} of at most ${limit}` : main,
    who: whoIn(state, session),
    command: command ?? 'spell hope status',
    marker: marker ? printMarker(marker) : 'no marker yet',
  }
  const text = (texts.turn ?? '').replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  return line(isByHand ? `${text} ${texts['by-hand'] ?? ''}` : text, maxTurnLength)
}
const maxTurnLength = 700

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
