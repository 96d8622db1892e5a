import type { Answer } from '../answer/answer'
import type { CastContext } from '../cast/context'
import { outputOf } from '../cli/answer-output'
import type { CommandContext, Output } from '../cli/command'
import { readNote } from '../cli/note'
import type { accioOptions, lookOptions, OptionsOf, reparoOptions, spellOptions } from '../cli/options'
import { isTerminal } from '../cli/streams'
import { workMeant } from '../cli/work-meant'
import { isOngoing } from '../engine/place'
import { attemptAsync, Failure } from '../failure/failure'
import type { SpellName } from '../flows/engineer/spells'
import { standardFlow } from '../flows/registry'
import type { Fetching } from '../review/fetch-review'
import { settingsOf } from '../settings/settings'
import type { Work } from '../work/work'
import { castWith } from './cast-with'

export type SpellOptions = OptionsOf<
  [...typeof spellOptions, ...typeof accioOptions, ...typeof reparoOptions, ...typeof lookOptions]
>

export async function castSpell(name: SpellName, cli: CommandContext<SpellOptions>): Promise<Output> {
  const { options } = cli
  const meant = await attemptAsync(() => workMeant(cli, { isLook: name === standardFlow.look }))
  if (meant instanceof Failure) return unlessReminded(meant, options)
  const { work } = meant
  const ctx = { ...meant.ctx, settings: await settingsOf(meant.ctx) }
  const here = await castWith(work, name, ctx, {
    note: readNote(cli),
    ...(name === 'reparo' && { fetching: await fetchingOf(cli) }),
    from: options.from,
  })
  const { look } = work.flow
  const answer = name === look && options.work === undefined ? await lookFrom(work, here, ctx) : here
  const output = outputOf(answer, options.for)
  if (!options.brief) return output
  const { reminderOf } = await import('./reminder')
  return { ...output, markdown: await reminderOf(work, answer, ctx, options.hook) }
}

/** What a look says: of the repository's own workflow, if that is another one, and the six spells have nothing under way. */
export async function lookFrom(work: Work, here: Answer, ctx: CastContext): Promise<Answer> {
  const { workflow } = await settingsOf(ctx)
  const { definition } = work.flow
  if (workflow === definition.name || isOngoing(definition, here.to)) return here
  return (await (await import('./look-elsewhere')).lookElsewhere({ work, ctx }, workflow, here.to)) ?? here
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
