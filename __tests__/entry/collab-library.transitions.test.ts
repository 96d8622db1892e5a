import { buildTransitionContext, evaluateCondition, getNextState } from '../../src/entry/collab-library'
import {
  flow,
  getSkillForState,
  getState,
  getWorkflowStates,
  skillToState,
  stateToSkill,
} from '../../src/workflows/collab/flow'

const context = { currentItemType: 'code', itemsRemaining: true, batchesRemaining: false }

test.each([
  [{ type: 'always' }, true],
  [{ type: 'item_type', value: 'code' }, true],
  [{ type: 'item_type', value: 'task' }, false],
  [{ type: 'item_type' }, false],
  [{ type: 'items_remaining' }, true],
  [{ type: 'no_items_remaining' }, false],
  [{ type: 'batches_remaining' }, false],
  [{ type: 'no_batches_remaining' }, true],
  [{ type: 'full_moon' }, false],
])('%j is %s', (condition, holds) => {
  expect(evaluateCondition(condition, context)).toBe(holds)
})

test('the context comes from what the session remembers', () => {
  const workItems = [{ number: 1, title: 'One', type: 'bugfix', status: 'pending' }]
  expect(buildTransitionContext({ workItems, currentItem: 1, waves: [{ status: 'in_progress' }] })).toEqual({
    currentItemType: 'bugfix',
    itemsRemaining: true,
    batchesRemaining: true,
  })
  expect(buildTransitionContext({})).toEqual({ itemsRemaining: false, batchesRemaining: false })
  const documented = [{ number: 1, title: 'One', type: 'code', status: 'documented' }]
  expect(buildTransitionContext({ workItems: documented }).itemsRemaining).toBe(false)
  expect(buildTransitionContext({ waves: [] }).batchesRemaining).toBe(false)
  expect(buildTransitionContext({ waves: [{ status: 'completed' }] }).batchesRemaining).toBe(false)
})

test('items of the design document count where the session has none', () => {
  const design = '## Work Items\n### Item 2: Two\n**Type:** task\n'
  expect(buildTransitionContext({ currentItem: 2 }, design)).toMatchObject({
    currentItemType: 'task',
    itemsRemaining: true,
  })
})

test('the first transition whose condition holds is taken', () => {
  expect(getNextState('work-item-router', context)).toBe('brainstorm-exploring')
  expect(getNextState('work-item-router', { ...context, currentItemType: 'bugfix' })).toBe('systematic-debugging')
  expect(getNextState('work-item-router', { itemsRemaining: false, batchesRemaining: false })).toBe(
    'ready-to-implement',
  )
  expect(getNextState('item-type-router', { ...context, currentItemType: 'bugfix' })).toBeNull()
  expect(getNextState('batch-router', context)).toBe('workflow-complete')
  expect(getNextState('collab-start', context)).toBe('gather-goals')
  expect(() => getNextState('somewhere', context)).toThrow('Unknown state: somewhere')
  const ends = flow.filter(({ id }) => getNextState(id, { ...context, batchesRemaining: true }) === null)
  expect(ends.map(({ id }) => id)).toEqual(['done'])
})

test('states and skills lead to each other', () => {
  expect(getWorkflowStates()).toHaveLength(34)
  expect(getState('nowhere')).toBeUndefined()
  for (const { id, skill } of flow) {
    expect([getState(id)?.id, getSkillForState(id), stateToSkill(id)]).toEqual([id, skill, skill])
    if (skill && skill !== 'collab-clear') expect(skillToState(` ${skill.toUpperCase()} `)).toBe(id)
  }
  expect([skillToState('juggling'), stateToSkill('nowhere')]).toEqual([null, null])
  expect(skillToState('collab-clear')).toBe('clear-pre-item')
})
