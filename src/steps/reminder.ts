import type { Texts } from '../answer/texts'
import { cast } from '../cast/cast'
import type { CastContext } from '../cast/context'
import { standard } from '../flows/registry'
import { allWork } from '../work/open'
import { mostRecentFirst } from '../work/recency'

/**
 * The reminder for an agent if the six spells have no work, but another workflow has.
 *
 * @param told the workflow of which another hook tells already
 * @returns the reminder of the most recent piece of work, empty if another hook gives it; undefined if there is none
 */
export async function reminderOfOthers(
  ctx: CastContext,
  textsOf: (workflow: string) => Texts,
  told?: string,
): Promise<string | undefined> {
  const others = (await allWork(ctx.root)).filter(({ flow }) => flow.definition.name !== standard)
  const [last] = mostRecentFirst(others)
  if (!last) return undefined
  const { flow } = last
  if (flow.definition.name === told) return ''
  return (await cast(last, flow.look, { ...ctx, texts: textsOf(flow.definition.name) })).brief
}

/** @returns the reminder for an agent if nothing says which of several pieces of work is meant */
export const reminderOfSeveral = (names: readonly string[]): string =>
  `Several pieces of work are under way here: ${names.join(', ')}. Ask the developer which is meant, then say \`--work NAME\` with every spell.`
