import { keptFiles } from '../../../src/work/state/archived-files'
import { discovery } from '../../../src/workflows/discovery'
import { engineer } from '../../../src/workflows/engineer'

test('what is at hand is there to be written in; what a step has put elsewhere stays as it is', () => {
  const stays = keptFiles(engineer)
  expect(
    ['plan.md', 'state.json', 'history.jsonl', 'tasks/task-a/task.md', 'task-guide.md'].filter((name) =>
      stays(`.ai/task/${name}`),
    ),
  ).toEqual(['tasks/task-a/task.md', 'task-guide.md'])
})

test('a workflow whose artifacts are handed in keeps those at hand, too', () => {
  const plan = discovery('orders')
  for (const path of Object.keys(plan.probes)) expect(keptFiles(plan)(path)).toBe(true)
})

test('what is for one copy alone is for no other', () => {
  expect(keptFiles(engineer)('.ai/.local/undo/1.json')).toBe(false)
})
