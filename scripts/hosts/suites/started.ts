import type { Step } from '../model/step'
import { casts, exitOf, expectNothingLeft, type Suite, type Trial } from '../trial'

/** What an agent says to another agent is not the developer's word. */
export const started: Suite = {
  async play(trial, fresh) {
    const command = trial.host.say('accio').map((part) => `'${part}'`)
    await expectNothing(trial, 'a host that the model starts with `accio`', {
      shell: `timeout 60 ${command.join(' ')} </dev/null >nested.txt 2>&1; tail -c 300 nested.txt`,
    })
    await expectNothing(fresh(), "a subagent's `accio`", { ask: 'accio' })
  },
}

async function expectNothing(trial: Trial, what: string, step: Step): Promise<void> {
  const message = 'Look around.'
  trial.model.heeded = message
  const turn = await trial.say(message, step, casts, 'Done.', 'Done.')
  const isNothing = exitOf(turn) === '3' && !trial.history().length
  trial.expect(
    `${what} casts nothing`,
    isNothing,
    `${trial.history()}; ${turn.asked.map(({ last }) => last).join(' · ')}`,
  )
  expectNothingLeft(trial, `${what} leaves no word`)
}
