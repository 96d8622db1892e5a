import { currentRow } from '../../workflows/legality'
import type { PastStep, Workflow } from '../../workflows/workflow'
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
