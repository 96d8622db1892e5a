import type { Facts } from '../engine/definition'
import { rowsOn } from '../engine/place'
import { answer } from '../engine/reduce'
import type { Workflow } from './flow'
import type { RowText, Texts } from './texts'

/** @returns the text of the row with which a state answers the looking spell; without facts, one that has its title. */
export function placeOf({ definition, look }: Workflow, state: string, texts: Texts, facts?: Facts): RowText {
  const isAlways = (row: { readonly when?: unknown }) => row.when === undefined
  const row = facts ? answer(definition, state, look, facts) : rowsOn(definition, state, look).find(isAlways)
  return (row && texts.rows.get(row.id)) ?? {}
}
