import { bullets, code, inline, paragraphs } from '../../answer/markdown'
import { allowedIn, type Report } from './report'
import type { Place } from './rules'

/** @returns the report as Markdown, for people */
export function asText(report: Report): string {
  const { findings } = report
  const noted = allowedIn(report)
  return `${paragraphs(
    verdictOf(report),
    bullets(
      findings.map(
        (finding) => `${code(finding.rule)} ${at(finding)}: ${inline(finding.message)} ${helpOf(finding.fix)}`,
      ),
    ),
    noted.length > 0 && 'What a reader of the history should know:',
    bullets(noted.map((told) => `${code(told.rule)} ${at(told)}: ${inline(told.message)}`)),
  )}\n`
}

/** One sentence, or two. */
export function verdictOf({ has, title, steps, findings, base }: Report): string {
  if (findings.length > 0) {
    return findings.length === 1 ? 'One rule does not hold:' : `${findings.length} times a rule does not hold:`
  }
  if (!has) return 'There is no `.ai/` here, so there is nothing to check.'
  if (steps === 0) return 'All is in order: the work has not begun.'
  const compared = base ? ` It goes on from where ${code(base.name)} left it.` : ''
  return `All is in order: ${steps === 1 ? 'one step leads' : `${steps} steps lead`} from the start to “${inline(title ?? '')}”.${compared}`
}

/** A sentence is to be read, everything else to be pasted. */
export const helpOf = (fix: string): string => (fix.endsWith('.') ? inline(fix) : code(inline(fix)))

export const at = ({ where, line }: Place): string => code(line === undefined ? where : `${where}:${line}`)
