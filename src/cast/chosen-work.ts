import type { CommandContext } from '../cli/command'
import { openWork } from '../work/open'
import { textsOf } from '../work/texts'
import type { Work } from '../work/work'
import { standard } from '../workflows/registry'
import type { CastContext } from './cast'
import { castContextOf } from './cast-context'

export interface ChosenWork {
  readonly work: Work
  readonly ctx: CastContext
}

/** Which work a command is about, besides what the developer typed. */
interface Meaning {
  readonly workflow?: string
  /** The piece of work, for a workflow with an own option for it. */
  readonly asked?: string | undefined
  /** Whether the command changes nothing. */
  readonly isLook?: boolean
  /** Whether archived work may be meant, too, by its name. */
  readonly withArchives?: boolean
  /** Whether work of the repository's own workflows may be meant, too, by its name. */
  readonly withOwn?: boolean
}

/** Opens the work that a command is about. In a terminal the developer may be asked; the answer is for this branch. */
export async function chosenWork(
  cli: CommandContext,
  { workflow, asked = cli.options.work, isLook = false, withArchives = false, withOwn = false }: Meaning = {},
): Promise<ChosenWork> {
  const ctx = castContextOf(cli)
  const ask = async (names: readonly string[]) => {
    if (!(await cli.canAsk())) return undefined
    const { picked } = await import('../cli/ask')
    const choices = names.map((name) => ({ value: name, name }))
    const name = await picked('Which piece of work?', choices)
    if (name !== undefined) await (await import('../work/use-file')).keepUse(ctx, workflow ?? standard, name)
    return name
  }
  const work = await openWork(ctx.root, {
    ...(workflow !== undefined && { workflow }),
    asked,
    env: ctx.env,
    ...(ctx.listing && { listing: ctx.listing }),
    isLook,
    withArchives,
    withOwn,
    ask,
  })
  return { work, ctx: { ...ctx, texts: textsOf(work.flow) } }
}
