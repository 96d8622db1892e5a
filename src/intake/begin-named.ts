import type { Answer } from '../cast/answer/answer'
import { type CastContext, cast } from '../cast/cast'
import { isFolder } from '../disk/read'
import { exit, Failure } from '../text/failure'
import { inline } from '../text/markdown-parts'
import { newWork } from '../work/choice'
import { keepUse, refuseTaken } from '../work/use-file'
import { workflowIn } from '../work/workflows-here'
import { slug } from '../workflow/slug'
import { entryOf, standard } from '../workflows/registry'

/**
 * Begins a named piece of work beside those that are there, by its first Accio; from then on it is the one in use here.
 *
 * @param asked its name, or the words that one is made of
 * @param from what it begins with
 * @throws Failure (usage) for a name that is none, or is taken; as `cast` does
 */
export async function beginNamed(ctx: CastContext, asked: string, from?: string): Promise<Answer> {
  const { root } = ctx
  const { name, warnings } = await nameNew(root, standard, asked, (example) => `spell new ${example}`)
  const entry = entryOf(standard)
  const { open } = await entry.load()
  const work = await newWork(root, entry, open(name))
  const answer =
    from === undefined
      ? await cast(work, 'accio', ctx)
      : await (await import('./begin-with')).beginWith(work, from, ctx)
  await keepUse(ctx, standard, name)
  return { ...answer, warnings: [...warnings, ...answer.warnings] }
}

/**
 * @param asked the name of a new piece of work, or the words that one is made of
 * @param again the command that gives another name
 * @returns a plain name that no other has, and what is to be said of it
 * @throws Failure (usage) for a name that is none, or is taken
 */
export async function nameNew(
  root: string,
  workflow: string,
  asked: string,
  again: (name: string) => string,
): Promise<{ readonly name: string; readonly warnings: readonly string[] }> {
  const name = slug(asked)
  if (name === '') {
    const not = asked === '' ? '' : `, not “${inline(asked)}”`
    const message = `A piece of work needs a name with letters or digits${not}.`
    throw new Failure(exit.usage, 'usage', message, again('csv-export'))
  }
  await refuseTaken(root, workflow, name, again)
  const { named, look } = await workflowIn(root, workflow)
  if (isFolder(root, `${named}/${name}`))
    throw new Failure(exit.usage, 'name-taken', `“${name}” is here already.`, look(name))
  const warnings = name === asked ? [] : [`The name is not plain (letters, digits, hyphens); it became “${name}”.`]
  return { name, warnings }
}
