import { type Verification, verify } from '../engine/verify'
import { exit, Failure } from '../text/failure'
import { nearest } from '../workflow/nearest'
import { workflows } from '../workflows/registry'

/**
 * Proves the table of a workflow over every state, event and combination of facts, as `spell verify` does.
 *
 * @param name `engineer`, `discovery`, `collab` or `hope`
 * @returns what was examined, and the findings; none means that every property holds
 * @throws Failure `unknown-workflow`
 */
export async function verifyWorkflow(name: string): Promise<Verification> {
  const known = workflows.find((workflow) => workflow.name === name)
  if (known) return verify((await known.load()).open(known.name).definition)
  const names = workflows.map((workflow) => workflow.name)
  throw unknownWorkflow(name, names)
}

export function unknownWorkflow(name: string, known: readonly string[]): Failure {
  const message = `There is no workflow "${name}"; there is ${known.join(', ')}.`
  return new Failure(exit.usage, 'unknown-workflow', message, `spell verify ${nearest(name, known)[0] ?? ''}`.trim())
}
