import type { Answer } from '../answer/answer'
import { inline } from '../answer/markdown'
import { type CastContext, cast } from '../cast/cast'
import { isFolder } from '../disk/read'
import { exit, Failure } from '../failure/failure'
import { engineerNamed } from '../flows/engineer/named'
import { slug } from '../flows/slug'
import { keepUse } from '../work/kept-use'
import { refuseTaken } from '../work/names'

/**
 * Begins a named piece of work beside those that are there, by its first Accio; from then on it is the one in use here.
 *
 * @param asked its name, or the words that one is made of
 * @param from the plan or the session that it begins with
 * @throws Failure (usage) for a name that is none, or is taken; as `cast` does
 */
export async function beginNamed(ctx: CastContext, asked: string, from?: string): Promise<Answer> {
  const { root } = ctx
  const name = slug(asked)
  if (name === '') {
    const message = `A piece of work needs a name with letters or digits, not “${inline(asked)}”.`
    throw new Failure(exit.usage, 'usage', message, 'spell new csv-export --named')
  }
  refuseTaken(root, 'engineer', name)
  const workflow = engineerNamed(name)
  if (isFolder(root, workflow.folder))
    throw new Failure(exit.usage, 'name-taken', `“${name}” is under way here already.`, `spell lumos --work ${name}`)
  const documents =
    from === undefined ? undefined : await (await import('../work/handed-over')).handedOver(root, workflow, from)
  const answer = await cast(workflow, 'accio', { ...ctx, isOneOfSeveral: true }, undefined, documents)
  await keepUse(ctx, 'engineer', name)
  const renamed = name === asked ? [] : [`The name is not plain (letters, digits, hyphens); it became “${name}”.`]
  return { ...answer, warnings: [...renamed, ...answer.warnings] }
}
