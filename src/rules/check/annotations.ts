import { bullets, code, inline, paragraphs } from '../../answer/markdown'
import { shownText } from '../../markdown/shown-text'
import { table } from '../../markdown/table'
import type { Place } from '../finding'
import { allowedIn, type Report } from './report'
import { at, helpOf, rerunText, verdictOf } from './text'

/** GitHub shows no more of one kind per step. */
const maxAnnotations = 10
/** A summary may be one mebibyte long, which is more than is ever read. */
const maxRows = 100

/**
 * The report as workflow commands: an error for each finding and a notice for each allowed event, with file and line.
 *
 * @param folder the root, relative to the repository; empty if they are the same
 */
export function asAnnotations(report: Report, folder: string): string {
  const { findings } = report
  const noted = allowedIn(report)
  const lines = [
    ...findings
      .slice(0, maxAnnotations)
      .map((finding) => annotation('error', folder, finding, `${finding.message} → ${finding.fix}`)),
    ...noted.slice(0, maxAnnotations).map((told) => annotation('notice', folder, told, told.message)),
  ]
  const said = [rerunText(report), verdictOf(report)].filter(Boolean)
  const verdict = said.map((sentence) => inline(sentence).replaceAll('`', ''))
  const rest = findings.length > maxAnnotations ? [`The summary of this step has all ${findings.length} findings.`] : []
  return `${[...verdict, ...lines, ...rest].join('\n')}\n`
}

/** The error that stopped the check, shown as an annotation. */
export const asError = (message: string, fix: string): string =>
  `::error title=spell check::${data(`${message} → ${fix}`)}\n`

function annotation(
  kind: 'error' | 'notice',
  folder: string,
  { where, line, rule }: Place & { rule: string },
  message: string,
) {
  const file = folder === '' ? where : `${folder}/${where}`
  const place = line === undefined ? '' : `,line=${line}`
  return `::${kind} file=${property(file)}${place},title=${property(`spell check: ${rule}`)}::${data(inline(message))}`
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** The report for the page of the run. */
export function asSummary(report: Report): string {
  const { findings } = report
  const noted = allowedIn(report)
  const cut = (count: number) => count > maxRows && `… and ${count - maxRows} more.`
  return `${paragraphs(
    '## spell check',
    rerunText(report),
    verdictOf(report),
    findings.length > 0 &&
      table(
        ['Rule', 'Where', 'What happened', 'What helps'],
        findings
          .slice(0, maxRows)
          .map((finding) => [code(finding.rule), at(finding), shownText(finding.message), helpOf(finding.fix)]),
      ),
    cut(findings.length),
    noted.length > 0 && 'What a reader of the history should know:',
    bullets(noted.slice(0, maxRows).map((told) => `${code(told.rule)} ${at(told)}: ${shownText(told.message)}`)),
    cut(noted.length),
  )}\n`
}
