import { cast } from '../../src/cast/cast'
import { engineer } from '../../src/flows/engineer'
import { endGrants } from '../../src/word/grant'
import { stepsGranted } from '../../src/word/running-grant'
import { changeSession, sessionsHere } from '../../src/word/sessions'
import { workIn } from '../../src/work/work'
import { makeFolder, makeRepository } from '../support/folder'
import { spellHere } from '../support/packed-program'
import { inSession, say, shellOf } from '../support/words'

const shown = 'The agent goes on by the developer'

test('a word for several steps is shown wherever the work is, until it is ended', () => {
  const { path } = makeRepository()
  const env = shellOf('one')
  const said = (...args: readonly string[]) => spellHere(path, args, { env }).stdout
  const views = () => ({
    line: said('statusline').trim(),
    report: said('report').includes(shown),
    map: said('map').includes(shown),
    lumos: /Where We Are\n[^#]*By your word the agent goes on, 19 steps at most/.test(said('lumos')),
    agent: /do not stop here: .* run `spell accio` yourself \(19 steps left\)/.test(said('lumos', '--for', 'ai')),
    asks: said('lumos', '--for', 'ai').includes('Cast only a spell the developer has just named'),
  })
  const input = JSON.stringify({ session_id: 'one', cwd: path, prompt: 'accio until complete' })
  spellHere(path, ['word', '--agent', 'claude'], { env, input })
  expect(spellHere(path, ['accio'], { env }).exitCode).toBe(0)
  const running = {
    line: 'planning · goes on by itself',
    report: true,
    map: true,
    lumos: true,
    agent: true,
    asks: false,
  }
  expect(views()).toEqual(running)
  // Another session's agent has no such word.
  expect(spellHere(path, ['statusline'], { env: { ...env, CLAUDE_CODE_SESSION_ID: 'two' } }).stdout).toBe('planning\n')
  spellHere(path, ['grant', '--end'], { env })
  expect(views()).toEqual({ line: 'planning', report: false, map: false, lumos: false, agent: false, asks: true })
})

test('a word for several steps of another piece of work is not shown, and stays as it is', async () => {
  const folder = makeFolder({ '.git/HEAD': 'ref: refs/heads/main\n' })
  const ctx = inSession(folder)
  await say(ctx, { words: { accio: 1 }, untilComplete: true })
  await cast(workIn(folder.path, engineer), 'accio', ctx)
  const work = () => workIn(folder.path, engineer)
  expect(await stepsGranted(work(), ctx)).toBe(19)
  await changeSession(sessionsHere(folder.path, ctx.env), 'claude:one', ctx.now, (session) =>
    session?.grant ? { ...session, grant: { ...session.grant, work: 'another' } } : undefined,
  )
  expect(await stepsGranted(work(), ctx)).toBeUndefined()
  expect([await endGrants(ctx, work()), await endGrants(ctx)]).toEqual([0, 1])
})
