import { join } from 'node:path'
import { commandOf, program } from '../host'
import { run, spellIn } from '../place'
import { casts, exitOf, type Suite, type Trial, times } from '../trial'

/** The first words of what a session begins with; OpenCode's does not. */
const brief = 'This repository is worked on with'

/** The files of all hosts are in the repository, and some read those of others: no word counts twice. */
export const copies: Suite = async (trial, fresh) => {
  await expectOnce(trial, "with all hosts' files")
  if (trial.host.name === 'claude') {
    const other = fresh()
    await addPlugin(other)
    await expectOnce(other, 'with the plugin beside them')
  }
  const { say, again, history, expect } = fresh()
  // Not all hosts keep a session that begins with an error.
  await say('Look around.', 'Done.')
  await again('accio', 'fails')
  const turn = await again('accio', casts, 'Done.')
  const isOnce = exitOf(turn) === '3' && history().join() === 'accio said'
  expect('a word sent again before the agent had its turn is no second one', isOnce)
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

/** What an agent says to another agent is not the developer's word, and who is not the developer's agent does not cast. */
export const started: Suite = async (trial, fresh) => {
  const command = commandOf(trial.host, false, 'accio').map((part) => `'${part}'`)
  const shell = `timeout 60 ${command.join(' ')} </dev/null >nested.txt 2>&1; tail -c 300 nested.txt`
  trial.model.heed('Look around.')
  const turn = await trial.say('Look around.', { shell }, casts, 'Done.', 'Done.')
  trial.expect(
    'a host that the model starts with `accio` casts nothing',
    exitOf(turn) === '3' && !trial.history().length,
  )
  expectNothingLeft(trial, 'it leaves no word')

  const { host, model, say, history, expect } = fresh()
  const message = 'accio, but look around first'
  model.heed(message)
  model.others.play(casts, 'Done.')
  // Codex does not wait for a subagent.
  const main = await say(message, { ask: 'accio' }, { shell: 'sleep 8' }, casts, 'Done.', 'Done.')
  // Gemini tells neither a hook nor a shell who acts.
  if (host.name === 'gemini')
    return expect(
      'a kept word that a subagent has cast is used',
      exitOf(main) === '3' && history().join() === 'accio said',
    )
  const answer = model.others.asked[1]?.last
  expect('a subagent is not let cast a kept word', !!answer && !/exit=0/.test(answer), answer)
  expect('it is left to the main agent', exitOf(main) === '0' && history().join() === 'accio said')
}

/** Casts without a session: what a copy of a word has left would count here. */
function expectNothingLeft({ place, expect, history }: Trial, what: string): void {
  const before = history().length
  const { status, output } = spellIn(place, 'accio')
  expect(what, status === 3 && history().length === before, `exit ${status}: ${output}`)
}
