import type { Payload } from '../engine/definition'
import { personHere } from '../git/person'
import { attemptAsync, Failure } from '../text/failure'
import type { Work } from '../work/work'
import type { CastContext } from './cast'

/**
 * @returns the payload of an event of a workflow that counts people, with who is here; a look, and what is no word, need
 *   not know
 * @throws Failure (notPossible) `no-person`
 */
export async function withPerson(
  { flow }: Work,
  event: string,
  { root, env }: CastContext,
  payload: Payload | undefined,
): Promise<Payload | undefined> {
  const person = await attemptAsync(() => personHere(root, env))
  if (!(person instanceof Failure)) return { ...payload, person }
  if (event !== flow.look && flow.definition.events.includes(event)) throw person
  return payload
}
