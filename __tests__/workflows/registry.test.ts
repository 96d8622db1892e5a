import { joinParts } from '../../src/engine/place'
import { engineer } from '../../src/workflows/engineer'
import { states } from '../../src/workflows/engineer/states'
import { main } from '../../src/workflows/hope/session'
import { entryOf, workflows } from '../../src/workflows/registry'

const phaseOf = (workflow: string, state: string) => entryOf(workflow).phaseOnBoard(state)
const inHope = (state: string) => joinParts(['soul.silent_audit', state, 'idle'])

const cases = workflows.map(({ name, load }) => [name, load] as const)
test.each(cases)('%s begins with planning, and its goal is complete', async (name, load) => {
  const { initial, goal } = (await load()).open('task').definition
  expect(phaseOf(name, initial)).toBe('planning')
  for (const state of [goal].flat()) expect(phaseOf(name, name === 'hope' ? inHope(state) : state)).toBe('complete')
})

test('the six spells have the phase of each stage, a review in all of its states, and one state that is complete', () => {
  for (const [state, stage] of Object.entries(engineer.states?.stages ?? {}))
    expect([state, phaseOf('engineer', state)]).toEqual([state, state === 'ACHIEVE_COMPLETE' ? 'complete' : stage])
  for (const state of states) expect(phaseOf('engineer', state) === 'review').toBe(/_[GA]$/.test(state))
  expect(states.filter((state) => phaseOf('engineer', state) === 'complete')).toEqual(['ACHIEVE_COMPLETE'])
})

test.each([
  ['discovery', 'contracts', 'planning'],
  ['discovery', 'contracts_awaiting_ai_review', 'review'],
  ['collab', 'task-planning', 'planning'],
  ['collab', 'clear-post-batch', 'between'],
  ['collab', 'execute-batch', 'task'],
  ['hope', inHope('shape.synthesize'), 'planning'],
  ['hope', inHope('loop.decompose'), 'between'],
  ['hope', inHope('loop.wave_execution'), 'task'],
  ['hope', inHope('loop.expert_review'), 'review'],
])('%s is in %s: %s', (workflow, state, phase) => {
  expect(phaseOf(workflow, state)).toBe(phase)
})

test('in hope another region never decides', () => {
  for (const state of main)
    expect(phaseOf('hope', joinParts(['soul.check_marker', state, 'consult.panel']))).toBe(
      phaseOf('hope', inHope(state)),
    )
})
