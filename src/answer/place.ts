import { startsIn } from '../engine/reduce'
import type { Workflow } from '../workflows/workflow'
import type { RowText, Texts } from './texts'

/** The text that describes a state: that of the row with which the state answers the looking spell. */
export function placeOf({ definition, look }: Workflow, state: string, texts: Texts): RowText {
  const row = definition.rows.find((candidate) => candidate.on === look && startsIn(candidate, state))
  return (row && texts.rows[row.id]) ?? {}
}
