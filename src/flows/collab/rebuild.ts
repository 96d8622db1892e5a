import type { Definition } from '../../engine/definition'
import type { PastStep, Rebuilt, Remains } from '../flow'
import { replay } from '../replay'
import { fresh, type Item, type PlannedTask } from './session'

/**
 * Rebuilds a session whose context is lost, by replaying the history. If that lacks its beginning, a session can only
 * gather its items again.
 */
export const rebuildIn =
  (definition: Definition) =>
  ({ past, base }: Remains): Rebuilt => {
    const isWhole = past[0]?.row === 'start' || past.some(({ about }) => about?.remembered !== undefined)
    if (!base && !isWhole) return { state: 'gather-goals', context: fresh, lost: ['all work items', 'the tasks'] }
    return { ...replay(definition, { past, ...(base && { base }) }, payloadOf), isReplayed: true }
  }

const itemsIn = ({ about }: PastStep): readonly Item[] => (Array.isArray(about?.added) ? about.added : [])
const tasksIn = ({ about }: PastStep): readonly PlannedTask[] | undefined =>
  Array.isArray(about?.built) ? about.built : undefined

/** The payload of a step, whatever its event: each update takes the keys that it needs. */
function payloadOf(step: PastStep): object {
  const { about = {}, note, time } = step
  const items = itemsIn(step)
  const tasks = tasksIn(step)
  return {
    ...about,
    ...(about.skill !== undefined && { name: about.skill }),
    ...(about.task !== undefined && { id: about.task }),
    ...(note && { note }),
    ...(step.row === 'add' && items[0]),
    told: { items, ...(tasks && { tasks }) },
    at: time,
  }
}
