import type { Law } from '../../engine/definition'
import { ends } from './facts'
import { type Event, flow, itemStates, type SessionPlace } from './flow'

const isBuilt = (waves: unknown) => waves !== 'not built' && waves !== 'done'
const placeOf = (id: string): number => flow.findIndex((state) => state.id === id)
const leads = (from: string, to: string): boolean =>
  flow.some(({ id, transitions }) => id === from && transitions.some((transition) => transition.to === to))

export const laws: readonly Law<SessionPlace, Event>[] = [
  {
    name: 'nothing is executed without an open wave',
    holds: ({ from, to, facts }) => to !== 'execute-batch' || from === to || isBuilt(facts.waves),
  },
  {
    name: 'a wave is closed when all of its tasks are reported as done',
    holds: ({ from, to, on, facts }) =>
      !(from === 'execute-batch' && to === 'log-batch-complete' && on === 'complete-skill') || facts.waves === 'ready',
  },
  {
    name: 'a wave is closed, and the work finished, when every command of its tasks passes on the files that are here',
    holds: ({ from, to, on, facts }) =>
      on !== 'complete-skill' ||
      from === to ||
      !ends.some((end) => end === from && leads(end, to)) ||
      facts.proof === 'proven',
  },
  {
    name: 'a skill whose turn it is not leads back, never ahead; only what has become a bugfix goes to its cause',
    holds: ({ from, to, on }) =>
      on !== 'complete-skill' ||
      from === to ||
      leads(from, to) ||
      placeOf(to) < placeOf(from) ||
      (to === 'systematic-debugging' && itemStates.some((state) => state === from)),
  },
  {
    name: 'an item is designed by the skills of its type',
    holds: ({ from, to, on, facts }) => on !== 'complete-skill' || from === to || facts.fits !== false,
  },
  {
    name: 'a session ends where its documents are settled',
    holds: ({ from, to }) => to !== 'done' || from === to || from === 'cleanup',
  },
  {
    name: 'the design stays as it is once the waves are built',
    holds: ({ on, kind, facts }) =>
      !['add', 'classify', 'rename', 'remove'].includes(on) || facts.waves === 'not built' || kind === 'block',
  },
  {
    name: 'gathering ends with items, each of a type',
    holds: ({ from, to, on, facts }) =>
      !(from === 'gather-goals' && to === 'clear-pre-item' && on === 'complete-skill') || facts.goals === 'ready',
  },
  { name: 'the end is the end', holds: ({ from, to }) => (from !== 'done' && from !== 'stopped') || to === from },
]
