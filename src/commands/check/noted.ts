import type { HistoryLine } from '../../store/history/history-line'
import { isSettlement } from '../doctor/side-work'
import type { LinePlace, Noted } from './rules'

const kinds: Readonly<Record<string, Noted['rule']>> = { Override: 'override', Undo: 'undo', Doctor: 'adopted' }

/** @returns what a line tells that a reader of the history should know; nothing for a plain step */
export function notedOf(line: HistoryLine, place: LinePlace, title: (state: string) => string): Noted[] {
  const rule = isSettlement(line) ? 'merged' : Object.hasOwn(kinds, line.trigger) ? kinds[line.trigger] : undefined
  const edited = (line.edited ?? []).map(({ path, digest }): Noted => {
    const what = digest === undefined ? 'taken away' : 'edited'
    return { ...place, rule: 'adopted', message: `${path} was ${what} while this step was stopped half-way.` }
  })
  return rule ? [{ ...place, rule, message: sentenceOf(rule, line, title) }, ...edited] : edited
}

function sentenceOf(
  rule: Noted['rule'],
  { transition, note = '' }: HistoryLine,
  title: (state: string) => string,
): string {
  const [from = '', to = ''] = transition.split(' → ').map(title)
  if (rule === 'undo') return `A step was taken back: from “${from}” to “${to}”.`
  if (rule === 'override') return `The work was moved from “${from}” to “${to}” around the table: ${note}`
  if (rule === 'merged') return `Two sides of a merge were settled: ${note}`
  return `A repair, or a change by hand, was taken over: ${note}`
}
