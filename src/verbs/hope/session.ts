import type { Answer } from '../../answer/answer'
import { castContextOf } from '../../cli/cast-context'
import type { CommandContext } from '../../cli/command'
import type { Given } from '../../cli/read-word'
import type { WorkMeant } from '../../cli/work-meant'
import { attemptAsync, Failure } from '../../failure/failure'
import { hope } from '../../flows/hope'
import { payloadOf, type Typed, type Verb } from '../../flows/hope/payload'
import { dimensions, sessionIn } from '../../flows/hope/session'
import { absentFiles } from '../../git/absent-files'
import { openWork } from '../../work/open'
import { castOn, standingsNow } from '../instances'

/** @returns the session of a repository, and the context of a cast */
export async function sessionOf(cli: CommandContext): Promise<WorkMeant> {
  const ctx = castContextOf(cli, 'hope')
  return { work: await openWork(ctx.root, { flow: hope() }), ctx }
}

/** Casts a word, with where everything stands on the files that are here now, if its answer depends on that. */
export async function say(piece: WorkMeant, word: string, given: Given): Promise<Answer> {
  const verb = word as Verb
  const isTheirs = verb === 'answer' && (await piece.ctx.isTyped?.())
  const more = { ...(await shownFor(verb, piece)), ...(isTheirs && { typed: true }) }
  const { query } = given
  const asked = typeof query === 'string' && { query: query.trim() }
  return castOn(piece, verb, payloadOf({ verb, ...given, ...scoredIn(given), ...asked, ...more }))
}

/** The scores of the five dimensions; one that is missing is told as one that is wrong. */
function scoredIn(given: Given): { readonly dims?: Given } {
  const typed = dimensions.filter((name) => typeof given[name] === 'string')
  return typed.length > 0 ? { dims: Object.fromEntries(typed.map((name) => [name, given[name]])) } : {}
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
