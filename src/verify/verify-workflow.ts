import type { Row } from '../engine/definition'
import { rowsOn } from '../engine/place'
import { type Report, verify } from '../engine/verify'
import { exit, Failure } from '../failure/failure'
import { workflows } from '../flows/registry'
import { nearest } from '../workflow/nearest'

/**
 * Proves the table of a workflow over every state, event and combination of facts, as `spell verify` does.
 *
 * @param name `engineer`, `discovery`, `collab` or `hope`
 * @returns what was examined, and the findings; none means that every property holds
 * @throws Failure `unknown-workflow`
 */
export async function verifyWorkflow(name: string): Promise<Report> {
  return verify(await definitionOf(name))
}

async function definitionOf(name: string) {
  const known = workflows.find((workflow) => workflow.name === name)
  if (known) return (await known.load()).open(known.name).definition
  throw unknownWorkflow(
    name,
    workflows.map((workflow) => workflow.name),
  )
}

export const unknownWorkflow = (name: string, known: readonly string[]): Failure =>
  new Failure(
    exit.usage,
    'unknown-workflow',
    `There is no workflow "${name}"; there is ${known.join(', ')}.`,
    `spell verify ${nearest(name, known)[0] ?? ''}`.trim(),
  )

/** The ids of the rows that may answer, in order: by state, then by event. */
export type Matrix = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** @returns which rows of a workflow answer each event in each state */
export async function coverage(name: string): Promise<Matrix> {
  const definition = await definitionOf(name)
  const idsOf = (state: string, event: string) => rowsOn<unknown>(definition, state, event).map(({ id }: Row) => id)
  const cells = (state: string) => Object.fromEntries(definition.events.map((event) => [event, idsOf(state, event)]))
  return Object.fromEntries(definition.states.map((state) => [state, cells(state)]))
}
