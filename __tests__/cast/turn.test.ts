import { turnLine } from '../../src/cast/answer/turn'
import { cast } from '../../src/cast/cast'
import { turnOf } from '../../src/cast/turn'
import { sayTyped } from '../../src/word/say-word'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import type { State } from '../../src/workflows/engineer/states'
import { castIn, edgeAt, folderWith, standing } from '../support/casting'
import { type Folder, makeFolder } from '../support/folder'

/** As the developer casts in a terminal, where no agent reads the answer. */
const typed = (folder: Folder, spell: string) =>
  cast(workIn(folder.path, engineer), spell, {
    ...edgeAt(folder),
    env: { XDG_STATE_HOME: makeFolder().path },
    isTyped: async () => true,
  })

test('what the developer types says what is so, and how the agent gets to know', async () => {
  const folder = makeFolder({ '.ai/task/plan.md': '# Export\n\n- [ ] a header row\n' })
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  await castIn(folder, 'accio')
  const drafted = await typed(folder, 'accio')
  expect(drafted.turn).toMatchObject({ who: 'agent', does: 'drafting the task' })
  expect(drafted.developer).toMatch(
    /The agent is drafting the task\. Tell it to do what `spell lumos --for ai` says\.$/,
  )
  // A look makes no step, so there is nothing new to read.
  expect((await typed(folder, 'lumos')).developer).not.toContain('Tell it')
  // An agent that casts has read it, and writes what it asks for.
  const other = makeFolder(folder.contents('.'))
  folder.write({ '.ai/task/task.md': '---\ntask_name: rows\n---\n\n# Task\n\nWrite them.\n' })
  expect((await castIn(folder, 'accio')).developer).toMatch(/You: say \*\*Accio\*\*\.$/)
  expect((await typed(other, 'lumos')).turn.who).toBe('agent')
})

test('a word that was typed for the agent is not asked for again: it is the agent that has to use it', async () => {
  const folder = makeFolder({ '.ai/task/plan.md': '# Export\n\n- [ ] a header row\n' })
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  const ctx = { ...edgeAt(folder), env: { XDG_STATE_HOME: makeFolder().path } }
  const look = async () => (await cast(workIn(folder.path, engineer), 'lumos', ctx)).developer
  expect(await look()).toMatch(/You: say \*\*Accio\*\*\.$/)
  await sayTyped({ ...ctx, root: folder.path }, { words: { accio: 1 } })
  expect(await look()).toMatch(/The agent is to cast \*\*Accio\*\* when you tell it to go on: your word is given\.$/)
  await cast(workIn(folder.path, engineer), 'accio', ctx)
  expect(await look()).toMatch(/You: say \*\*Accio\*\*\.$/)
})

test.each<[state: State, task: string, missing: string, does: string]>([
  ['ACHIEVE_TASK_EXECUTED', 'task.md', 'task-results.md', 'tell the agent to write the results'],
  ['PR_APPLIED_PENDING_ARCHIVE_A', 'review-task.md', 'review-task-results.md', 'tell the agent to write the results'],
  ['ACHIEVE_TASK_DRAFTING', 'task.md', 'plan.md', 'bring back `plan.md`'],
])('in %s what is missing is asked for, as Accio would go on without it', async (state, task, missing, does) => {
  const plan = missing === 'plan.md' ? {} : { '.ai/task/plan.md': '# Export\n\n- [ ] a header row\n' }
  const folder = makeFolder({ ...standing(state), ...plan, [`.ai/task/${task}`]: 'Write it.\n' })
  // Nothing is asked to be taken back before it was said.
  expect((await castIn(folder, 'lumos')).developer).not.toContain('undo')
  const refused = await castIn(folder, 'accio')
  expect([refused.outcome, refused.turn.does]).toEqual(['missing', does])
  expect(refused.developer.includes('If you said it too early: `spell undo`.')).toBe(missing !== 'plan.md')
  folder.write({ [`.ai/task/${missing}`]: '- [ ] a header row\n' })
  expect((await castIn(folder, 'lumos')).turn.does).toBe('say **Accio**')
})

test.each<[state: State, task: string]>([
  ['ACHIEVE_TASK_EXECUTED', 'task.md'],
  ['PR_APPLIED_PENDING_ARCHIVE_G', 'review-task.md'],
])('in %s a task that is gone is nobody’s to carry out', async (state, task) => {
  const folder = makeFolder({ ...standing(state), '.ai/task/plan.md': '- [ ] a header row\n' })
  expect((await castIn(folder, 'lumos')).turn.does).toBe(`bring back \`${task}\``)
  folder.write({ [`.ai/task/${task}`]: 'Write it.\n' })
  expect((await castIn(folder, 'lumos')).turn.who).toBe('agent')
})

