/** The events, in the order in which answers list them. */
export const events = [
  'complete-skill',
  'task',
  'add',
  'classify',
  'rename',
  'remove',
  'items',
  'cleanup',
  'stop',
  'start',
  'status',
] as const
export type Event = (typeof events)[number] | 'leave' | 'pass' | 'always'
