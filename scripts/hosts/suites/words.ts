import { writeIn } from '../place'
import { casts, exitOf, type Suite, times } from '../trial'

const heading = 'spell has cast Accio on the developer'
/** After it an Accio would lead on. */
const writePlan = "printf '# Export\\n\\n- [ ] CSV is printed\\n' > .ai/task/plan.md"

/** A message that is only a word is cast by the hook; the agent casts nothing. */
export const word: Suite = async ({ say, again, history, expect, parts, model }) => {
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
}

/** A word with more in the message is kept: the agent deals with the rest, then casts, in the host's default sandbox. */
export const more: Suite = async ({ say, history, expect, parts }) => {
  const turn = await say('accio, but keep the header', casts, casts, 'Done.')
  const [first] = turn.asked
  expect('`accio, but keep the header` is not cast by the hook', !!first && !times(first.text, parts.agent))
  expect("the model's `spell accio` casts it, as said", exitOf(turn) === '0' && history()[0] === 'accio said')
  expect('a second one ends with 3', exitOf(turn, 1) === '3' && history().length === 1)
}

/** What a host writes around a word, or in its place, hides nothing. */
export const wordings: Suite = async ({ host: { wordings: own } }, fresh) => {
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
}

/** Claude Code alone compacts on a message without a terminal, and no conversation that is short. */
export const compact: Suite = async ({ host, say, again, expect, parts }) => {
  if (host.name !== 'claude') return
  for (const [at, file] of ['orders.js', 'package.json'].entries())
    await (at ? again : say)(`Look at ${file}.`, { shell: `cat ${file}` }, 'I have.')
  // An agent that has not stopped has not done its step.
  await again('accio', { shell: 'cat .ai/task/context.md' }, 'fails')
  await again('/compact')
  const [first] = (await again('Go on.', 'Which orders?')).asked
  // Once for the compacted session, and once more for the resumed one.
  const isTold = times(first?.text ?? '', parts.agent) > 0
  expect("after `/compact` the brief repeats the agent's part of the last step", isTold, first?.text)
}
