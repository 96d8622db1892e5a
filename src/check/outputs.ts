import { shownCommand } from '../text/markdown/shown-command'
import { shownText } from '../text/markdown/shown-text'
import { table } from '../text/markdown/table'
import { bullets, code, inline, paragraphs } from '../text/markdown-parts'
import { hasSeen, wordsText } from '../work/history/word-counts'
import { expectedText } from '../workflow/criteria/planned-command'
import { standard } from '../workflows/registry'
import { type Place, type Rule, rules } from './finding'
import type { CheckReport, Noted, ReportedPiece } from './report'

/** What every output tells of a report: what was run again, the verdict, the findings, and what is only noted. */
const readingOf = (report: CheckReport) => ({
  opening: [rerunText(report), verdictOf(report)].filter(Boolean),
  findings: report.findings,
  // Forbidden events are among the findings.
  noted: report.noted.filter(
    ({ rule, where, line }) =>
      !report.findings.some((found) => found.rule === rule && found.where === where && found.line === line),
  ),
})

/** The report for a terminal or a log. */
export function asText(report: CheckReport): string {
  const { opening, findings, noted } = readingOf(report)
  const found = findings.map((finding) => `${told(finding, inline)} ${helpOf(finding.fix)}`)
  return `${paragraphs(...opening, bullets(found), ...forReader(noted, inline))}\n`
}

/** The report for the page of the run, on GitHub. */
export function asSummary(report: CheckReport): string {
  const { opening, findings, noted } = readingOf(report)
  const cut = (count: number) => count > maxRows && `… and ${count - maxRows} more.`
  const rows = findings
    .slice(0, maxRows)
    .map((finding) => [code(finding.rule), at(finding), shownText(finding.message), helpOf(finding.fix)])
  return `${paragraphs(
    '## spell check',
    ...opening,
    rows.length > 0 && table(['Rule', 'Where', 'What happened', 'What helps'], rows),
    cut(findings.length),
    ...forReader(noted.slice(0, maxRows), shownText),
    cut(noted.length),
  )}\n`
}

/** A summary may be one mebibyte long, which is more than is ever read. */
const maxRows = 100

type Shown = (text: string) => string

const told = (of: Pick<Noted, 'rule' | 'message'> & Place, shown: Shown): string =>
  `${code(of.rule)} ${at(of)}: ${shown(of.message)}`

const forReader = (noted: readonly Noted[], shown: Shown) => [
  noted.length > 0 && 'What a reader of the history should know:',
  bullets(noted.map((one) => told(one, shown))),
]

/** One or two sentences. */
function verdictOf({ has, pieces, findings, base }: CheckReport): string {
  if (findings.length > 0) {
    return findings.length === 1 ? 'One finding:' : `${findings.length} findings:`
  }
  if (!has) return 'There is no `.ai/` here, so there is nothing to check.'
  if (base && !pieces.some(({ isNew }) => isNew)) return `All is in order: no work is new since ${code(base.name)}.`
  const begun = pieces.filter(({ steps }) => steps > 0)
  if (begun.length === 0) return 'All is in order: no work has begun here.'
  const compared = base ? ` It goes on from where ${code(base.name)} left it.` : ''
  const atHand = begun.filter(({ isArchived }) => !isArchived).map(pieceText)
  const archived = begun.filter(({ isArchived }) => isArchived)
  const steps = archived.reduce((sum, piece) => sum + piece.steps, 0)
  const put = archived.length > 0 ? [`${counted(archived.length, 'archive')} with ${counted(steps, 'step')}`] : []
  return `All is in order: ${[...atHand, ...put].join('; ')}.${compared}`
}

/** @returns each command that was run again, with its result; empty without `--rerun` */
function rerunText({ rerun }: Pick<CheckReport, 'rerun'>): string {
  if (!rerun) return ''
  if (rerun.length === 0) return '`--rerun` ran nothing: no work that is judged has a command to run.'
  const runs = rerun.map(
    ({ work, command, expect, isPassed, because }) =>
      `${shownCommand(command)}${expectedText(expect)} ${isPassed ? 'passed' : `did not pass: ${inline(because)}`} (${inline(work)})`,
  )
  const passed = rerun.filter(({ isPassed }) => isPassed).length
  return paragraphs(`Run again: ${rerun.length}, passed: ${passed}.`, bullets([...new Set(runs)]))
}

