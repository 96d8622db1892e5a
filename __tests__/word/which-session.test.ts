import { cast } from '../../src/cast/cast'
import { turnOf } from '../../src/cast/turn'
import { personIn } from '../../src/word/moment'
import { sayTyped } from '../../src/word/say-word'
import { changeSession, sessionsHere } from '../../src/word/sessions'
import { sessionWithWord } from '../../src/word/which-session'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { makeRepository } from '../support/folder'
import { gitIn } from '../support/git'
import { inSession, reportKept, say, shellOf } from '../support/words'

/** A word counts for the person who has said it, and for the host to which it was said. */

const counting = `
workflow: rfc
about: From a draft to a decision
start: reading
words: { approve: agree }
counts: { approvals: { most: 2, people: distinct } }
states:
  reading: { phase: review, title: Being read, agent: "Wait.", developer: "Look." }
  decided: { phase: complete, title: Decided, goal: true, developer: "Look." }
steps:
  - { id: A, from: reading, word: approve, by: developer, to: decided, do: [ { add: approvals } ] }
`
const ada = 'ada@example.com'

test.each([
  ['in a message', (ctx: ReturnType<typeof inSession>) => reportKept(ctx, 'approve')],
  ['in a terminal', (ctx: ReturnType<typeof inSession>) => sayTyped(ctx, { words: { approve: 1 } })],
])('where people are counted, a word that is said %s counts for who has said it only', async (_, saying) => {
  const folder = makeRepository({ '.ai/workflows/rfc.yaml': counting })
  const ctx = inSession(folder)
  gitIn(folder, 'config', 'user.email', ada)
  await saying(ctx)
  const counts = async (person?: string) =>
    (await sessionWithWord({ word: 'approve', ...(person && { person }) }, ctx, ['host', 'typed'])) !== undefined
  expect([await counts(ada), await counts('Ada@Example.com'), await counts()]).toEqual([true, true, true])
  expect(await counts('bob@example.com')).toBe(false)
})

test('git is not asked who speaks where nobody is counted', async () => {
  expect(await personIn('/nowhere', {}, new Map())).toEqual({})
})

// biome-ignore format: a case is a line
test.each<[host: string, env: Record<string, string>, counts: boolean]>([
  ['Claude Code, which names another session', { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'two' }, false],
  ['Claude Code, which names none', { CLAUDECODE: '1' }, true],
  ['Gemini CLI', { GEMINI_CLI: '1' }, false],
  ['Cursor', { CURSOR_AGENT: '1' }, false],
  ['nobody that is known', {}, true],
])('a word that was said to Claude Code counts for a caster that was started by %s: %s', async (_, host, counts) => {
  const folder = makeRepository()
  const state = shellOf('one').XDG_STATE_HOME
  await reportKept(inSession(folder, 'one', state), 'accio')
  const ctx = { ...inSession(folder), env: { XDG_STATE_HOME: state, ...host } }
  expect((await sessionWithWord({ word: 'accio' }, ctx, ['host'])) !== undefined).toBe(counts)
})

test('who acts is known by the agent whose host has reported here, unless it was for another piece of work', async () => {
  const folder = makeRepository()
  const ctx = inSession(folder)
  const agentNow = async () => (await turnOf(workIn(folder.path, engineer), ctx)).agent
  await cast(workIn(folder.path, engineer), 'accio', ctx)
  expect(await agentNow()).toBeUndefined()
  await say(ctx, { words: { accio: 1 } })
  expect(await agentNow()).toBe('Claude Code')
  await changeSession(
    sessionsHere(folder.path, ctx.env),
    'claude:one',
    ctx.now,
    (before) => before && { ...before, shown: { work: 'another', commands: [] } },
  )
  expect(await agentNow()).toBeUndefined()
})
