import type { Group } from './command'

/** The workflows beside the six spells. */
export const groups: readonly Group[] = [
  {
    name: 'discovery',
    summary: 'plans a task in five phases, each reviewed before the next opens',
    load: async () => (await import('./discovery')).commands,
  },
  {
    name: 'collab',
    summary: 'takes a list of items through design to code, one skill at a time',
    load: async () => (await import('./collab')).commands,
  },
  {
    name: 'hope',
    summary: 'finds out what is wanted and how, then works in waves that are verified',
    load: async () => (await import('./hope')).commands,
  },
]
