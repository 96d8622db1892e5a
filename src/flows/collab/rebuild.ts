import type { Context, Definition } from '../../engine/definition'
import type { PastStep, Rebuilt, Remains } from '../flow'
import { replay } from '../replay'
import type { BatchTask } from './batches'
import { fresh, type Item, sessionIn } from './session'

const gathering = 'gather-goals'

/**
 * Rebuilds a session whose context is lost, by replaying the history. Entries of an earlier version have no titles;
 * without a list of items a session can only gather them again.
 */
export const rebuildIn =
  (definition: Definition) =>
  ({ past, base }: Remains): Rebuilt => {
    if (!base && past.length === 0) return { state: gathering, context: fresh, lost: ['all work items', 'the tasks'] }
    const told = past.findLastIndex(({ about }) => about?.remembered !== undefined)
    const since = past.slice(told + 1)
    const silent = since.filter((step) => step.row === 'add' && itemsIn(step).length === 0)
    const isUnknown = !base && told < 0 && past[0]?.row !== 'start'
    if (silent.length > 0 || isUnknown) return withoutTitles({ past, ...(base && { base }) }, silent.length)
    const built = since.find((step) => isBuilding(step) && tasksIn(step) === undefined)
    const known = built ? past.slice(0, past.indexOf(built)) : past
    const { state, context } = replay(definition, { past: known, ...(base && { base }) }, payloadOf)
    return built
      ? {
          state: 'ready-to-implement',
          context: asReady(context),
          isReplayed: true,
          lost: ['the tasks and how far they were'],
        }
      : { state, context, isReplayed: true }
  }

const isBuilding = ({ row, via = [] }: PastStep): boolean => [row, ...via].includes('T26.none')

/** The part of a session that can be rebuilt if some items have no title: the other items. */
function withoutTitles({ past, base }: Pick<Remains, 'past' | 'base'>, count: number): Rebuilt {
  const before = sessionIn(base?.context ?? {})
  const items = new Map(before.workItems.map((item) => [item.number, item]))
  for (const step of past) {
    const { number, type } = (step.about ?? {}) as { number?: number; type?: Item['type'] }
    for (const item of itemsIn(step)) items.set(item.number, item)
    const known = items.get(number ?? 0)
    if (known && type) items.set(known.number, { ...known, type })
    if (step.row?.startsWith('remove')) items.delete(number ?? 0)
  }
  const lost = count === 0 ? 'all work items' : `${count} work item${count === 1 ? '' : 's'}`
  // Numbers are never reused.
  const lastNumber = Math.max(before.lastNumber, ...items.keys()) + count
  return {
    state: gathering,
    context: { ...fresh, workItems: [...items.values()], lastNumber },
    isReplayed: true,
    lost: [lost, 'what was designed', 'the tasks'],
  }
}

const asReady = (context: Context): Context => {
  const { batches: _, currentBatch: __, currentItem: ___, ...rest } = context
  return { ...rest, phase: 'implementation' }
}

const itemsIn = ({ about }: PastStep): readonly Item[] => (Array.isArray(about?.added) ? about.added : [])
const tasksIn = ({ about }: PastStep): readonly BatchTask[] | undefined =>
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
