/** The events of a plan, in the order in which answers list them. */
export const events = ['start', 'submit', 'approve', 'revise', 'replan', 'autonomous', 'status'] as const

/** The last two are raised by the table itself. */
export type Event = (typeof events)[number] | 'always' | 'done'