function pieceText({ workflow, name, steps, title = '', counts, words }: ReportedPiece): string {
  const whose = workflow === standard ? '' : workflow === name ? `${name}, ` : `${workflow} “${inline(name)}”, `
  const said = hasSeen(words) ? ` (${wordsText(words)})` : ''
  return `${whose}${steps === 1 ? `one step${said} leads` : `${steps} steps${said} lead`} from the start to “${inline(title)}”${counts ? `, ${counts}` : ''}`
}

const counted = (number: number, what: string): string => (number === 1 ? `one ${what}` : `${number} ${what}s`)

/** A sentence is text, anything else a command to paste. */
const helpOf = (fix: string): string => (fix.endsWith('.') ? inline(fix) : code(inline(fix)))

const placeText = ({ where, line }: Place): string => (line === undefined ? where : `${where}:${line}`)
const at = (place: Place): string => code(placeText(place))

/** GitHub shows no more of one kind per step. */
const maxAnnotations = 10

/**
 * The report as workflow commands: an error for each finding and a notice for each allowed event, with file and line.
 *
 * @param folder the root, relative to the repository; empty if they are the same
 */
export function asAnnotations(report: CheckReport, folder: string): string {
  const { opening, findings, noted } = readingOf(report)
  const lines = [
    ...findings
      .slice(0, maxAnnotations)
      .map((finding) => annotation('error', folder, finding, `${finding.message} → ${finding.fix}`)),
    ...noted.slice(0, maxAnnotations).map((told) => annotation('notice', folder, told, told.message)),
  ]
  const verdict = opening.map((sentence) => inline(sentence).replaceAll('`', ''))
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

/**
 * The report as JUnit XML for GitLab and Jenkins: one test per rule. Of several failures in a test they show only the
 * first, so one failure names all.
 */
export function asJunit(report: CheckReport): string {
  const { findings, noted } = readingOf(report)
  const names = Object.keys(rules) as Rule[]
  const failures = new Set(findings.map(({ rule }) => rule)).size
  const counts = `tests="${names.length}" failures="${failures}" errors="0" skipped="0" time="0"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="spell check" ${counts}>`,
    `  <testsuite name="spell check" ${counts}>`,
    ...names.map((rule) => {
      const broken = findings.filter((finding) => finding.rule === rule)
      const told = noted.filter((one) => one.rule === rule)
      const file = broken[0] ? ` file="${escaped(broken[0].where)}"` : ''
      const parts = [
        broken[0] &&
          `<failure message="${escaped(broken[0].message)}" type="${rule}">${escaped(broken.map(describe).join('\n'))}</failure>`,
        told.length > 0 && `<system-out>${escaped(told.map(describe).join('\n'))}</system-out>`,
      ].filter(Boolean)
      const name = `${rule}: ${rules[rule]}`.replaceAll('`', '')
      const open = `    <testcase classname="spell check" name="${escaped(name)}"${file} time="0"`
      return parts.length === 0 ? `${open}/>` : `${open}>${parts.join('')}</testcase>`
    }),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const describe = ({ message, fix, ...place }: Place & { message: string; fix?: string }): string =>
  [`${placeText(place)}: ${message}`, ...(fix ? [`fix: ${fix}`] : [])].join('\n')

/** Characters that XML 1.0 cannot express, even escaped: control characters, lone surrogates, and two noncharacters. */
const unsayable = /[^\P{Cc}\t\n\r\x7F-\x9F]|\p{Cs}|[\uFFFE\uFFFF]/gu

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string =>
  text.replace(unsayable, '\uFFFD').replace(/[&<>"]/g, (character) => entities[character] ?? character)
