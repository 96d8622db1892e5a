import { casts, exitOf, type Suite, times } from '../trial'

/** A word with more in the message is kept: the agent deals with the rest, then casts, in the host's default sandbox. */
export const more: Suite = {
  async play({ say, history, expect, parts }) {
    const turn = await say('accio, but keep the header', casts, casts, 'Done.')
    const [first] = turn.asked
    expect('`accio, but keep the header` is not cast by the hook', !!first && !times(first.text, parts.agent))
    expect("the model's `spell accio` casts it, as said", exitOf(turn) === '0' && history()[0] === 'accio said')
    expect('a second one ends with 3', exitOf(turn, 1) === '3' && history().length === 1)
  },
}
