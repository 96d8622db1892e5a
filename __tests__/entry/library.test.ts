import { dirname, join } from 'node:path'
import { flow } from '../../src/workflows/collab/flow'
import { filesOfItems } from '../support/collab-documents'
import { item, remembering } from '../support/collab-session'
import { makeFolder } from '../support/folder'
import { program } from '../support/packed-program'
import { failing } from '../support/posix'

/** The package as another program has it. */
const library: typeof import('../../src/entry/library') = require(dirname(dirname(program)))

test('offers a cast, the proof of a table, and the one class of errors', () => {
  expect(Object.keys(library).sort()).toEqual(['Failure', 'cast', 'exit', 'verify'])
})

test('a spell is cast as on the command line', async () => {
  const { path } = makeFolder()
  const answer = await library.cast(path, 'accio', { note: 'the first' })
  expect(answer).toMatchObject({ ok: true, outcome: 'advanced', row: 'GC1', to: 'GATHER_EDITING_CONTEXT' })
  expect(await library.cast(path, 'reverto')).toMatchObject({ ok: false, outcome: 'blocked' })
})

test('a spell is cast on the piece of work that the command line would mean', async () => {
  const named = { '.ai/work/csv-export/state.json': '{"current_state":"GATHER_EDITING","context":{},"history":[]}' }
  const { path, contents } = makeFolder({ ...named, '.git/HEAD': 'ref: refs/heads/feat/csv-export\n' })
  expect(await library.cast(path, 'accio')).toMatchObject({ work: 'csv-export', from: 'GATHER_EDITING' })
  expect(Object.keys(contents('.ai')).filter((file) => file.startsWith('.ai/task/'))).toEqual([])
  const two = makeFolder({ ...named, '.ai/work/other/state.json': '{"current_state":"GATHER_EDITING","history":[]}' })
  expect(await library.cast(two.path, 'lumos', { work: 'other' })).toMatchObject({ work: 'other' })
  await expect(library.cast(two.path, 'accio')).rejects.toMatchObject({
    code: 'which-work',
    details: ['csv-export', 'other'],
  })
})

test('a table is proven as on the command line', async () => {
  expect(await library.verify('engineer')).toMatchObject({ workflow: 'engineer', findings: [] })
})

test('what goes wrong is a Failure, by instanceof', async () => {
  const { path } = makeFolder({ '.ai/task/state.json': '{' })
  const failures = await Promise.all([
    library.cast(path, 'accio').catch((error: unknown) => error),
    library.cast(path, 'abracadabra').catch((error: unknown) => error),
    library.verify('magic').catch((error: unknown) => error),
  ])
  expect(failures.map((error) => error instanceof library.Failure)).toEqual([true, true, true])
  expect(failures).toMatchObject([
    { exitCode: library.exit.unreadable, code: 'state-unreadable', fix: 'spell doctor --fix' },
    { exitCode: library.exit.usage, code: 'unknown-spell' },
    { exitCode: library.exit.usage, code: 'unknown-workflow' },
  ])
})

const collabLibrary: typeof import('../../src/entry/collab-library') = require(
  join(dirname(dirname(program)), 'dist', 'collab-library.cjs'),
)

test('offers the look-ups of collab under the names of its source, the class of its errors, and nothing else', () => {
  // biome-ignore format: in one paragraph
  expect(Object.keys(collabLibrary).sort()).toEqual([
    'Failure', 'buildTransitionContext', 'completeSkill', 'evaluateCondition', 'getNextState', 'getSkillForState',
    'getState', 'getWorkflowStates', 'skillToState', 'stateToSkill',
  ])
  expect(collabLibrary.getWorkflowStates()).toEqual(flow)
})

test('a skill is completed as on the command line', async () => {
  const { path } = makeFolder({
    ...remembering('clear-pre-item', { workItems: [item(1, 'bugfix')] }),
    ...filesOfItems(['Item 1']),
  })
  expect(await collabLibrary.completeSkill(path, 'orders', 'collab-clear')).toEqual({
    next_skill: 'systematic-debugging',
    action: 'none',
    params: { item_number: 1 },
  })
  expect(await collabLibrary.completeSkill(path, 'orders', 'systematic-debugging')).toMatchObject({ action: 'clear' })
  // Out of order: the pause is still to be answered.
  expect(await collabLibrary.completeSkill(path, 'orders', 'systematic-debugging')).toMatchObject({
    next_skill: 'collab-clear',
  })
})

test('what is not possible throws, and says why', async () => {
  const { path } = makeFolder(remembering('gather-goals'))
  await expect(collabLibrary.completeSkill(path, 'orders', 'gather-session-goals')).rejects.toBeInstanceOf(
    collabLibrary.Failure,
  )
  expect(await failing(() => collabLibrary.completeSkill(path, 'orders', 'gather-session-goals'))).toMatchObject({
    exitCode: 3,
    code: 'not-possible',
    message: expect.stringContaining('there are no items yet'),
  })
  expect(await failing(() => collabLibrary.completeSkill(path, 'orders', 'juggling'))).toMatchObject({ exitCode: 2 })
  expect(await failing(() => collabLibrary.completeSkill(path, 'other', 'collab-clear'))).toMatchObject({ exitCode: 2 })
})
