import { criteriaRule } from '../../../src/commands/check/criteria-rule'
import { engineer } from '../../../src/workflows/engineer'

const [between, task, complete] = ['ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED', 'ACHIEVE_COMPLETE'] as const
type Step = readonly [from: string, to: string, criteria: number, open: number]

/** What is told of a history of these steps, none of which finishes anything, each with its count of criteria. */
function told(...steps: readonly Step[]): string[] {
  const rule = criteriaRule(engineer)
  for (const [index, [from, to, criteria, open]] of steps.entries()) {
    const line = {
      timestamp: '',
      transition: `${from} → ${to}`,
      trigger: 'Accio',
      plan: { digest: '', criteria, open },
    }
    rule.take(line, undefined, { where: 'history', line: index + 1, index })
  }
  const [, state] = steps.at(-1) as Step
  return rule.end(state, undefined, steps.length).map(({ message }) => message)
}

test('what was ticked in a task that was never finished is told once, when the work is complete', () => {
  const ticked = [
    [between, task, 2, 2],
    [task, between, 2, 0],
  ] as const
  expect(told(...ticked)).toEqual([])
  expect(told(...ticked, [between, complete, 2, 0])).toEqual([
    '2 criteria were ticked before this, but no task or review was finished that could have met them.',
  ])
})

test('what was dropped is given back by as many new criteria, and not by an unticked one', () => {
  const dropped = [
    [between, between, 3, 2],
    [between, between, 2, 1],
  ] as const
  const message = 'One criterion was taken out of the plan before this, outside planning.'
  expect(told(...dropped)).toEqual([message])
  expect(told(...dropped, [between, between, 3, 2])).toEqual([])
  expect(told(...dropped, [between, between, 2, 2])).toEqual([message])
  expect(told(...dropped, [between, between, 3, 3])).toEqual([])
})
