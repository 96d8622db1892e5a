import { writeIn } from '../place'
import { casts, exitOf, type Suite, times } from '../trial'

/** What a host writes around a word, or in its place, hides nothing. */
export const wordings: Suite = {
  async play(_, fresh) {
    const { host, expect } = fresh()
    const all = { 'after a phrase': 'Good. Accio.', ...host.wordings }
    for (const [what, text] of Object.entries(all)) {
      const { say, parts, history } = fresh()
      const { asked, output } = await say(text, 'Which orders?')
      const found = times(asked[0]?.text ?? '', parts.agent)
      const isCast = history().join() === 'accio said' && found === 1
      expect(
        `\`accio\` is cast ${what}`,
        isCast,
        `${history()}; the agent's part ${found} times; ${asked[0]?.last ?? output}`,
      )
    }
    if (!host.wordings['as a command']) return
    const { say, again, place, history } = fresh()
    await say('/accio until complete', 'Which orders?')
    expect('`/accio until complete` casts the first step', history().join() === 'accio said', history())
    writeIn(place, { 'root/.ai/task/context.md': 'Orders as CSV\n' })
    const turn = await again('The context is written.', casts, 'Done.')
    const isGranted = exitOf(turn) === '0' && history()[1] === 'accio granted'
    expect('and lets the model cast the next one', isGranted, `${history()}; ${turn.asked.at(-1)?.last}`)
  },
}
