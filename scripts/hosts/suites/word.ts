import { casts, exitOf, type Suite, times } from '../trial'

const heading = 'spell has cast Accio on the developer'
/** After it an Accio would lead on. */
const writePlan = "printf '# Export\\n\\n- [ ] CSV is printed\\n' > .ai/task/plan.md"

/** A message that is only a word is cast by the hook; the agent casts nothing. */
export const word: Suite = {
  async play({ say, again, history, expect, parts, model }) {
    const { asked } = await say('accio', 'Which orders?')
    const first = asked[0]?.text ?? ''
    expect('`accio` alone is cast without a tool call', asked.length === 1 && history().join() === 'accio said')
    expect("the model's first request has the agent's part once", times(first, parts.agent) === 1)
    expect('under the heading that spell has cast', times(first, heading) === 1)
    const two = await again('Looks fine so far.', casts, 'Done.')
    expect("after a message that names no spell the model's `spell accio` ends with 3", exitOf(two) === '3')
    const three = await again('Accio', { shell: writePlan }, casts, 'Done.')
    const isOnce = exitOf(three) === '3' && history().join() === 'accio said,accio said'
    expect("a new `Accio` is cast again, by the hook alone: the model's own ends with 3", isOnce)
    expect("the developer's part is in no request", !model.asked.some(({ text }) => times(text, parts.developer)))
  },
}
