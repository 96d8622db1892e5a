import { reviews } from '../../../templates/hope/workflow.yaml'
import { blockerLine, settledFindings } from './blockers'
import { checkLine, checksOf } from './checks'
import { bullets } from './documents'
import { openItems, roundFolder, type Session } from './session'

/** How a reviewer says what was looked at. */
export const lookedAt = 'C1: what was read or run'

/**
 * @returns what a reviewer is told who has seen nothing of the work: the files, what has to hold, what was found before,
 *   and what to look for; none of the author's reasons
 */
export function reviewBrief(session: Session, what: keyof typeof reviews): string {
  const checks = checksOf(session.shape)
  const folder = roundFolder(session)
  const brief = session.brief ? [`\`${folder}/brief.md\``] : []
  const since = session.since?.slice(0, 12)
  const work = since ? `what git has changed since ${since}` : 'the changed files'
  const stuck = what === 'work' && session.stalls > 2 ? openItems(session) : []
  const list = (heading: string, lines: readonly string[]) => lines.length > 0 && `${heading}:\n${bullets(lines)}`
  return [
    `Review ${what === 'shape' ? '' : `${work}, against `}${[`\`${folder}/shape.md\``, ...brief].join(' and ')}, as one who did not make it.`,
    list(
      'Three tries to go on have failed. Review thoroughly: find out first what is in the way of each',
      stuck.map(({ id, text, reason }) => `${id}: ${text}${reason ? ` (not done: ${reason})` : ''}`),
    ),
    list('Criteria and limits', checks.map(checkLine)),
    list('Said to be settled; check it', settledFindings(session).map(blockerLine)),
    `Look for ${reviews[what]}.`,
    `Answer with FINDINGS: none, or below FINDINGS one a line: \`- BLOCKER: what, and where\`; WARNING; SUGGESTION. Below CHECKED, one a line: \`- ${lookedAt}\`.`,
  ]
    .filter(Boolean)
    .join('\n')
}
