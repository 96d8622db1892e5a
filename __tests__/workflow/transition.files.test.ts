import { missingFiles } from '../../src/workflow/transition'
import { engineer } from '../../src/workflows/engineer'
import { states } from '../../src/workflows/engineer/states'

const missing = (state: string, ...there: string[]) =>
  missingFiles(engineer, state, Object.fromEntries(there.map((name) => [`.ai/task/${name}`, true])))

test('a state misses the files that it needs and that are not there, in the order of the work', () => {
  expect(missing('ACHIEVE_TASK_EXECUTED')).toEqual(['.ai/task/plan.md', '.ai/task/task.md'])
  expect(missing('ACHIEVE_TASK_EXECUTED', 'plan.md')).toEqual(['.ai/task/task.md'])
  expect(missing('ACHIEVE_TASK_EXECUTED', 'plan.md', 'task.md')).toEqual([])
})

test('a state that needs nothing misses nothing', () => {
  expect(missing('GATHER_NEEDS_CONTEXT')).toEqual([])
})

test.each(states)('with every file there nothing is missing in %s', (state) => {
  const everything = Object.fromEntries(Object.keys(engineer.probes).map((path) => [path, true as const]))
  expect(missingFiles(engineer, state, everything)).toEqual([])
})
