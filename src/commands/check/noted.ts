import { type HistoryLine, isSettlement } from '../../store/history/history-line'
import type { Approvals } from './report'
import type { LinePlace, Noted } from './rules'

const kinds = new Map<string, Noted['rule']>([
  ['Override', 'override'],
  ['Undo', 'undo'],
  ['Doctor', 'adopted'],
])

/** Whether autonomous mode, or a setting, replaced a human. Entries of 0.1.0 show it by who approved, and in which state. */
const isUnattended = ({ trigger, row = '', about = {} }: HistoryLine): boolean =>
  about.by === 'setting' ||
  (trigger.toLowerCase() === 'approve' &&
    (about.autonomous === true || about.by === 'autonomous' || (about.by === 'ai' && ['P.auto', 'P.hu'].includes(row))))

/**
 * @returns who gave an approval that is a human's to give: a person in a terminal, an agent or a script for them, or
 *   autonomous mode or a setting; undefined for every other entry
 */
export function approverOf(line: HistoryLine): keyof Approvals | undefined {
  if (isUnattended(line)) return 'unattended'
  if (line.row !== 'P.hu') return undefined
  return line.about?.terminal === true ? 'terminal' : 'relayed'
}

/** @returns what a reader of the history should know about an entry; nothing for an ordinary step */
export function notedOf(line: HistoryLine, place: LinePlace, title: (state: string) => string): Noted[] {
  const rule = isSettlement(line) ? 'merged' : isUnattended(line) ? 'autonomous' : kinds.get(line.trigger)
  const edited = (line.edited ?? []).map(({ path, digest }): Noted => {
    const what = digest === undefined ? 'taken away' : 'edited'
    return { ...place, rule: 'adopted', message: `${path} was ${what} while this step was stopped half-way.` }
  })
  return rule ? [{ ...place, rule, message: sentenceOf(rule, line, title) }, ...edited] : edited
}

function sentenceOf(
  rule: Noted['rule'],
  { transition, note = '', about = {} }: HistoryLine,
  title: (state: string) => string,
): string {
  const [from = '', to = ''] = transition.split(' → ').map(title)
  if (rule === 'undo') return `A step was taken back: from “${from}” to “${to}”.`
  if (rule === 'override') return `The work was moved from “${from}” to “${to}” around the table: ${note}`
  if (about.by === 'setting')
    return 'The developer was not asked to approve the shape: the setting Autonomous stood for them.'
  if (rule === 'autonomous') return `No human has reviewed the phase “${about.phase}”: autonomous mode stood for them.`
  if (rule === 'merged') return `Two sides of a merge were settled: ${note}`
  return `A repair, or a change by hand, was taken over: ${note}`
}
