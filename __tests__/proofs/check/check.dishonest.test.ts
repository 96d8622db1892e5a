import { readFileSync } from 'node:fs'
import { kinds } from '../../support/dishonest-kinds'
import { findable, standing, unfindable, walkWith } from '../../support/dishonest-walks'

/** What is said of some of them. */
const says: Readonly<Record<string, RegExp>> = {
  'the state is edited': /changed by hand: it says “ACHIEVE_\w+”, but its history leads to “ACHIEVE_\w+”/,
  'a line in the middle is taken out': /line \d+ does not follow the one before: lines between them are missing/,
  'the first lines are taken out':
    /begins with Accio from .* not at “GATHER_NEEDS_CONTEXT”: the lines before are missing/,
  'a line is there twice': /line \d+ is not where it was: lines were moved, or put in twice/,
  'the time of a line is edited': /line \d+ was changed after it was written/,
  'a line is edited and sealed again': /line \d+ does not follow the one before: that one was replaced/,
  'a line is written by hand': /line \d+ carries no digest: no spell has written it/,
  'the work is begun again, as if there had been none': /None of the \d+ lines that .* has is here/,
  'the past is rewritten before the base': /Of the \d+ lines that .* \(\w+\) has, the last \d+ are missing or changed/,
  'lines of the base are cut off, and the state goes back with them': /the last (one is|\d+ are) missing or changed/,
  'a step is skipped in a chain that is made again':
    /a step that the workflow does not have: Accio from “ACHIEVE_TASK_EXECUTED”/,
  'work is said to be archived, and goes on':
    /says that the work was archived, but its history goes on|does not have: New from/,
  'a task is said to be finished with results that there are not':
    /tasks\/task-x lacks what was archived there: task-results\.md/,
  'a criterion is ticked before a task': /One criterion was ticked .* no task or review was finished/,
  'an open criterion is taken out': /(One criterion was|\d criteria were) taken out of the plan .*, outside planning/,
  'the work is moved around the table': /moved from “\w+” to “ACHIEVE_TASK_DRAFTING” around the table: it is Friday/,
  'results are edited': /task-results\.md was changed after it was archived/,
  'the plan of older work is edited':
    /login-.*\/plan\.md was changed after it was archived \(\.ai\/archive\/login-.*\/history\.jsonl line 7\)/,
  'the history of older work is edited': /login-.*\/history\.jsonl line 4 was changed after it was written/,
  'the task is thrown away while it is carried out': /task\.md is missing, and the current state needs it/,
  'work is handed in while a review waits': /has not been archived yet/,
  'the settings are broken': /line 2: unknown setting "lunch"/,
}

test('what is said is said of a way to cheat that there is', () => {
  expect(Object.keys(says).filter((name) => !findable.includes(name))).toEqual([])
})

// Wherever else it is done, and together with others: proofs/dishonest-walks.
test.each(findable)('%s: it is found', async (name) => {
  const { found, says: said, folder } = await walkWith(name)
  expect(found.filter((rule) => kinds[name]?.rules.includes(rule))).not.toEqual([])
  expect(said).toMatch(says[name] ?? '')
  folder.remove('.')
})

test.each(unfindable)('%s: no check can find it', async (name) => {
  const { found, folder } = await walkWith(name)
  expect(found.filter((rule) => !standing.includes(rule))).toEqual([])
  folder.remove('.')
})

test('what no check can find is what the page says that no check can find', () => {
  const [, after = ''] = readFileSync('docs/check.md', 'utf8').split('## What no check can find')
  const [section = ''] = after.split('\n## ')
  const said = [...section.matchAll(/^- \*\*(.+?)\.\*\*/gm)].map(([, words]) => words)
  // Only a run finds the first: scenarios/cheats has its cheats, each with `rerun`, and those of the second.
  const inWorkflows = ['What only one machine had', 'What a command runs']
  expect(said.sort()).toEqual([...new Set([...inWorkflows, ...unfindable.map((name) => kinds[name]?.says)])].sort())
})
