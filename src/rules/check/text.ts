import { bullets, code, inline, paragraphs } from '../../answer/markdown'
import { standard } from '../../flows/registry'
import { shownCommand } from '../../markdown/shown-command'
import { expectedText } from '../../proof/criteria/planned-command'
import { hasSeen, wordsText } from '../../work/history/word-counts'
import type { Place } from '../finding'
import { allowedIn, type Report, type ReportedPiece } from './report'

export function asText(report: Report): string {
  const { findings } = report
  const noted = allowedIn(report)
  return `${paragraphs(
    rerunText(report),
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

/** One or two sentences. */
export function verdictOf({ has, pieces, findings, base }: Report): string {
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
export function rerunText({ rerun }: Pick<Report, 'rerun'>): string {
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
export const helpOf = (fix: string): string => (fix.endsWith('.') ? inline(fix) : code(inline(fix)))

export const at = ({ where, line }: Place): string => code(line === undefined ? where : `${where}:${line}`)
