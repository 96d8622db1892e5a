import { openTerminal, type Terminal } from '../terminal'
import { casts, partsOf, type Suite, type Trial, times } from '../trial'

type Scene = (ui: Terminal, trial: Trial) => Promise<void>

/** The developer sees their part of a cast in the host's terminal UI, once. */
export const terminal: Suite = async (trial, fresh) => {
  await inTerminal(trial, lumos)
  await inTerminal(trial, resume, true)
  await inTerminal(fresh(), grant)
  await inTerminal(fresh(), queue)
}

async function inTerminal(trial: Trial, play: Scene, isAgain = false): Promise<void> {
  const ui = await openTerminal(trial, isAgain)
  try {
    await play(ui, trial)
  } finally {
    ui.keep(play.name)
    ui.close()
  }
}

/** Says a message, and waits for the model's answer, or for another text. @returns the requests that it led to */
async function say(ui: Terminal, { model }: Trial, text: string, answer: string, awaited = answer) {
  const before = model.asked.length
  const seen = times(ui.screen(), awaited)
  model.play(answer)
  await ui.type(text)
  await ui.until(() => times(ui.screen(), awaited) > seen)
  await ui.rests()
  return model.asked.slice(before)
}

const lumos: Scene = async (ui, trial) => {
  const { parts, expect, history, host } = trial
  const shown = () => times(ui.screen(), parts.developer)
  const asked = await say(ui, trial, 'accio', 'Which orders?')
  expect("after `accio` the developer's part is on the screen, once", shown() === 1, `${shown()} times; ${ui.screen()}`)
  ui.keep('accio')
  const isCast = asked.length === 1 && history().join() === 'accio said'
  expect('the step is cast without a tool call', isCast)
  const first = asked[0]?.text ?? ''
  const found = [times(first, parts.agent), times(first, parts.developer)].join()
  expect("the first request has the agent's part once, the developer's never", found === '1,0', `${found} times`)
  await say(ui, trial, 'Look at those of today.', 'There are two.')
  expect("after a second message the developer's part is there once", shown() === 1, `${shown()} times`)
  const look = partsOf(trial.place, 'lumos').developer
  const before = times(ui.screen(), look)
  const { length } = await say(ui, trial, 'lumos', 'You see.', look)
  const more = times(ui.screen(), look) - before
  expect('`lumos` is shown, once', more === 1, `${more} times; ${ui.screen()}`)
  if (host.endsTurns) expect('without a request', length === 0, `${length} requests`)
}

const resume: Scene = async (ui, trial) => {
  const { expect, parts } = trial
  const [first] = await say(ui, trial, 'Look at those of yesterday.', 'There was one.')
  const found = [times(first?.text ?? '', 'Which orders?'), times(first?.text ?? '', parts.agent)].join()
  expect("a resumed session has the conversation and the agent's part, once each", found === '1,1', `${found} times`)
}

const grant: Scene = async (ui, trial) => {
  await say(ui, trial, 'accio until complete', 'Which orders?')
  const isCast = trial.history().join() === 'accio said' && times(ui.screen(), trial.parts.developer) === 1
  trial.expect('`accio until complete` casts the first step, and shows it', isCast)
}

/** A word that is said while a tool runs: kept for the agent, or cast after the turn, as the host sends it. */
const queue: Scene = async (ui, { host, model, parts, history, expect }) => {
  model.play({ shell: 'sleep 8' }, casts, 'All done.', 'All done.')
  await ui.type('Look around.')
  await ui.until(() => model.asked.length > 0)
  await ui.type('accio')
  const isDone = () => times(ui.screen(), 'All done.') > 0
  // Copilot hands it to the model and runs no hook.
  if (host.name === 'copilot') {
    await ui.until(isDone)
    return expect('`accio` while a tool runs is not seen, and not cast', isDone() && !history().length)
  }
  await ui.until(() => isDone() && history().length > 0)
  await ui.rests()
  const screen = ui.screen()
  const told = [times(screen, 'Your word is kept'), times(screen, parts.developer)]
  expect('`accio` while a tool runs is one step', history().join() === 'accio said')
  expect('the developer reads that it is kept, or their part, once', told.toSorted().join() === '0,1', told)
}
