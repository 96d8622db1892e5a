import type { Agent } from '../agents/agent'
import { anyAgent, loadAgent } from '../agents/agents'
import type { Answer } from '../answer/answer'
import { cast } from '../cast/cast'
import type { CastContext } from '../cast/context'
import { documentOutput, outputOf } from '../cli/answer-output'
import { loadTexts } from '../cli/cast-context'
import type { CommandContext, Output } from '../cli/command'
import { readNote } from '../cli/note'
import type { accioOptions, lookOptions, OptionsOf, reparoOptions, spellOptions } from '../cli/options'
import { isTerminal } from '../cli/streams'
import { workMeant } from '../cli/work-meant'
import { isFolder, readText } from '../disk/read'
import { isGoal } from '../engine/place'
import { attemptAsync, Failure } from '../failure/failure'
import type { SpellName } from '../flows/engineer/spells'
import type { Workflow } from '../flows/flow'
import { standardFlow } from '../flows/registry'
import type { Fetching } from '../review/fetch-review'
import type { Work } from '../work/work'
import { castWith } from './cast-with'

export type SpellOptions = OptionsOf<
  [...typeof spellOptions, ...typeof accioOptions, ...typeof reparoOptions, ...typeof lookOptions]
>

export async function castSpell(name: SpellName, cli: CommandContext<SpellOptions>): Promise<Output> {
  const { options } = cli
  const meant = await attemptAsync(() => workMeant(cli, { isLook: name === standardFlow.look }))
  if (meant instanceof Failure) return unlessReminded(meant, options)
  const { work, ctx } = meant
  const here = await castWith(work, name, ctx, {
    note: readNote(cli),
    ...(name === 'reparo' && { fetching: await fetchingOf(cli) }),
    from: options.from,
  })
  const { definition, look } = work.flow
  const mayBeElsewhere = name === look && options.work === undefined && isAtEnd(definition, here.to)
  const elsewhere = mayBeElsewhere && (await import('./look-elsewhere'))
  const answer = (elsewhere && (await elsewhere.lookElsewhere(ctx, here.to !== definition.initial))) || here
  const output = outputOf(answer, options.for, () => cast(work, look, ctx))
  return options.brief ? { ...output, markdown: await reminder(work, answer, ctx, options) } : output
}

async function fetchingOf({ options, tell }: CommandContext<SpellOptions>): Promise<Fetching> {
  const asked = options.fetch === true || options.pr !== undefined
  const isFollowed = options.debug || (!options.json && (await isTerminal(2)))
  return { asked, pullRequest: options.pr, tell: isFollowed ? tell : () => {} }
}

/** The reminder that a hook adds to an agent's context; nothing if there is no work. */
async function reminder({ folder, flow }: Work, answer: Answer, ctx: CastContext, options: SpellOptions) {
  const { root } = ctx
  const { hook } = options
  if (!isFolder(root, '.ai')) return ''
  const told = hook && toldIn(root, (await loadAgent(hook)).hooksOf)
  const isElsewhere = answer.workflow !== flow.definition.name
  const others = async () => (await import('./reminder')).reminderOfOthers(ctx, loadTexts, told)
  const other = isElsewhere || isFolder(root, folder) ? undefined : await others()
  const brief = isElsewhere && answer.workflow === told && answer.work !== '' ? '' : (other ?? answer.brief ?? '')
  return asReminder(brief, hook)
}

/** The workflow of which other hooks of an agent tell, if they are there. */
const toldIn = (root: string, own: Agent['hooksOf']): string | undefined =>
  own && readText(root, own.path)?.includes(`spell ${own.workflow} hook`) ? own.workflow : undefined

const isAtEnd = (definition: Workflow['definition'], state: string): boolean =>
  state === definition.initial || isGoal(definition, state)

const asReminder = async (brief: string, hook = anyAgent): Promise<string> =>
  (await import('../cli/in-hook')).inHook(hook, ({ session }) => session(brief))

/** Throws the failure again, unless only a reminder is asked for. */
async function unlessReminded(failure: Failure, { brief, hook }: SpellOptions): Promise<Output> {
  if (!brief || failure.code !== 'which-work') throw failure
  const { details = [] } = failure
  const { reminderOfSeveral } = await import('./reminder')
  return documentOutput('reminder', true, { work: details }, await asReminder(reminderOfSeveral(details), hook))
}
