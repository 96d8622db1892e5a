import type { Answer } from '../../answer/answer'
import { type CastContext, cast } from '../../cast/cast'
import { documentOutput, outputOf } from '../../cli/answer-output'
import { loadTexts } from '../../cli/cast-context'
import type { CommandContext, Output } from '../../cli/command'
import { readNote } from '../../cli/note'
import type { lookOptions, OptionsOf, reparoOptions, spellOptions } from '../../cli/options'
import { isTerminal } from '../../cli/streams'
import { workMeant } from '../../cli/work-meant'
import { attemptAsync, Failure } from '../../failure/failure'
import { visibleJson } from '../../markdown/visible'
import { isFolder } from '../../store/disk/read'
import type { Workflow } from '../../workflows/workflow'
import { castOrFetch } from '../review/cast-or-fetch'
import type { Fetching } from '../review/fetch-review'
import type { SpellName } from './spells'

/** The options of all six. */
export type SpellOptions = OptionsOf<[...typeof spellOptions, ...typeof reparoOptions, ...typeof lookOptions]>

/** Casts a spell, and formats the answer. */
export async function castSpell(name: SpellName, cli: CommandContext<SpellOptions>): Promise<Output> {
  const { options } = cli
  const meant = await attemptAsync(() => workMeant(cli))
  if (meant instanceof Failure) return unlessReminded(meant, options)
  const { workflow, ctx } = meant
  const answer = await castOrFetch(
    workflow,
    name,
    ctx,
    readNote(cli),
    name === 'reparo' ? await fetchingOf(cli) : undefined,
  )
  const output = outputOf(answer, options.for, () => cast(workflow, workflow.look, ctx))
  return options.brief ? { ...output, markdown: await reminder(workflow, answer, ctx, options) } : output
}

/** How to fetch the comments of a review. */
async function fetchingOf({ options, tell }: CommandContext<SpellOptions>): Promise<Fetching> {
  const asked = options.fetch === true || options.pr !== undefined
  const isFollowed = options.debug || (!options.json && (await isTerminal(2)))
  return { asked, pullRequest: options.pr, tell: isFollowed ? tell : () => {} }
}

/** The reminder that a hook adds to an agent's context; nothing if there is no work. */
async function reminder(
  { folder }: Workflow,
  answer: Answer,
  ctx: CastContext,
  { hook }: SpellOptions,
): Promise<string> {
  const { root } = ctx
  if (!isFolder(root, '.ai')) return ''
  const others = async () => (await import('../../works/reminder')).reminderOfOthers(ctx, loadTexts)
  const brief = (isFolder(root, folder) ? undefined : await others()) ?? answer.brief ?? ''
  return asReminder(brief, hook)
}

const asReminder = (brief: string, hook: string | undefined): string =>
  hook ? `${visibleJson(inHook[hook]?.(brief))}\n` : `${brief}\n`

/** An agent that is reminded hears which pieces of work there are, where nothing says which is meant. */
function unlessReminded(failure: Failure, { brief, hook }: SpellOptions): Output {
  if (!brief || failure.code !== 'which-work') throw failure
  const { details = [] } = failure
  const text = `Several pieces of work are under way here: ${details.join(', ')}. Ask the developer which is meant, then say \`--work NAME\` with every spell.`
  return documentOutput('reminder', true, { work: details }, asReminder(text, hook))
}

/** The hook output of each agent; docs/agents.md links the formats. */
const inHook: Readonly<Record<string, (text: string) => object>> = {
  cursor: (text) => ({ additional_context: text }),
  copilot: (text) => ({ additionalContext: text }),
  gemini: (text) => ({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } }),
}
