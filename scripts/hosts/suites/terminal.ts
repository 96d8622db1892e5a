import { openTerminal, type Terminal } from '../terminal'
import { beginning, casts, exitOf, type Suite, shownBy, type Trial, times } from '../trial'

/** What the hook can end without asking the model. */
const endsTurns = ['codex', 'copilot']

/** The developer sees their part of a cast in the host's terminal UI, once. */
export const terminal: Suite = {
  async play(trial, fresh) {
    await inTerminal(trial, (ui) => showsParts(ui, trial))
    await inTerminal(trial, (ui) => resumes(ui, trial), true)
    const other = fresh()
    await inTerminal(other, (ui) => showsGrant(ui, other))
    if (trial.host.name !== 'claude') return
    const busy = fresh()
    await inTerminal(busy, (ui) => keepsQueued(ui, busy))
  },
}

async function inTerminal(trial: Trial, play: (ui: Terminal) => Promise<void>, isAgain = false): Promise<void> {
  const ui = await openTerminal(trial, isAgain)
  try {
    await play(ui)
  } finally {
    ui.close()
  }
}

/** Says a message, and waits for the model's answer. @returns the requests that it led to */
async function say(ui: Terminal, { model }: Trial, text: string, answer: string) {
  const before = model.asked.length
  const seen = times(ui.screen(), answer)
  model.play(answer)
  await ui.type(text)
  await ui.until(() => times(ui.screen(), answer) > seen)
  await ui.rests()
  return model.asked.slice(before)
}

async function showsParts(ui: Terminal, trial: Trial): Promise<void> {
  const { parts, expect, history, host } = trial
  const shown = () => times(ui.screen(), parts.developer)
  const asked = await say(ui, trial, 'accio', 'Which orders?')
  expect("after `accio` the developer's part is on the screen, once", shown() === 1, `${shown()} times; ${ui.screen()}`)
  console.log(`      ${ui.keep('accio')}`)
  const isCast = asked.length === 1 && history().join() === 'accio said'
  expect('the step is cast without a tool call', isCast)
  const first = asked[0]?.text ?? ''
  const found = [times(first, parts.agent), times(first, parts.developer)].join()
  expect("the first request has the agent's part once, the developer's never", found === '1,0', `${found} times`)
  await say(ui, trial, 'Look at those of today.', 'There are two.')
  expect("after a second message the developer's part is there once", shown() === 1, `${shown()} times`)
  const lumos = beginning(shownBy(trial.place, 'lumos').developer)
  const before = times(ui.screen(), lumos)
  const { length } = await say(ui, trial, 'lumos', 'You see.')
  const more = times(ui.screen(), lumos) - before
  expect('`lumos` is shown, once', more === 1, `${more} times; ${ui.screen()}`)
  if (endsTurns.includes(host.name)) expect('without a request', length === 0, `${length} requests`)
  console.log(`      ${ui.keep('lumos')}`)
}

async function resumes(ui: Terminal, trial: Trial): Promise<void> {
  const { expect, parts } = trial
  const [first] = await say(ui, trial, 'And yesterday?', 'There was one.')
  const found = [times(first?.text ?? '', 'Which orders?'), times(first?.text ?? '', parts.agent)].join()
  expect("a resumed session has the conversation and the agent's part, once each", found === '1,1', `${found} times`)
}

async function showsGrant(ui: Terminal, trial: Trial): Promise<void> {
  await say(ui, trial, 'accio until complete', 'Which orders?')
  const isCast = trial.history().join() === 'accio said' && times(ui.screen(), trial.parts.developer) === 1
  trial.expect('`accio until complete` casts the first step, and shows it', isCast)
  console.log(`      ${ui.keep('grant')}`)
}

/** A word that is said while a tool runs. */
async function keepsQueued(ui: Terminal, { model, history, expect }: Trial): Promise<void> {
  model.play({ shell: 'sleep 8' }, casts, 'All done.', 'All done.')
  await ui.type('Look around.')
  await ui.until(() => model.asked.length > 0)
  await ui.type('accio')
  await ui.until(() => times(ui.screen(), 'All done.') > 0)
  const isCast = exitOf({ asked: model.asked }) === '0' && history().join() === 'accio said'
  const came = `${history()}; ${model.asked.at(-1)?.last}`
  expect('`accio` while a tool runs is kept, and the agent casts it', isCast, came)
}
