import type { Answer } from '../answer/answer'
import { foldersIn, readBeginning } from '../disk/read'
import { isGoal } from '../engine/place'
import { attempt, Failure } from '../failure/failure'
import { sourceOf } from '../flows/engineer/taken-over'
import { entryOf, standard } from '../flows/registry'
import { isUnderWay } from '../work/meant'
import { allWork } from '../work/open'
import type { Work } from '../work/work'

/** A source is named in the first lines of a context, in bytes. */
const maxSourceBytes = 512

/**
 * Adds the verified plans that no work of the six spells has begun with, in a line for the developer.
 *
 * @param root absolute
 * @param answer of a look
 * @returns the same without such a plan, or while work of the six spells is going on
 * @throws Failure if a folder cannot be read
 */
export async function toCarryOut(root: string, answer: Answer): Promise<Answer> {
  const spells = entryOf(standard)
  const all = await allWork(root)
  const works = all.filter(({ flow }) => flow.definition.name === standard)
  if (works.some(isUnderWay)) return answer
  const archives = foldersIn(root, `${spells.archive}`).map((name) => `${spells.archive}/${name}`)
  const taken = [...works.map(({ folder }) => folder), ...archives].flatMap((folder) => {
    const source = sourceOf(readBeginning(root, `${folder}/context.md`, maxSourceBytes)?.text)
    return source?.workflow === 'discovery' ? [source.name] : []
  })
  const verified = all.filter(isVerifiedPlan).flatMap(({ name }) => (taken.includes(name) ? [] : [name]))
  const [only, ...others] = verified
  if (only === undefined) return answer
  const line =
    others.length === 0
      ? `Plan ${only} is verified: \`spell accio --from ${only}\`.`
      : `${verified.length} plans are verified, such as ${only}: \`spell accio --from ${only}\`.`
  return { ...answer, developer: `${answer.developer}\n\n${line}` }
}

function isVerifiedPlan(work: Work): boolean {
  const { definition } = work.flow
  const saved = attempt(() => work.saved)
  return definition.name === 'discovery' && !(saved instanceof Failure) && isGoal(definition, saved.current)
}
