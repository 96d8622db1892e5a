import { type Suite, times } from '../trial'

/** Claude Code alone compacts on a message without a terminal. */
export const compact: Suite = {
  for: ['claude'],
  async play({ say, again, history, expect, parts }) {
    // An agent that has not stopped has not done its step.
    await say('accio', { fails: true })
    await again('/compact')
    const { asked, output } = await again('Go on.', 'Which orders?')
    const found = times(asked[0]?.text ?? '', parts.agent)
    expect(
      "after `/compact` the brief repeats the agent's part of the last step",
      found === 1,
      `${found} times; ${history()}; ${output}`,
    )
  },
}
