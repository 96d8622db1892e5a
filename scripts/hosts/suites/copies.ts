import { join } from 'node:path'
import { program } from '../host'
import { run } from '../place'
import { casts, exitOf, expectNothingLeft, type Suite, type Trial, times } from '../trial'

/** The first words of what a session begins with; OpenCode's does not. */
const brief = 'This repository is worked on with'

/** The files of all hosts are in the repository, and some read those of others: no word counts twice. */
export const copies: Suite = {
  async play(trial, fresh) {
    await expectOnce(trial, "with all hosts' files")
    if (trial.host.name === 'claude') {
      const other = fresh()
      await addPlugin(other)
      await expectOnce(other, 'with the plugin beside them')
    }
    const { say, again, history, expect } = fresh()
    await say('accio', { fails: true })
    const turn = await again('accio', casts, 'Done.')
    const isOnce = exitOf(turn) === '3' && history().join() === 'accio said'
    expect('a word sent again before the agent had its turn is no second one', isOnce)
  },
}

async function expectOnce(trial: Trial, when: string): Promise<void> {
  const { say, expect, history, parts } = trial
  const { asked } = await say('accio', 'Which orders?')
  const [briefs = 0, found] = [brief, parts.agent].map((part) => times(asked[0]?.text ?? '', part))
  const came = `${briefs} and ${found} times`
  expect(`${when} the brief does not come twice, and the agent's part once`, briefs < 2 && found === 1, came)
  expect(`${when} one word is one step`, history().join() === 'accio said')
  expectNothingLeft(trial, `${when} nothing of it is left`)
}

/** Installs the plugin of the package. */
async function addPlugin({ host, place }: Trial): Promise<void> {
  const plugin = (...args: string[]) => run(place, [program('claude'), 'plugin', ...args], host.env(place))
  await plugin('marketplace', 'add', join(place.root, 'node_modules/spell-cli/dist/plugins'))
  await plugin('install', 'spell@spell-cli')
}
