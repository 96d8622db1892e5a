import { attemptAsync, Failure } from '../failure/failure'
import type { Environment } from '../settings/settings'

/**
 * @param own the words of the repository's workflows, which alone count people
 * @returns who says a word, as git knows them, empty if it knows nobody; undefined where nobody is counted
 */
export async function personIfCounted(
  root: string,
  env: Environment,
  own: ReadonlyMap<string, unknown>,
): Promise<string | undefined> {
  if (own.size === 0) return undefined
  const { personHere } = await import('../git/person')
  const person = await attemptAsync(() => personHere(root, env))
  return person instanceof Failure ? '' : person
}
