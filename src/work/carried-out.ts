import { readBeginning } from '../disk/read'
import { isGoal } from '../engine/place'
import { ifPossible } from '../text/failure'
import { sourceOf } from '../workflows/engineer/taken-over'
import { standard } from '../workflows/registry'
import { firstEntryOf } from './history/work-id'
import { allWork } from './open'
import { archivedState, type Work } from './work'

/** A source is named in the first lines of a context, in bytes. */
const maxSourceBytes = 512

/** @returns the folder of the work of the six spells that carries out a plan, as it was verified last; undefined without one */
export type CarriedOut = (plan: Work) => string | undefined

const stateOf = (work: Work) => (work.isArchived ? archivedState(work) : work.saved)

export const isAtGoal = (work: Work): boolean => {
  const saved = ifPossible(() => stateOf(work))
  return saved !== undefined && isGoal(work.flow.definition, saved.current)
}

/**
 * Reads which plans are carried out here, or were by work that is archived. Throws Failure as `allWork` does.
 *
 * @param here all work that is not archived, if it was read already
 */
export async function carriedOutIn(root: string, here?: readonly Work[]): Promise<CarriedOut> {
  const works = [...(here ?? (await allWork(root))), ...(await allWork(root, 'archives'))]
  const begun = works
    .filter(({ flow }) => flow.definition.name === standard)
    .flatMap((work) => {
      const source = sourceOf(readBeginning(root, `${work.folder}/context.md`, maxSourceBytes)?.text)
      return source ? [{ ...source, folder: work.folder, time: firstEntryOf(work)?.timestamp ?? '' }] : []
    })
  return (plan) => {
    if (!isAtGoal(plan)) return undefined
    const { current, history } = stateOf(plan)
    const verified = history.filter(
      ({ transition: step, undoes }) => !undoes && step.endsWith(` → ${current}`) && !step.startsWith(`${current} → `),
    )
    const last = verified.at(-1)?.timestamp ?? ''
    // Times are whole seconds: work that began in the second of a later verification was there before it.
    const isSince = (time: string) => time > last || (time === last && verified.length < 2)
    const { flow, written } = plan
    const name = written.folder.slice(written.folder.lastIndexOf('/') + 1)
    return begun.find((work) => work.workflow === flow.definition.name && work.name === name && isSince(work.time))
      ?.folder
  }
}
