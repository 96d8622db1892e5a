/** The names that hosts give to who acts beside the main agent, or to the session that has started it. */
const named = /^(?:(?:sub)?agent_?id|parent_?(?:agent|session|conversation)?_?id)$/i

/** @returns whether what a hook gets on stdin is about a subagent */
export const isSubagent = (payload: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(payload).some(([name, value]) => named.test(name) && typeof value === 'string' && value !== '')
