import { outputOf } from '../cli/answer-output'
import type { CommandContext, Output } from '../cli/command'
import { readNote } from '../cli/note'
import { isTerminal } from '../cli/streams'
import { workMeant } from '../cli/work-meant'
import { castWith } from '../intake/cast-with'
import type { SpellOptions } from './cast-spell'
import { reply } from './reply'

/** Reparo with one of its options: it fetches the comments of a review, lists its threads, or posts the replies to them. */
export async function reviewing(cli: CommandContext<SpellOptions>): Promise<Output> {
  const { options, tell } = cli
  if (options.list) return (await import('../review/list-threads')).listThreads(cli)
  if (options.reply || options.resolve) return reply(cli)
  const { work, ctx } = await workMeant(cli)
  const isFollowed = options.debug || (!options.json && (await isTerminal(2)))
  const fetching = { pullRequest: options.pr, tell: isFollowed ? tell : () => {} }
  return outputOf(await castWith(work, 'reparo', ctx, { note: readNote(cli), fetching }), options.for)
}
