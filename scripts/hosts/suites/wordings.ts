import { writeIn } from '../place'
import { casts, exitOf, type Suite, times } from '../trial'

/** What a host writes around a word, or in its place, hides nothing. */
export const wordings: Suite = {
  async play({ host: { wordings: own } }, fresh) {
    for (const [what, text] of Object.entries({ 'after a phrase': 'Good. Accio.', ...own })) {
      const { say, parts, history, expect } = fresh()
      const { asked } = await say(text, 'Which orders?')
      const isTold = times(asked[0]?.text ?? '', parts.agent) === 1
      expect(`\`accio\` is cast ${what}`, isTold && history().join() === 'accio said')
    }
    if (!own['as a command']) return
    const { say, again, place, history, expect } = fresh()
    await say('/accio until complete', 'Which orders?')
    expect('`/accio until complete` casts the first step', history().join() === 'accio said')
    writeIn(place, { 'root/.ai/task/context.md': 'Orders as CSV\n' })
    const turn = await again('The context is written.', casts, 'Done.')
    expect('and lets the model cast the next one', exitOf(turn) === '0' && history()[1] === 'accio granted')
  },
}
