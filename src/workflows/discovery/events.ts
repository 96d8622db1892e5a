/** What can be done with a plan, in the order in which answers list it. */
export const events = ['start', 'submit', 'approve', 'revise', 'replan', 'autonomous', 'status'] as const

/** The last two come from the table itself. */
export type Event = (typeof events)[number] | 'always' | 'done'
