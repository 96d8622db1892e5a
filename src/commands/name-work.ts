import { documentOutput } from '../cli/answer-output'
import { castContextOf } from '../cli/cast-context'
import type { CommandContext, Output } from '../cli/command'
import { exit, Failure } from '../text/failure'
import { allNames, keepUse, unknownName } from '../work/kept-use'
import { slug } from '../workflow/slug'
import { rename } from './rename'

/** Says which piece of work is meant here, on this branch. Throws Failure (usage) without its name, or for one that is unknown. */
export async function use(asked: string | undefined, cli: CommandContext): Promise<Output> {
  const ctx = castContextOf(cli)
  const known = await allNames(ctx.root)
  const names = known.map(({ name }) => name)
  if (asked === undefined)
    throw new Failure(exit.usage, 'usage', 'Which piece of work? Its name is needed.', 'spell work', { details: names })
  const found = known.find(({ name }) => name === asked) ?? known.find(({ name }) => name === slug(asked))
  if (!found) throw unknownName('work', asked, names, () => 'spell work')
  const { name, entry } = found
  await keepUse(ctx, entry.name, name)
  const said = `From now on, \`${name}\` is meant here on this branch. \`${entry.look(name)}\` shows it.`
  return documentOutput('use', true, { workflow: entry.name, work: name }, `${said}\n`)
}

/** Gives a named piece of work another name. Throws Failure as `rename` does. */
export async function renamed(from: string, to: string, cli: CommandContext): Promise<Output> {
  const { workflow, name, folder } = await rename(castContextOf(cli), from, to)
  const document = { workflow, work: name, from, folder }
  return documentOutput('rename', true, document, `\`${from}\` is called \`${name}\` now, in \`${folder}/\`.\n`)
}
