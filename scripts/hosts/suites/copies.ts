import { join } from 'node:path'
import { program } from '../host'
import { type Ended, run } from '../place'
import { casts, exitOf, expectNothingLeft, type Suite, type Trial, times } from '../trial'

/** The first words of what a session begins with. */
const brief = 'This repository is worked on with'

/** The files of all hosts are in the repository, and some read those of others: no word counts twice. */
export const copies: Suite = {
  async play(trial, fresh) {
    await expectOnce(trial, "with all hosts' files", await trial.say('accio', 'Which orders?'))
    if (trial.host.name === 'claude') {
      const other = fresh()
      const { output } = await addPlugin(other)
      await expectOnce(other, `with the plugin beside them`, await other.say('accio', output))
    }
    const { say, again, history, expect } = fresh()
    await say('accio', { fails: true })
    const turn = await again('accio', casts, 'Done.')
    const isOnce = exitOf(turn) === '3' && history().join() === 'accio said'
    expect(
      'a word sent again before the agent had its turn is no second one',
      isOnce,
      `${history()}; ${turn.asked.at(-1)?.last ?? turn.output}`,
    )
  },
}

async function expectOnce(trial: Trial, when: string, { asked }: { asked: Trial['model']['asked'] }) {
  const { expect, history, parts } = trial
  const [briefs = 0, parted = 0] = [brief, parts.agent].map((part) => times(asked[0]?.text ?? '', part))
  // OpenCode has no brief at the beginning.
  expect(
    `${when} the agent's part comes once, the brief not twice`,
    parted === 1 && briefs < 2,
    `${parted}, ${briefs} times`,
  )
  expect(`${when} one word is one step`, history().join() === 'accio said', history())
  expectNothingLeft(trial, `${when} nothing of it is left`)
}

/** Installs the plugin of the package. */
async function addPlugin({ host, place }: Trial): Promise<Ended> {
  const claude = (...args: string[]) => run(place, [program('claude'), 'plugin', ...args], host.env(place))
  await claude('marketplace', 'add', join(place.root, 'node_modules/spell-cli/dist/plugins'))
  return claude('install', 'spell@spell-cli')
}
