import type { Answer } from '../cast/answer/answer'
import { capital } from '../text/markdown-parts'
import { carriedOutIn, isAtGoal } from '../work/carried-out'
import { isUnderWay } from '../work/choice'
import { allWork } from '../work/open'
import type { Work } from '../work/work'
import { standard, workflows } from '../workflows/registry'

/**
 * Adds the verified plans that no work of the six spells has begun with, in a line for the developer. Without such a
 * plan, or while work of the six spells is going on, the answer stays as it is.
 */
export async function toCarryOut(root: string, answer: Answer): Promise<Answer> {
  const waiting = await plansWaiting(root)
  const lines = plans.flatMap(({ name, called, atGoal }) => {
    const [only, ...others] = waiting.filter(({ flow }) => flow.definition.name === name).map((work) => work.name)
    if (only === undefined) return []
    const begin = `\`spell accio --from ${only}\`.`
    return others.length === 0
      ? [`${capital(called)} ${only} is ${atGoal}: ${begin}`]
      : [`${others.length + 1} ${called}s are ${atGoal}, such as ${only}: ${begin}`]
  })
  return lines.length === 0 ? answer : { ...answer, developer: [answer.developer, ...lines].join('\n\n') }
}

/** @returns the verified plans that no work of the six spells has begun with; none while such work is going on */
export async function plansWaiting(root: string): Promise<readonly Work[]> {
  const all = await allWork(root)
  if (all.some((work) => work.flow.definition.name === standard && isUnderWay(work))) return []
  const ready = all.filter((work) => plans.some(({ name }) => name === work.flow.definition.name) && isAtGoal(work))
  // Most looks end here, and open no archive.
  if (ready.length === 0) return []
  const carriedOut = await carriedOutIn(root, all)
  return ready.filter((work) => carriedOut(work) === undefined)
}

/** The workflows whose work is carried out with the six spells. */
const plans = workflows.filter(({ isPlan }) => isPlan)

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
