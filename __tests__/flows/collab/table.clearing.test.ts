import type { Session } from '../../../src/flows/collab/session'
import { legalIn } from '../../../src/flows/legality'
import { loadState } from '../../../src/work/state/state'
import { batch, bring, complete, contextIn, item, remembering, session } from '../../support/collab-session'
import { type Folder, makeFolder } from '../../support/folder'

const code: Partial<Session> = { workItems: [item(1, 'code')], currentItem: 1 }
const settings = (clear: string) => ({ '.ai/spell.json': JSON.stringify({ collab: { clear } }) })
const lastStep = (folder: Folder) => loadState(folder.path, session).history.at(-1)

test.each([
  ['brainstorm-exploring', 'brainstorming-exploring', 'brainstorm-clarifying', code],
  ['brainstorm-validating', 'brainstorming-validating', 'rough-draft-interface', code],
  ['gather-goals', 'gather-session-goals', 'brainstorm-exploring', { workItems: [item(1, 'code')] }],
  ['rough-draft-handoff', 'rough-draft-handoff', 'ready-to-implement', code],
  ['ready-to-implement', 'ready-to-implement', 'execute-batch', { workItems: [item(1, 'code', 'documented')] }],
  [
    'execute-batch',
    'executing-plans',
    'workflow-complete',
    { workItems: [item(1, 'code', 'documented')], batches: [batch(1, 'in_progress', ['a', 'completed'])] },
  ],
] as const)('with `never`, the report in %s passes the clear in the same step', async (state, skill, to, context) => {
  for (const files of [
    remembering(state, { ...context, clear: 'never' } as Partial<Session>),
    { ...remembering(state, context as Partial<Session>), ...settings('never') },
  ]) {
    const folder = makeFolder(files)
    expect(await complete(folder, skill)).toMatchObject({ ok: true, to, action: 'none' })
    // It is passed all the same: the step says over which rows it went, and its history is legal.
    const { transition, trigger, row, via } = lastStep(folder) as never as Record<string, string>
    const [from = '', end = ''] = `${transition}`.split(' → ')
    expect({ from, end, via }).toEqual({
      from: state,
      end: to,
      via: expect.arrayContaining([expect.stringMatching(/^T\d/)]),
    })
    expect(legalIn(session)({ from, to: end, trigger: `${trigger}`, row: `${row}` }, from)).toBe(true)
  }
})

test('with `always`, the answer says to end there, and the conversation that follows has the step', async () => {
  const folder = makeFolder(remembering('brainstorm-exploring', { ...code, clear: 'always' }))
  const answer = await complete(folder, 'brainstorming-exploring')
  expect(answer).toMatchObject({ to: 'brainstorm-clarifying', action: 'clear', next_skill: 'brainstorming-clarifying' })
  expect(answer.ai).toMatch(/^1\. End here:/)
  expect(answer.ai).not.toContain('Ask the developer one question at a time')
  expect((await bring(folder, { verb: 'resume' })).ai).toContain('Ask the developer one question at a time')
})

test('what the session says counts more than the settings, and a report can change it', async () => {
  const folder = makeFolder({ ...remembering('brainstorm-exploring', { ...code, clear: 'ask' }), ...settings('never') })
  expect(await complete(folder, 'brainstorming-exploring')).toMatchObject({ to: 'clear-bs1', action: 'clear' })
  await bring(folder, { verb: 'complete-skill', name: 'collab-clear', clear: 'never' })
  expect(contextIn(folder).clear).toBe('never')
  expect(await complete(folder, 'brainstorming-clarifying')).toMatchObject({ to: 'brainstorm-designing' })
})

test('an item of no type is not begun, whatever is said of the clears', async () => {
  for (const clear of ['never', 'always'] as const) {
    const workItems = [item(1, 'bugfix'), item(2, 'unknown')]
    const folder = makeFolder(remembering('systematic-debugging', { workItems, currentItem: 1, clear }))
    expect(await complete(folder, 'systematic-debugging')).toMatchObject({ to: 'clear-post-item' })
    expect(await complete(folder, 'collab-clear')).toMatchObject({ ok: false, row: 'R4' })
  }
})

test('a fresh conversation is not asked whether to clear the context', async () => {
  const folder = makeFolder(remembering('clear-bs1', code))
  expect((await bring(folder, { verb: 'next' })).ai).toContain('“Clear the context?”')
  const { ai } = await bring(folder, { verb: 'resume' })
  expect(ai).toMatch(/^1\. The context is clear: ask nothing about it\./)
  expect(ai).not.toContain('“Clear the context?”')
})
