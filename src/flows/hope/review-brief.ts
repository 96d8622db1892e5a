import { blockerLine, settledFindings } from './blockers'
import { checkLine, checksOf } from './checks'
import { bullets } from './documents'
import { openItems, roundFolder, type Session } from './session'

/** What a reviewer is told to look for, by what they review. */
const lookFor = {
  shape:
    'a criterion that nothing shows, or that a wrong result passes; a point of ACCEPTANCE without one; a way past a MUST NOT; what breaks at the edges, or the second time',
  work: 'what a criterion asks and the work does not do; a MUST NOT that was crossed; what breaks at the edges, or the second time; tests that cannot fail. Run what can be run',
} as const

/** How a reviewer says what was looked at. */
export const lookedAt = 'C1: what was read or run'

/**
 * @returns what a reviewer is told who has seen nothing of the work: the files, what has to hold, what was found before,
 *   and what to look for; none of the author's reasons
 */
export function reviewBrief(session: Session, what: keyof typeof lookFor): string {
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
    `Look for ${lookFor[what]}.`,
    `Answer with FINDINGS: none, or below FINDINGS one a line: \`- BLOCKER: what, and where\`; WARNING; SUGGESTION. Below CHECKED, one a line: \`- ${lookedAt}\`.`,
  ]
    .filter(Boolean)
    .join('\n')
}