test('while a template is untouched nothing is asked of the developer that needs what the agent has to write', async () => {
  const folder = makeFolder()
  const turn = async () => (await turnOf(workIn(folder.path, engineer), { ...edgeAt(folder), root: folder.path })).does
  await typed(folder, 'accio')
  expect((await typed(folder, 'accio')).turn.does).toBe('tell the agent what is to be done')
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  expect(await turn()).toBe('writing the plan')
  folder.write({ '.ai/task/plan.md': '# Export\n\n## Goals\n\nOne file.\n' })
  expect(await turn()).toBe('add a criterion to the plan')
  folder.write({ '.ai/task/plan.md': '# Export\n\n- [ ] a header row\n- [ ] it looks good\n  - by: developer\n' })
  // A look comes before the task is written, what an agent has cast is read after.
  const other = makeFolder(folder.contents('.'))
  expect((await castIn(other, 'accio')).turn.does).toBe('say **Accio**')
  const drafted = await typed(folder, 'accio')
  expect(drafted.turn.does).toBe('drafting the task')
  expect(drafted.developer).not.toContain('spell confirm')
  expect(await turn()).toBe('drafting the task')
  folder.write({ '.ai/task/plan.md': '# Export\n\n- [ ] it looks good\n  - by: developer\n' })
  expect(await turn()).toBe('drafting the task')
  expect((await typed(folder, 'lumos')).developer).toContain('Have the agent draft `task.md`, or write it.')
})

test('between two tasks the turn says what is left: a task, a tick, or a command to allow', async () => {
  const left = '# Export\n\n- [x] a header row\n  - run: `node -v`\n- [ ] it is announced\n'
  const files = {
    ...standing('ACHIEVE_TASK_DRAFTING'),
    '.ai/task/context.md': 'Orders.\n',
    '.ai/task/task.md': '# Task\n',
  }
  const folder = makeFolder({ ...files, '.ai/task/plan.md': left })
  const look = () => turnOf(workIn(folder.path, engineer), { ...edgeAt(folder), root: folder.path })
  expect((await look()).does).toBe('run `spell allow` for 1 command')
  folder.write({ '.ai/task/plan.md': left.replace('[ ]', '[x]') })
  expect(await look()).toMatchObject({ who: 'you', does: 'run `spell allow` for 1 command' })
  const agent = await cast(workIn(folder.path, engineer), 'accio', { ...edgeAt(folder), env: {} })
  expect(agent).toMatchObject({ row: 'A3s' })
})

test('after a task the developer reads what only they can confirm, and that a task is not needed', async () => {
  const plan = '# Export\n\n- [ ] a header row\n- [ ] it looks good\n  - by: developer\n'
  const folder = folderWith('ACHIEVE_TASK_EXECUTED', {
    context: 'Orders.\n',
    plan,
    task: '---\ntask_name: rows\n---\n\nWrite them.\n',
    results: '# Results\n\nThey are written.\n',
  })
  const archived = await castIn(folder, 'accio')
  expect(archived).toMatchObject({ to: 'ACHIEVE_TASK_DRAFTING' })
  expect(archived.developer).toMatch(/You: run `spell confirm 2`\.$/)
  expect((await turnOf(workIn(folder.path, engineer), { ...edgeAt(folder), root: folder.path })).does).toBe(
    'run `spell confirm 2`',
  )
})

const now = new Date(2026, 7, 20, 15, 30)
const waiting = (since: Date | string) =>
  turnLine({ who: 'you', does: 'say **Accio**', since: typeof since === 'string' ? since : since.toISOString() }, now)

test('says since when it has waited, by the clock of the reader', () => {
  expect(waiting(new Date(2026, 7, 20, 9, 5))).toBe('You: say **Accio** (since 09:05)')
  expect(waiting(new Date(2026, 7, 20, 0, 0))).toBe('You: say **Accio** (since 00:00)')
})

test('names the day of what has waited since another one', () => {
  expect(waiting(new Date(2026, 7, 18, 12, 0))).toBe('You: say **Accio** (since 2026-08-18)')
})

test.each([
  ['in the same minute', new Date(2026, 7, 20, 15, 29, 30)],
  ['by a clock that is ahead', new Date(2026, 7, 20, 16, 0)],
  ['by a record that has no time', 'yesterday'],
])('says nothing of what began %s', (_, since) => {
  expect(waiting(since)).toBe('You: say **Accio**')
})

test('says nothing of when where that is not asked, and of what is over', () => {
  const since = new Date(2026, 7, 20, 9, 5).toISOString()
  expect(turnLine({ who: 'agent', does: 'working', since })).toBe('The agent is working')
  expect(turnLine({ who: 'nobody', does: '', since }, now)).toBe('Done')
})
