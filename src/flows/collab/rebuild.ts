import type { Definition } from '../../engine/definition'
import type { PastStep, Rebuilt, Remains } from '../flow'
import { replay } from '../replay'
import { fresh, type Item, type PlannedTask } from './session'

const gathering = 'gather-goals'

/**
 * Rebuilds a session whose context is lost, by replaying the history. If that lacks its beginning, a session can only
 * gather its items again.
 */
export const rebuildIn =
  (definition: Definition) =>
  ({ past, base }: Remains): Rebuilt => {
    if (!base && past.length === 0) return { state: gathering, context: fresh, lost: ['all work items', 'the tasks'] }
    const told = past.findLastIndex(({ about }) => about?.remembered !== undefined)
    if (!base && told < 0 && past[0]?.row !== 'start') return withoutBeginning(past)
    return { ...replay(definition, { past, ...(base && { base }) }, payloadOf), isReplayed: true }
  }

/** What is left of a session whose history lacks its beginning: the items that the rest names. */
function withoutBeginning(past: readonly PastStep[]): Rebuilt {
  const items = new Map<number, Item>()
  for (const step of past) {
    const { number, type } = (step.about ?? {}) as { number?: number; type?: Item['type'] }
    for (const item of itemsIn(step)) items.set(item.number, item)
    const known = items.get(number ?? 0)
    if (known && type) items.set(known.number, { ...known, type })
    if (step.row?.startsWith('remove')) items.delete(number ?? 0)
  }
  return {
    state: gathering,
    context: { ...fresh, workItems: [...items.values()], lastNumber: Math.max(0, ...items.keys()) },
    isReplayed: true,
    lost: [items.size === 0 ? 'all work items' : 'earlier work items', 'what was designed', 'the tasks'],
  }
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
    ...(about.task !== undefined && { id: about.task }),
    ...(note && { note }),
    ...(step.row === 'add' && items[0]),
    told: { items, ...(tasks && { tasks }) },
    at: time,
  }
}
