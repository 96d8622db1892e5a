import { fenced, paragraphs, sections } from '../../markdown/sections'
import { table } from '../../markdown/table'
import { blockerLine, leftFindings, openBlockers, settledFindings } from './blockers'
import { byText, uncoveredBy, wordsOf } from './checks'
import { briefText, bullets, quoted, shapeText, titleOf } from './documents'
import { tierOf } from './formulas'
import { countsIn, gate } from './gate'
import type { Session } from './session'

/** @returns a round as one document, for a pull request */
export function roundText(session: Session): string {
  const { text = '', brief, main, outcome, decisions, shape, items } = session
  const standing = [session.type, session.engagement, tierOf(session.risk), outcome ?? main, countsIn(session)]
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
  return paragraphs(`# ${titleOf(session)}`, standing.filter(Boolean).join(' · '), parts)
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
