import { standings } from '../../../src/workflow/criteria/counts'
import type { Session } from '../../../src/workflows/collab/session'
import { bring, contextIn, remembering } from '../../support/collab-session'
import { makeFolder } from '../../support/folder'

/** A wave and the work end only with proofs of the files that are here, wherever the end is reported. */

const item = { number: 1, title: 'Fix it', type: 'bugfix', status: 'documented' } as const
const tasks = [
  { id: 'a', status: 'completed', dependsOn: [], run: 'npm test' },
  { id: 'item-1', status: 'completed', dependsOn: [] },
] as const
const sessionWith = (status: 'in_progress' | 'completed'): Partial<Session> => ({
  workItems: [item],
  lastNumber: 1,
  waves: [{ id: 'batch-1', status, tasks }],
  currentWave: status === 'completed' ? 1 : 0,
})

describe.each([
  ['execute-batch', 'executing-plans', 'R29.proof', 'in_progress'],
  ['workflow-complete', 'finishing-a-development-branch', 'R32.proof', 'completed'],
  ['cleanup', 'finishing-a-development-branch', 'R32.proof', 'completed'],
] as const)('in %s, %s', (state, name, row, status) => {
  test.each([...standings, undefined])('with a command that is %s', async (standing) => {
    const folder = makeFolder(remembering(state, sessionWith(status)))
    const before = contextIn(folder)
    const answer = await bring(folder, { verb: 'complete-skill', name, ...(standing && { shown: { a: standing } }) })
    if (standing === 'proven') expect(answer.ok).toBe(true)
    else {
      expect(answer).toMatchObject({ ok: false, row, state })
      expect(answer.ai).toContain('`spell collab prove`')
      // What stale means is told once, and nothing is said to fail that did not run.
      const meanings = `${answer.ai}${answer.developer}`.split('files have changed').length - 1
      expect(meanings).toBe(standing === 'stale' && state !== 'cleanup' ? 1 : 0)
      expect(answer.developer).toContain(`of the files that are here now: \`a\` (${standing ?? 'passed'})`)
      expect(`${answer.ai}${answer.developer}`).not.toContain('does not pass')
      expect(contextIn(folder)).toEqual(before)
    }
  })
})

test.each([...standings, undefined])('a task whose command is %s', async (standing) => {
  const waves = [{ id: 'batch-1', status: 'in_progress', tasks: [{ ...tasks[0], status: 'pending' }] }] as const
  const folder = makeFolder(remembering('execute-batch', { ...sessionWith('in_progress'), waves }))
  const shown = standing && { shown: { a: standing } }
  const answer = await bring(folder, { verb: 'task', id: 'a', status: 'completed', ...shown })
  expect(answer.ok).toBe(standing === 'proven')
  expect(contextIn(folder)).toMatchObject({ waves: [{ tasks: [{ status: answer.ok ? 'completed' : 'pending' }] }] })
})

test('what is kept ends, too: the files stay, the items are built, and nothing is offered that cannot be', async () => {
  const folder = makeFolder(remembering('cleanup', sessionWith('completed')))
  const answer = await bring(folder, { verb: 'cleanup', choice: 'keep', shown: { a: 'stale' } })
  expect(answer).toMatchObject({ ok: true, state: 'done' })
  expect(answer.developer).toContain('Its files stay in `.ai/collab/sessions/orders/`.')
  expect(answer.developer).toContain('Task `a` ends as stale')
  expect(answer.ai).toContain('Commit')
  const { developer } = await bring(folder, { verb: 'status' })
  expect(developer).toContain('item 1, bugfix, built: Fix it')
  expect(developer).not.toContain('ends the session')
  expect(await bring(folder, { verb: 'cleanup', choice: 'keep' })).toMatchObject({ row: 'keep', outcome: 'stayed' })
})

test.each(standings)('what ends while its command is %s is said to', async (standing) => {
  const folder = makeFolder(remembering('cleanup', sessionWith('completed')))
  const answer = await bring(folder, { verb: 'cleanup', choice: 'archive', shown: { a: standing } })
  const said = `Task \`a\` ends as ${standing}: no proof of the files that are here now shows it.`
  expect(answer.warnings.includes(said)).toBe(standing !== 'proven')
})
