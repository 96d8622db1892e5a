import { table } from '../../markdown/table'
import { blockerLine, openBlockers, settledFindings } from './blockers'
import { byText, uncoveredBy, wordsOf } from './checks'
import { briefText, bullets, fenced, quoted, section, shapeText, titleOf } from './documents'
import { tierOf } from './formulas'
import { countsIn, gate } from './gate'
import type { Session } from './session'

/** @returns a round as one document, for a pull request */
export function roundText(session: Session): string {
  const { text = '', brief, main, outcome, findings, decisions, shape, items } = session
  const standing = [session.type, session.engagement, tierOf(session.risk), outcome ?? main, countsIn(session)]
  const open = openBlockers(session).map((one) => `BLOCKER ${blockerLine(one)}`)
  return [
    `# ${titleOf(session)}`,
    standing.filter(Boolean).join(' · '),
    section('Request', quoted(text)),
    section('Brief', brief && fenced(briefText(session))),
    section('Shape', shape && fenced(shapeText(session))),
    section('Decisions', bullets(decisions)),
    section('Settled', bullets(settledFindings(session).map(blockerLine))),
    section('Items', items.length > 0 ? progress(items) : ''),
    section('Checks', shape && resultsTable(session)),
    section('Open', bullets([...open, ...uncoveredBy(shape, brief).map(({ line }) => line)])),
    section(session.type === 'Reflect' ? 'Findings' : 'Warnings and Suggestions', bullets(findings)),
  ]
    .filter(Boolean)
    .join('\n\n')
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
