import { outputOf } from '../cli/answer-output'
import type { CommandContext, Output } from '../cli/command'
import { readNote } from '../cli/note'
import type { accioOptions, lookOptions, OptionsOf, reparoOptions, spellOptions } from '../cli/options'
import { isTerminal } from '../cli/streams'
import { workMeant } from '../cli/work-meant'
import { attemptAsync, Failure } from '../failure/failure'
import type { SpellName } from '../flows/engineer/spells'
import { standardFlow } from '../flows/registry'
import type { Fetching } from '../review/fetch-review'
import { settingsOf } from '../settings/settings'
import { castWith } from './cast-with'

export type SpellOptions = OptionsOf<
  [...typeof spellOptions, ...typeof accioOptions, ...typeof reparoOptions, ...typeof lookOptions]
>

export async function castSpell(name: SpellName, cli: CommandContext<SpellOptions>): Promise<Output> {
  const { options } = cli
  if (options.reply || options.resolve) return (await import('./reply')).reply(cli)
  const meant = await attemptAsync(() => workMeant(cli, { isLook: name === standardFlow.look }))
  if (meant instanceof Failure) return unlessReminded(meant, options)
  const { work } = meant
  const ctx = { ...meant.ctx, settings: await settingsOf(meant.ctx) }
  const here = await castWith(work, name, ctx, {
    note: readNote(cli),
    ...(name === 'reparo' && { fetching: await fetchingOf(cli) }),
    from: options.from,
  })
  const { look, definition } = work.flow
  const isElsewhere = name === look && options.work === undefined && ctx.settings.workflow !== definition.name
  const answer = isElsewhere ? await (await import('./look-elsewhere')).lookElsewhere({ work, ctx }, here) : here
  const output = outputOf(answer, options.for)
  if (!options.brief) return output
  const { reminderOf } = await import('./reminder')
  return { ...output, markdown: await reminderOf(work, answer, ctx, options.hook) }
}

async function fetchingOf({ options, tell }: CommandContext<SpellOptions>): Promise<Fetching> {
  const asked = options.fetch === true || options.pr !== undefined
  const isFollowed = options.debug || (!options.json && (await isTerminal(2)))
  return { asked, pullRequest: options.pr, tell: isFollowed ? tell : () => {} }
}

/** Throws the failure again, unless only a reminder is asked for. */
async function unlessReminded(failure: Failure, { brief, hook }: SpellOptions): Promise<Output> {
  if (!brief || failure.code !== 'which-work') throw failure
  const { reminderOfSeveral } = await import('./reminder')
  return reminderOfSeveral(failure.details ?? [], hook)
}
