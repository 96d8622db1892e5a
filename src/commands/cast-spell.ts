import { outputOf } from '../cast/answer/render'
import { castContextOf } from '../cast/cast-context'
import { chosenWork } from '../cast/chosen-work'
import type { CommandContext, Output } from '../cli/command'
import type { OptionsOf } from '../cli/options'
import { castWith } from '../intake/cast-with'
import { attemptAsync, Failure } from '../text/failure'
import { settingsOf } from '../work/settings/settings'
import type { SpellName } from '../workflows/engineer/spells'
import { standardFlow } from '../workflows/registry'
import type { accioOptions, lookOptions, reparoOptions, spellOptions } from './spell-options'

export type SpellOptions = OptionsOf<
  [...typeof spellOptions, ...typeof accioOptions, ...typeof reparoOptions, ...typeof lookOptions]
>

export async function castSpell(name: SpellName, cli: CommandContext<SpellOptions>): Promise<Output> {
  const { options } = cli
  const { fetch, pr, list, reply, resolve } = options
  if (fetch || pr || list || reply || resolve) return (await import('./reviewing')).reviewing(cli)
  const isLook = name === standardFlow.look
  // Every piece of work can be looked at by its name; a spell is cast on one of the six spells.
  const meant = await attemptAsync(() => chosenWork(cli, { isLook, withOwn: isLook }))
  if (meant instanceof Failure) return unlessReminded(meant, cli)
  const { work } = meant
  const ctx = { ...meant.ctx, settings: await settingsOf(meant.ctx) }
  const { look, definition } = work.flow
  const here = await castWith(work, isLook ? look : name, ctx, {
    note: options.noteFile === undefined ? options.note : (await import('./given-words')).readNote(cli),
    from: options.from,
  })
  const isElsewhere = isLook && options.work === undefined && ctx.settings.workflow !== definition.name
  const answer = isElsewhere ? await (await import('./look-elsewhere')).lookElsewhere({ work, ctx }, here) : here
  const output = outputOf(answer, options.for)
  if (!options.brief) return output
  const { reminderOf } = await import('./reminder')
  return { ...output, markdown: await reminderOf(work, answer, ctx, options.hook) }
}

/** Throws the failure again, unless only a reminder is asked for. */
async function unlessReminded(failure: Failure, cli: CommandContext<SpellOptions>): Promise<Output> {
  const { brief, hook } = cli.options
  if (!brief || failure.code !== 'which-work') throw failure
  const { reminderOfSeveral } = await import('./reminder')
  return reminderOfSeveral(failure.details ?? [], castContextOf(cli), hook)
}
