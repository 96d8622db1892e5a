import { fenced, paragraphs, sections } from '../../text/markdown/sections'
import { isMet } from '../../workflow/criteria/counts'
import { verificationItem } from '../../workflow/criteria/said-command'
import type { ShapeCriterion } from './artifacts'
import { openBlockers } from './blockers'
import { gate, uncoveredBy, wordsOf } from './checks'
import { briefText, bullets, inline, quoted, shapeText, titleOf } from './documents'
import { openItems, roundFolder, type Session } from './session'

/** @returns whether a round leaves something that the spells could go on with */
export const hasLeft = (session: Session): boolean =>
  session.shape !== undefined &&
  session.type !== 'Reflect' &&
  (openOf(session).length > 0 || tasksOf(session).length > 0)

/**
 * @returns the title of the work, and the texts of context.md and plan.md, with which the six spells go on: of a Plan
 *   session everything, of another what is left
 */
export function handover(session: Session) {
  const { text = '', brief, shape, decisions } = session
  const title = titleOf(session)
  const source = `From \`${roundFolder(session)}/\` (\`spell hope show\`).`
  const tasks = tasksOf(session)
  const context = sections(2, [
    ['Request', quoted(text)],
    ['Brief', brief && fenced(briefText(session), 'text')],
    ['Approach', shape && fenced(shapeText(session), 'text')],
    ['Decided', bullets(decisions)],
  ])
  const plan = sections(2, [
    ['Order of Work', tasks.map((task, index) => `${index + 1}. ${inline(task)}`).join('\n')],
    ['Must Not', bullets(shape?.mustNot ?? [])],
    ['Acceptance Criteria', openOf(session).map(criterion).join('\n')],
  ])
  const whole = (text: string) => `${paragraphs(`# ${title}`, source, text)}\n`
  return { title, context: whole(context), plan: whole(plan) }
}

type Open = Pick<ShapeCriterion, 'text' | 'verify'>

/** The criteria that nothing shows yet, the points that no criterion covers, and the BLOCKERs. */
const openOf = (session: Session): readonly Open[] => [
  ...gate(session).flatMap(({ check, standing }) =>
    isMet(standing) || check.isLimit || check.isItem ? [] : [{ text: wordsOf(check), verify: check.verify }],
  ),
  ...uncoveredBy(session.shape, session.brief),
  ...openBlockers(session),
]

/** @returns what is left, a line each: the one answer to that */
export const leftOf = (session: Session): readonly string[] => [
  ...openItems(session).map(({ id, text }) => `${id}: ${text}`),
  ...openOf({ ...session, items: session.items.filter(({ blocker }) => !blocker) }).map(({ text }) => text),
]

/** The items that are not done, in their order; without items what the shape begins with. */
function tasksOf({ items, shape }: Session): readonly string[] {
  if (items.length === 0) return shape?.startAction ? [shape.startAction] : []
  return openItems({ items }).flatMap(({ blocker, text }) => (blocker ? [] : text))
}

const criterion = ({ text, verify }: Open): string =>
  `- [ ] ${inline(text)}${verify ? `\n  ${verificationItem(verify)}` : ''}`
