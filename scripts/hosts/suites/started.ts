import type { Step } from '../model/step'
import { casts, exitOf, expectNothingLeft, type Suite, type Trial } from '../trial'

/** What an agent says to another agent is not the developer's word. */
export const started: Suite = {
  async play(trial, fresh) {
    const command = trial.host.say('accio').map((part) => `'${part}'`)
    const shell = `timeout 60 ${command.join(' ')} </dev/null >nested.txt 2>&1; tail -c 300 nested.txt`
    await expectNothing(trial, 'a host that the model starts with `accio`', { shell })
    await expectNothing(fresh(), "a subagent's `accio`", { ask: 'accio' })
  },
}

async function expectNothing(trial: Trial, what: string, step: Step): Promise<void> {
  trial.model.heeded = 'Look around.'
  const turn = await trial.say(trial.model.heeded, step, casts, 'Done.', 'Done.')
  trial.expect(`${what} casts nothing`, exitOf(turn) === '3' && !trial.history().length)
  expectNothingLeft(trial, `${what} leaves no word`)
}
