import { join } from 'node:path'
import type { Answer } from '../../answer/answer'
import { castContextOf } from '../../cli/cast-context'
import type { CommandContext, Output } from '../../cli/command'
import { givenFile, givenText } from '../../cli/given-text'
import type { WorkMeant } from '../../cli/work-meant'
import { isThere } from '../../disk/read'
import { workingFolder } from '../../disk/root'
import { attemptAsync, Failure } from '../../failure/failure'
import { hope } from '../../flows/hope'
import { maxArtifactBytes } from '../../flows/hope/artifact'
import { payloadOf, type Typed } from '../../flows/hope/payload'
import { sessionIn } from '../../flows/hope/session'
import { absentFiles } from '../../git/absent-files'
import { openWork } from '../../work/open'
import { castOn, outputOfWork, standingsNow } from '../instances'

/** @returns the session of a repository, and the context of a cast */
export async function sessionOf(cli: CommandContext): Promise<WorkMeant> {
  const ctx = castContextOf(cli, 'hope')
  return { work: await openWork(ctx.root, { flow: hope() }), ctx }
}

/** Casts an event, with where everything stands on the files that are here now, if its answer depends on that. */
export async function act(cli: CommandContext, typed: Typed): Promise<Output> {
  return outputOfWork(await answerOf(cli, typed), cli)
}

/** The same, with the answer as it is. */
export async function answerOf(cli: CommandContext, typed: Typed): Promise<Answer> {
  const meant = await sessionOf(cli)
  const isTheirs = typed.verb === 'answer' && (await meant.ctx.isTyped?.())
  const more = { ...(await shownFor(typed.verb, meant)), ...(isTheirs && { typed: true }) }
  return castOn(meant, typed.verb, payloadOf({ ...typed, ...more }))
}

/** What of the files that are here now an answer depends on. */
async function shownFor(verb: Typed['verb'], meant: WorkMeant): Promise<object> {
  // A look says what it can, even where git cannot be asked.
  if (verb === 'status')
    return attemptAsync(() => standingsNow(meant)).then((now) => (now instanceof Failure ? {} : now))
  if (!['start', 'wave', 'submit', 'answer'].includes(verb)) return {}
  const { current, context } = meant.work.saved
  const named = verb === 'wave' ? sessionIn(context, current).items.flatMap(({ files = [] }) => files) : []
  const absent = await absentFiles(meant.ctx.root, named, meant.ctx.env)
  return { ...(verb !== 'answer' && (await filesHere(meant))), ...(await standingsNow(meant)), absent }
}

/** The commit, and the tree of the repository's files; none where git cannot tell. */
async function filesHere({ ctx: { root, env } }: WorkMeant): Promise<object> {
  const [{ openGit }, { treesOf }] = await Promise.all([import('../../git/git'), import('../../git/tree')])
  const trees = await treesOf(openGit(root, env))
  return trees && 'treeAll' in trees ? { head: trees.head, tree: trees.treeAll } : {}
}

/**
 * @returns the content of a file, relative to the working directory, or else to the session's folder, where its draft
 *   lies; for `-` of stdin
 * @throws Failure (usage), as `givenText` does
 */
export async function documentFrom(cli: CommandContext, file: string, fix: string): Promise<string> {
  if (file !== '-' && !isThere(workingFolder(cli.options.cwd), file)) {
    const { root, flow } = (await sessionOf(cli)).work
    if (isThere(root, `${flow.folder}/${file}`))
      return givenText(join(root, flow.folder, file), maxArtifactBytes, fix, cli)
  }
  return givenFile(file, maxArtifactBytes, fix, cli)
}
