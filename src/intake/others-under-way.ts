import { isUnderWay } from '../work/choice'
import { allWork } from '../work/open'
import type { Work } from '../work/work'

/** @returns where to look instead, for who looks for work where another workflow has some under way, a sentence each */
export async function othersUnderWay({ root, flow }: Work): Promise<string[]> {
  const all = await allWork(root)
  const [first, ...others] = all.filter(
    (work) => work.flow.definition.name !== flow.definition.name && isUnderWay(work),
  )
  if (!first) return []
  const { definition, entry } = first.flow
  return others.length > 0
    ? [`Other workflows have ${others.length + 1} pieces of work under way: \`spell work\`.`]
    : [`A piece of work of ${definition.name} is under way: \`${entry.look(first.name, first.isOneOfSeveral)}\`.`]
}
