import type { MapPlan } from '../map-plan'
import { flow, isClear, isRouter } from './flow'

/** Where the next item is chosen, before the first and after each. */
const nextItem = 'clear-post-item'

/** A pause belongs to what was done before it, if that is one thing. */
const before = (clear: string): string => {
  const leadingTo = (id: string): string[] =>
    flow
      .filter(({ transitions }) => transitions.some(({ to }) => to === id))
      .flatMap((state) => (isRouter(state) ? leadingTo(state.id) : [state.id]))
  const [only, ...others] = leadingTo(clear)
  return only === undefined || others.length > 0 ? clear : only
}

/** The state whose box has a state of collab. */
const boxOf = (state: string): string => {
  if (state === 'clear-pre-item') return nextItem
  return flow.some((each) => each.id === state && isClear(each)) ? before(state) : state
}

/** Whether a step leads to where the flow leads, or to the pause before that. */
function isNext(from: string, to: string): boolean {
  const targets = (id: string): string[] =>
    (flow.find((state) => state.id === id)?.transitions ?? []).flatMap(({ to: next }) => {
      const state = flow.find((each) => each.id === next)
      return [
        next,
        ...(state && (isRouter(state) || (isClear(state) && boxOf(next) !== nextItem)) ? targets(next) : []),
      ]
    })
  return targets(from).includes(to)
}

export const mapPlan: MapPlan = {
  phases: ['Items', 'Design', 'Rough draft', 'Building', 'End'],
  phaseOf(box) {
    if (['collab-start', 'gather-goals', nextItem].includes(box)) return 0
    const phase = flow.find(({ id }) => id === box)?.phase?.split('/')[0]
    return box === 'stopped'
      ? 4
      : ['', 'brainstorming', 'rough-draft', 'implementation', 'complete'].indexOf(phase ?? '')
  },
  boxOf,
  isDrawn: ({ on, row, from, to }) => on !== 'stop' && row.startsWith('T') && isNext(from, to),
}
