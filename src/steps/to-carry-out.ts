import type { Answer } from '../answer/answer'
import { capital } from '../answer/markdown'
import { foldersIn, readBeginning } from '../disk/read'
import { isGoal } from '../engine/place'
import { attempt, Failure } from '../failure/failure'
import { sourceOf } from '../flows/engineer/taken-over'
import { entryOf, standard, workflows } from '../flows/registry'
import { isUnderWay } from '../work/choice'
import { allWork } from '../work/open'
import type { Work } from '../work/work'

/** A source is named in the first lines of a context, in bytes. */
const maxSourceBytes = 512

/**
 * Adds the verified plans that no work of the six spells has begun with, in a line for the developer. Without such a
 * plan, or while work of the six spells is going on, the answer stays as it is.
 */
export async function toCarryOut(root: string, answer: Answer): Promise<Answer> {
  const spells = entryOf(standard)
  const all = await allWork(root)
  const works = all.filter(({ flow }) => flow.definition.name === standard)
  if (works.some(isUnderWay)) return answer
  const archives = foldersIn(root, `${spells.archive}`).map((name) => `${spells.archive}/${name}`)
  const taken = [...works.map(({ folder }) => folder), ...archives].flatMap((folder) => {
    const source = sourceOf(readBeginning(root, `${folder}/context.md`, maxSourceBytes)?.text)
    return source ? [`${source.workflow} ${source.name}`] : []
  })
  const lines = plans.flatMap(({ name, called, atGoal }) => {
    const ready = all.filter(({ flow }) => flow.definition.name === name).filter(isAtGoal)
    const [only, ...others] = ready.flatMap((work) => (taken.includes(`${name} ${work.name}`) ? [] : [work.name]))
    if (only === undefined) return []
    const begin = `\`spell accio --from ${only}\`.`
    return others.length === 0
      ? [`${capital(called)} ${only} is ${atGoal}: ${begin}`]
      : [`${others.length + 1} ${called}s are ${atGoal}, such as ${only}: ${begin}`]
  })
  return lines.length === 0 ? answer : { ...answer, developer: [answer.developer, ...lines].join('\n\n') }
}

/** The workflows whose work is carried out with the six spells. */
const plans = workflows.filter(({ isCarriedOut }) => isCarriedOut)

function isAtGoal(work: Work): boolean {
  const saved = attempt(() => work.saved)
  return !(saved instanceof Failure) && isGoal(work.flow.definition, saved.current)
}
