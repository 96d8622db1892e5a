import { loadState } from '../../../src/work/state/state'
import { legalIn } from '../../../src/workflow/legality'
import type { Session } from '../../../src/workflows/collab/session'
import { bring, complete, contextIn, item, remembering, session, wave } from '../../support/collab-session'
import { type Folder, makeFolder } from '../../support/folder'

const code: Partial<Session> = { workItems: [item(1, 'code')], currentItem: 1 }
const own = { files: ['1.js'], run: 'node --check 1.js', red: false, item: 1 }
const tasks = [{ id: 'item-1', dependsOn: [], description: 'Item 1', ...own }]
const settings = (clear: string) => ({ '.ai/spell.json': JSON.stringify({ collab: { clear } }) })
const lastStep = (folder: Folder) => loadState(folder.path, session).history.at(-1)

test.each([
  ['rough-draft-handoff', 'rough-draft-handoff', 'ready-to-implement', code],
  [
    'ready-to-implement',
    'ready-to-implement',
    'execute-batch',
    { workItems: [item(1, 'bugfix', 'documented')], tasks },
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

// biome-ignore format: one report a line
test.each([
  ['brainstorm-exploring', 'brainstorming-exploring', 'brainstorm-clarifying', code],
  ['brainstorm-validating', 'brainstorming-validating', 'rough-draft-interface', code],
  ['gather-goals', 'gather-session-goals', 'brainstorm-exploring', { workItems: [item(1, 'code')] }],
  ['execute-batch', 'executing-plans', 'workflow-complete', { workItems: [item(1, 'code', 'documented')], waves: [wave(1, 'in_progress', ['a', 'completed'])] }],
] as const)('the report in %s stops nowhere before the next skill, whatever is said of the clears', async (state, skill, to, context) => {
  for (const clear of ['ask', 'never', 'always'] as const) {
    const folder = makeFolder(remembering(state, { ...context, clear } as Partial<Session>))
    expect(await complete(folder, skill)).toMatchObject({ ok: true, to, action: 'none' })
  }
})

const fixed: Partial<Session> = { workItems: [item(1, 'bugfix'), item(2, 'code')], currentItem: 1 }

test('with `always`, the answer says to end there, and the conversation that follows has the step', async () => {
  const folder = makeFolder(remembering('systematic-debugging', { ...fixed, clear: 'always' }))
  const answer = await complete(folder, 'systematic-debugging')
  expect(answer).toMatchObject({ to: 'brainstorm-exploring', action: 'clear', next_skill: 'brainstorming-exploring' })
  expect(answer.ai).toMatch(/^1\. End here:/)
  expect(answer.ai).not.toContain('Read the code that it touches')
  expect((await bring(folder, { verb: 'resume' })).ai).toContain('Read the code that it touches')
})

test('what the session says counts more than the settings, and a report can change it', async () => {
  const folder = makeFolder({
    ...remembering('systematic-debugging', { ...fixed, clear: 'ask' }),
    ...settings('never'),
  })
  expect(await complete(folder, 'systematic-debugging')).toMatchObject({ to: 'clear-post-item', action: 'clear' })
  const set = await bring(folder, { verb: 'complete-skill', name: 'collab-clear', clear: 'never' })
  expect(set.developer).toContain('From now on nothing is asked between items')
  expect(contextIn(folder).clear).toBe('never')
  expect(await complete(folder, 'brainstorming-exploring')).toMatchObject({ to: 'brainstorm-clarifying' })
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
  expect((await bring(folder, { verb: 'next' })).ai).toContain('“Shall I go on here?”')
  const { ai } = await bring(folder, { verb: 'resume' })
  expect(ai).toMatch(/^1\. The context is clear: ask nothing about it\./)
  expect(ai).not.toContain('“Shall I go on here?”')
})
