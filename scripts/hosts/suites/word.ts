import { writeIn } from '../place'
import { casts, exitOf, type Suite, times } from '../trial'

const heading = 'spell has cast Accio on the developer'

/** After it an Accio would lead on. */
const writePlan = "printf '# Export\\n\\n- [ ] CSV is printed\\n' > .ai/task/plan.md"

/** A message that is only a word is cast by the hook; the agent casts nothing. */
export const word: Suite = {
  async play({ say, again, history, expect, parts, place }) {
    const one = await say('accio', 'Which orders?')
    const all = () => [one, two, three].flatMap(({ asked }) => asked)
    const first = one.asked[0]?.text ?? ''
    expect(
      '`accio` alone is cast without a tool call',
      one.asked.length === 1 && history().join() === 'accio said',
      `${history()}; ${one.asked.length} requests; ${one.output}`,
    )
    expect(
      "the model's first request has the agent's part once",
      times(first, parts.agent) === 1,
      `${times(first, parts.agent)} times`,
    )
    expect('under the heading that spell has cast', times(first, heading) === 1, `${times(first, heading)} times`)
    const two = await again('Looks fine so far.', casts, 'Done.')
    expect(
      "after a message that names no spell the model's `spell accio` ends with 3",
      exitOf(two) === '3',
      two.asked.at(-1)?.last,
    )
    writeIn(place, { 'root/.ai/task/context.md': 'Orders as CSV\n' })
    const three = await again('Accio', { shell: writePlan }, casts, 'Done.')
    expect(
      "a new `Accio` is cast again, by the hook alone: the model's own ends with 3",
      exitOf(three) === '3' && history().join() === 'accio said,accio said',
      `${history()}; ${three.asked.at(-1)?.last}`,
    )
    expect(
      "the developer's part is in no request",
      all().length > 0 && !all().some(({ text }) => times(text, parts.developer)),
      all().map(({ text }) => times(text, parts.developer)),
    )
  },
}
