import { cast } from '../../src/cast/cast'
import { turnOf } from '../../src/cast/turn'
import { changeSession, sessionsHere } from '../../src/word/sessions'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { makeRepository } from '../support/folder'
import { inSession, say } from '../support/words'

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
