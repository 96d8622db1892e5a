/** @returns the first line of what an agent is told that stops while ticked criteria are not proven */
export const unprovenLine = (count: number): string =>
  `${count === 1 ? '1 ticked criterion is' : `${count} ticked criteria are`} not proven for the files that are here now:`

/** @returns the same, where everything is ticked and something else is missing, as a clause */
export const lackingLine = (lack: string): string => `Every criterion is ticked, but ${lack}. Run \`spell prove\`.`

/** Of a message; a host may put its own words before the reason, never a text of this length. */
const mostBefore = 1024
const reasons =
  /\b(?:1 ticked criterion is|\d+ ticked criteria are) not proven for the files that are here now:|Every criterion is ticked, but .+\. Run `spell prove`\./s

/** @returns whether a message is what the stop hook has told the agent: some hosts send that back as if the developer had written it */
export const isStopReason = (message: string): boolean => reasons.test(message.slice(0, mostBefore))
