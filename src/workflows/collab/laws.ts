import type { Law } from '../../engine/definition'
import type { Event } from './events'
import type { State } from './flow'

const isBuilt = (batches: unknown) => batches === 'open' || batches === 'failed'

/** What is true of every step of this workflow, over and above what `verify` proves of all. */
export const laws: readonly Law<State, Event>[] = [
  {
    name: 'nothing is executed without an open batch',
    holds: ({ from, to, facts }) => to !== 'execute-batch' || from === to || isBuilt(facts.batches),
  },
  {
    name: 'a batch with a failed task is not left by finishing it',
    holds: ({ from, to, on, facts }) =>
      !(from === 'execute-batch' && to === 'log-batch-complete' && on === 'complete-skill') ||
      facts.batches !== 'failed',
  },
  {
    name: 'the design stays as it is once the batches are built',
    holds: ({ on, kind, facts }) =>
      !['add', 'classify', 'remove'].includes(on) || facts.batches === 'not built' || kind === 'block',
  },
  {
    name: 'gathering ends with items, each of a type',
    holds: ({ from, to, on, facts }) =>
      !(from === 'gather-goals' && to === 'clear-pre-item' && on === 'complete-skill') || facts.goals === 'ready',
  },
  {
    name: 'the end is the end',
    holds: ({ from, to }) => from !== 'done' || to === 'done',
  },
]
