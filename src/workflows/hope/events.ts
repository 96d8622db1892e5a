/** What can be done in a session, in the order in which answers list it. */
export const events = [
  'start',
  'engage',
  'score',
  'answer',
  'submit',
  'wave',
  'consult',
  'consult done',
  'bond',
  'bond submit',
  'bond answer',
  'intent',
  'cancel',
  'audit',
  'status',
] as const

/** The last ones come from the table itself. */
export type Event = (typeof events)[number] | 'always' | 'ready' | 'clarify' | 'explore' | 'consulted'
