import { makeRepository } from '../support/folder'
import { spellHere } from '../support/packed-program'
import { shellOf } from '../support/words'

const shown = 'The agent goes on by the developer'

test('a word for several steps is shown wherever the work is, until it is ended', () => {
  const { path } = makeRepository()
  const env = shellOf('one')
  const said = (...args: readonly string[]) => spellHere(path, args, { env }).stdout
  const views = () => ({
    line: said('statusline').trim(),
    report: said('report').includes(shown),
    map: said('map').includes(shown),
    lumos: /\n\nThe agent is going on by your word, 19 steps at most; say “wait” to end that\.\n$/.test(said('lumos')),
    agent: /run `spell accio` yourself \(19 steps left\)/.test(said('lumos', '--for', 'ai')),
    asks: said('lumos', '--for', 'ai').includes('Cast only what the developer has just named'),
  })
  const input = JSON.stringify({ session_id: 'one', cwd: path, prompt: 'accio until complete' })
  spellHere(path, ['word', '--agent', 'claude'], { env, input })
  const alone = 'Context · You: tell the agent what is to be done'
  const running = {
    line: 'Context · The agent is going on by your word',
    report: true,
    map: true,
    lumos: true,
    agent: true,
    asks: false,
  }
  expect(views()).toEqual(running)
  // Another session's agent has no such word.
  expect(spellHere(path, ['statusline'], { env: { ...env, CLAUDE_CODE_SESSION_ID: 'two' } }).stdout).toBe(`${alone}\n`)
  spellHere(path, ['say', 'stop'], { env })
  expect(views()).toEqual({ line: alone, report: false, map: false, lumos: false, agent: false, asks: true })
})
