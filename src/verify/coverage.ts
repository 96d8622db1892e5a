import type { Row } from '../engine/definition'
import { rowsOn } from '../engine/place'
import { workflows } from '../flows/registry'

/** The ids of the rows that may answer, in order: by state, then by event. */
export type Matrix = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** @returns which rows of a workflow answer each event in each state */
export async function coverage(name: string): Promise<Matrix> {
  const known = workflows.find((workflow) => workflow.name === name)
  if (!known) return {}
  const { definition } = await known.load()
  const idsOf = (state: string, event: string) => rowsOn<unknown>(definition, state, event).map(({ id }: Row) => id)
  const cells = (state: string) => Object.fromEntries(definition.events.map((event) => [event, idsOf(state, event)]))
  return Object.fromEntries(definition.states.map((state) => [state, cells(state)]))
}
