import type { PastStep, Workflow } from '../../flows/flow'
import { currentRow } from '../../flows/legality'
import { type HistoryLine, transitionToday } from './history-line'

/** @returns the step of an entry, by the current names */
export function pastStep({ definition }: Pick<Workflow, 'definition'>, line: HistoryLine): PastStep {
  const { timestamp, row, via, note, about } = line
  return {
    ...transitionToday(definition, line),
    time: timestamp.replace(/(?<=:\d\d)Z$/, '.000Z'),
    ...(row && { row: currentRow(definition, row) }),
    ...(via && { via: via.map((id) => currentRow(definition, id)) }),
    ...(note && { note }),
    ...(about && { about }),
  }
}
