import { type Suite, times } from '../trial'

/** Claude Code alone compacts on a message without a terminal. */
export const compact: Suite = {
  for: ['claude'],
  async play({ say, again, expect, parts }) {
    // An agent that has not stopped has not done its step.
    await say('accio', { fails: true })
    await again('/compact')
    const [first] = (await again('Go on.', 'Which orders?')).asked
    const isTold = times(first?.text ?? '', parts.agent) === 1
    expect("after `/compact` the brief repeats the agent's part of the last step", isTold)
  },
}
