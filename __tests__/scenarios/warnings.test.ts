import { standing } from '../support/casting'
import { makeRepository } from '../support/folder'
import { spellHere } from '../support/packed-program'

/** An agent reads both streams as one text. */

const warning = 'task.md has no readable task_name'
const files = {
  ...standing('ACHIEVE_TASK_EXECUTED'),
  '.ai/task/plan.md': '- [ ] a\n',
  '.ai/task/task.md': 'Print the orders.\n',
  '.ai/task/task-results.md': 'Printed.\n',
}
const timesIn = (text: string) => text.split(warning).length - 1

test.each([
  ['both parts', [], 1, 0],
  ['the part for the developer', ['--for', 'developer'], 1, 0],
  ['the part for the agent, which leaves it out', ['--for', 'ai'], 0, 1],
  ['the part for the agent, if it is to be quiet', ['--for', 'ai', '--quiet'], 0, 0],
  ['both parts, if it is to be quiet', ['--quiet'], 1, 0],
  ['one document, as the developer’s part and in its list', ['--json'], 2, 0],
] as const)('a warning is printed once: %s', (_, args, out, err) => {
  const { stdout, stderr } = spellHere(makeRepository(files).path, ['accio', ...args])
  expect([timesIn(stdout), timesIn(stderr)]).toEqual([out, err])
})
