import { fenced, paragraphs, sections } from '../../text/markdown/sections'
import { table } from '../../text/markdown/table'
import type { WantedChange } from '../../workflow/effect'
import type { TransitionInput } from '../../workflow/transition'
import { blockerLine, leftFindings, openBlockers, settledFindings } from './blockers'
import { byText, countsIn, gate, uncoveredBy, wordsOf } from './checks'
import { briefText, bullets, quoted, shapeText, titleOf } from './documents'
import type { HopePayload } from './payload'
import { takenIn } from './problems'
import { tierOf } from './request'
import { isOver, roundFolder, type Session, sessionIn } from './session'

export const nameOfHeard = ({ heard, consult }: Session): string =>
  `consult-${Number(heard.at(-1)?.split('-')[1] ?? 0) + 1}-${consult?.mode ?? 'side'}.md`

/** Each submitted text is stored unchanged in a file of its own; an earlier version is renamed. */
export const changes: Readonly<Record<string, (given: TransitionInput) => readonly WantedChange[]>> = {
  'keep what is handed in': ({ from, before, state, context, payload }) => {
    const was = sessionIn(before, from)
    const session = sessionIn(context, state)
    const brought = payload as HopePayload
    // A round that is over is archived as one document beside what was submitted.
    const isClosed = isOver(session) && !isOver(was)
    const texts = [...handedIn(was, session, brought), ...(isClosed ? [['round.md', roundText(session)] as const] : [])]
    return texts.flatMap(([name, text]): WantedChange[] => {
      const path = `${roundFolder(session)}/${name}`
      return [
        { do: 'retire', path },
        { do: 'create', path, text: text.replace(/\n?$/, '\n') },
      ]
    })
  },
}

type Paper = readonly [name: string, text: string]

function handedIn(was: Session, session: Session, brought: HopePayload): readonly Paper[] {
  const { at } = brought
  switch (brought.verb) {
    case 'start':
    case 'intent': {
      const isSame = brought.verb === 'intent' && session.text === was.text
      return isSame ? [] : [['request.md', withFront({ at, type: session.type }, brought.text ?? '')]]
    }
    case 'submit': {
      const kind = takenIn(was, brought.artifact)
      return kind ? [[`${kind}.md`, brought.artifact]] : []
    }
    case 'consult done': {
      const { mode, query, stage } = was.consult ?? {}
      const { pick, artifact = '' } = brought
      return [[nameOfHeard(was), withFront({ at, consultation: mode, question: query, for: stage, pick }, artifact)]]
    }
    case 'answer': {
      const { word, said } = brought
      // A yes to the sentence is another than that to the shape.
      const name = `${was.main === 'intent.echo_check' ? 'echo' : 'answer'}-${word}.md`
      const papers: readonly Paper[] = said?.trim() ? [[name, withFront({ at, answer: word }, said)]] : []
      return session.brief === was.brief ? papers : [...papers, ['brief.md', briefText(session)]]
    }
    default:
      return []
  }
}

/** Adds front matter to a text, with each value as JSON, which is valid YAML. */
function withFront(front: Readonly<Record<string, string | undefined>>, text: string): string {
  const lines = Object.entries(front).flatMap(([key, value]) => (value ? `${key}: ${JSON.stringify(value)}` : []))
  return ['---', ...lines, '---', '', text].join('\n')
}

/** @returns a round as one document, for a pull request */
export function roundText(session: Session): string {
  const { text = '', brief, main, outcome, decisions, shape, items } = session
  const summary = [session.type, session.engagement, tierOf(session.risk), outcome ?? main, countsIn(session)]
  const open = openBlockers(session).map((one) => `BLOCKER ${blockerLine(one)}`)
  const parts = sections(2, [
    ['Request', quoted(text)],
    ['Brief', brief && fenced(briefText(session), 'text')],
    ['Shape', shape && fenced(shapeText(session), 'text')],
    ['Decisions', bullets(decisions)],
    ['Settled', bullets(settledFindings(session).map(blockerLine))],
    ['Items', items.length > 0 && progress(items)],
    ['Checks', shape && resultsTable(session)],
    ['Open', bullets([...open, ...uncoveredBy(shape, brief).map(({ line }) => line)])],
    [session.type === 'Reflect' ? 'Findings' : 'Warnings and Suggestions', bullets(leftFindings(session))],
  ])
  return paragraphs(`# ${titleOf(session)}`, summary.filter(Boolean).join(' · '), parts)
}

/** The items with the wave that did them, and what came of it. */
const progress = (items: Session['items']): string =>
  table(
    ['Item', 'What', 'Done', 'What came of it'],
    items.map(({ id, text, done, wave, outcome, reason = '' }) => {
      return [id, text, done ? `in wave ${wave ?? '?'}` : 'no', outcome ?? reason]
    }),
  )

/** Each criterion and limit, where it stands, what shows it, and whose word that is. */
const resultsTable = (session: Session): string =>
  table(
    ['', 'What has to hold', 'Standing', 'Evidence'],
    gate(session).map(({ check, standing, because }) => [check.id, wordsOf(check), standing, byText(check, because)]),
  )
