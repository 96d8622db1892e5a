import type { CommandContext } from '../../cli/command'
import { sessionIn } from '../../flows/hope/session'
import { quietGit } from '../../git/quiet-git'
import { sessionOf } from './session-command'

/**
 * @returns the files that git sees changed since the items were handed in, without those of `.ai/`; undefined without
 *   git, or if no item says which files it changes
 */
export async function changedHere(cli: CommandContext): Promise<string[] | undefined> {
  const { work, ctx } = await sessionOf(cli)
  const { current, context } = work.saved
  const { since, items } = sessionIn(context, current)
  if (!items.some(({ files }) => files?.length)) return undefined
  const git = quietGit(ctx.root, ctx.env)
  try {
    const asked = [
      // git would look into submodules, with the programs that their settings name.
      await git([
        ...'diff --name-only --no-renames --ignore-submodules=dirty --relative -z'.split(' '),
        since ?? 'HEAD',
        '--',
      ]),
      await git(['ls-files', '--others', '--exclude-standard', '-z']),
    ]
    const paths = asked.flatMap((text) => Buffer.from(text, 'latin1').toString().split('\0'))
    return [...new Set(paths)].filter((path) => path !== '' && !path.startsWith('.ai/'))
  } catch {
    // Without git, or without that commit, nothing is compared.
    return undefined
  }
}
