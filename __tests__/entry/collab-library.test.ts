import { dirname, join } from 'node:path'
import { flow } from '../../src/workflows/collab/flow'
import { filesOfItems } from '../support/collab-documents'
import { item, remembering } from '../support/collab-session'
import { makeFolder } from '../support/folder'
import { program } from '../support/packed-program'
import { failing } from '../support/posix'

/** The package as another program has it. */
const library: typeof import('../../src/entry/collab-library') = require(
  join(dirname(dirname(program)), 'dist', 'collab-library.cjs'),
)

test('offers the look-ups of collab under the names of its source, the class of its errors, and nothing else', () => {
  // biome-ignore format: in one paragraph
  expect(Object.keys(library).sort()).toEqual([
    'Failure', 'buildTransitionContext', 'completeSkill', 'evaluateCondition', 'getNextState', 'getSkillForState',
    'getState', 'getWorkflowStates', 'skillToState', 'stateToSkill',
  ])
  expect(library.getWorkflowStates()).toEqual(flow)
  expect(library.getNextState('batch-router', library.buildTransitionContext({}))).toBe('workflow-complete')
  expect(library.skillToState('executing-plans')).toBe('execute-batch')
})

test('a skill is completed as on the command line', async () => {
  const { path } = makeFolder({
    ...remembering('clear-pre-item', { workItems: [item(1, 'bugfix')] }),
    ...filesOfItems(['Item 1']),
  })
  expect(await library.completeSkill(path, 'orders', 'collab-clear')).toEqual({
    next_skill: 'systematic-debugging',
    action: 'none',
    params: { item_number: 1 },
  })
  expect(await library.completeSkill(path, 'orders', 'systematic-debugging')).toMatchObject({ action: 'clear' })
  // Out of order: the pause is still to be answered.
  expect(await library.completeSkill(path, 'orders', 'systematic-debugging')).toMatchObject({
    next_skill: 'collab-clear',
  })
})

test('what is not possible throws, and says why', async () => {
  const { path } = makeFolder(remembering('gather-goals'))
  await expect(library.completeSkill(path, 'orders', 'gather-session-goals')).rejects.toBeInstanceOf(library.Failure)
  expect(await failing(() => library.completeSkill(path, 'orders', 'gather-session-goals'))).toMatchObject({
    exitCode: 3,
    code: 'not-possible',
    message: expect.stringContaining('there are no items yet'),
  })
  expect(await failing(() => library.completeSkill(path, 'orders', 'juggling'))).toMatchObject({ exitCode: 2 })
  expect(await failing(() => library.completeSkill(path, 'other', 'collab-clear'))).toMatchObject({ exitCode: 2 })
})
