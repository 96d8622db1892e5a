import type { Answer } from '../answer/answer'
import { foldersIn, readBeginning } from '../disk/read'
import { isGoal } from '../engine/place'
import { attempt, Failure } from '../failure/failure'
import { engineer } from '../flows/engineer'
import { engineerNamed } from '../flows/engineer/named'
import { sourceOf } from '../flows/engineer/taken-over'
import { entryOf, standard, unnamed } from '../flows/registry'
import { namesIn } from '../work/in-use'
import { loadState } from '../work/state/state'

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
  const works = namesIn(root, spells).map((name) => (name === unnamed ? engineer : engineerNamed(name)))
  const isGoingOn = works.some((work) => {
    const saved = attempt(() => loadState(root, work))
    const { definition } = work
    return saved instanceof Failure || (saved.current !== definition.initial && !isGoal(definition, saved.current))
  })
  if (isGoingOn) return answer
  const archives = foldersIn(root, `${spells.archive}`).map((name) => `${spells.archive}/${name}`)
  const taken = [...works.map(({ folder }) => folder), ...archives].flatMap((folder) => {
    const source = sourceOf(readBeginning(root, `${folder}/context.md`, maxSourceBytes)?.text)
    return source?.workflow === 'discovery' ? [source.name] : []
  })
  const plans = entryOf('discovery')
  const { definition, open } = await plans.load()
  const verified = namesIn(root, plans).filter((name) => {
    const saved = attempt(() => loadState(root, open(name)))
    return !(saved instanceof Failure) && isGoal(definition, saved.current) && !taken.includes(name)
  })
  const [only, ...others] = verified
  if (only === undefined) return answer
  const line =
    others.length === 0
      ? `Plan ${only} is verified: \`spell accio --from ${only}\`.`
      : `${verified.length} plans are verified, such as ${only}: \`spell accio --from ${only}\`.`
  return { ...answer, developer: `${answer.developer}\n\n${line}` }
}
