import type { Group } from './command'

/** The workflows beside the six spells. */
export const groups: readonly Group[] = [
  {
    name: 'discovery',
    summary: 'plans a task in five phases, each reviewed before the next opens',
    load: async () => (await import('./discovery')).commands,
  },
]
