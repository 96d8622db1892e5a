import { isResumed } from '../work/history/effective-steps'
import { type HistoryLine, isSettlement } from '../work/history/history-line'
import { type LinePlace, type PastFinding, pastFinding, type Rule } from './finding'

/** Whether autonomous mode, or a setting, replaced a human. */
export const isUnattended = ({ trigger, about }: HistoryLine): boolean =>
  about?.by === 'setting' || (trigger.toLowerCase() === 'approve' && about?.autonomous === true)

/** Something in a history that is no ordinary step. */
interface HistoryEvent {
  readonly rule: Rule
  /** What happened, in the words of a report. */
  readonly kind: 'override' | 'undo' | 'repair' | 'merge' | 'unattended' | 'edit'
  /** What happened, without the words of who decided. */
  readonly summary: string
  /** The same with those words. */
  readonly message: string
}

/** @returns what a reader of the history should know about an entry; nothing for an ordinary step */
export function eventsOf(line: HistoryLine, title: (state: string) => string): HistoryEvent[] {
  const edits = (line.edited ?? []).map(({ path, digest }): HistoryEvent => {
    const what = digest === undefined ? 'taken away' : 'edited'
    const summary = `${path} was ${what} while this step was stopped half-way.`
    return { rule: 'adopted', kind: 'edit', summary, message: summary }
  })
  const decided = decisionOf(line, title)
  return decided ? [decided, ...edits] : edits
}

/** @returns the same, as a check notes it */
export const notedOf = (line: HistoryLine, place: LinePlace, title: (state: string) => string): PastFinding[] =>
  eventsOf(line, title).map(({ rule, message }) => pastFinding(place, rule, message))

function decisionOf(line: HistoryLine, title: (state: string) => string): HistoryEvent | undefined {
  const { transition, trigger, note = '', about = {} } = line
  const [from = '', to = ''] = transition.split(' → ').map(title)
  const event = (rule: Rule, kind: HistoryEvent['kind'], message: string, summary = message) => ({
    rule,
    kind,
    summary,
    message,
  })
  if (isSettlement(line)) return event('merged', 'merge', `Two sides of a merge were settled: ${note}`)
  if (isUnattended(line)) {
    const said =
      about.by === 'setting'
        ? 'The developer was not asked to approve the shape: the setting Autonomous stood for them.'
        : `No human has reviewed the phase “${about.phase}”: autonomous mode stood for them.`
    return event('autonomous', 'unattended', said)
  }
  if (trigger === 'Undo') return event('undo', 'undo', `A step was taken back: from “${from}” to “${to}”.`)
  if (isResumed(line)) return undefined
  if (trigger === 'Doctor') return event('adopted', 'repair', `A repair, or a change by hand, was taken over: ${note}`)
  if (trigger !== 'Override') return undefined
  const moved = `The work was moved from “${from}” to “${to}”`
  return event('override', 'override', `${moved} around the table: ${note}`, moved)
}
