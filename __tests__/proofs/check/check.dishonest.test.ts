import { readFileSync } from 'node:fs'
import { kinds } from '../../support/dishonest-kinds'
import { findable, standing, unfindable, walkWith } from '../../support/dishonest-walks'

test('there are enough ways to cheat', () => {
  expect(findable.length).toBeGreaterThanOrEqual(80)
})

/** What is said of some of them. */
const says: Readonly<Record<string, RegExp>> = {
  'the state is edited': /changed by hand: it says “ACHIEVE_\w+”, but its history leads to “ACHIEVE_\w+”/,
  'the state is edited, and its last line with it': /A line of the history in .*state\.json was changed/,
  'the state loses its lines': /has lost its lines of the history/,
  'the state is thrown away': /has been removed, but its history is still there/,
  'the state is garbage': /names a current_state that does not exist/,
  'the state of the base is brought back': /older than its history/,
  'the last line is taken out': /lacks the last line that the state has/,
  'a line in the middle is taken out': /line \d+ does not follow the one before: lines between them are missing/,
  'the first lines are taken out':
    /begins with Accio from .* not at “GATHER_NEEDS_CONTEXT”: the lines before are missing/,
  'two lines change places': /line \d+ does not follow the one before|the lines before are missing/,
  'a line is there twice': /line \d+ is not where it was: lines were moved, or put in twice/,
  'the time of a line is edited': /line \d+ was changed after it was written/,
  'a line is edited and sealed again': /line \d+ does not follow the one before: that one was replaced/,
  'a line is written by hand': /line \d+ carries no digest: no spell has written it/,
  'a conflict is handed in': /is not a line of the history/,
  'state and history are thrown away': /The history that [0-9a-f]{12} \(\w+\) has is gone/,
  'everything is thrown away': /The history that [0-9a-f]{12} \(\w+\) has is gone/,
  'older work is thrown away': /The history that [0-9a-f]{12} \(\w+\) has is gone/,
  'the work is begun again, as if there had been none': /None of the \d+ lines that .* has is here/,
  'the history of older work is made again': /None of the 7 lines that .* has is here/,
  'the past is rewritten before the base': /Of the \d+ lines that .* \(\w+\) has, the last \d+ are missing or changed/,
  'lines of the base are cut off, and the state goes back with them': /the last (one is|\d+ are) missing or changed/,
  'a step is skipped in a chain that is made again':
    /a step that the workflow does not have: Accio from “ACHIEVE_TASK_EXECUTED”/,
  'a step that there is not is put into a chain that is made again': /Alohomora from “\w+” to “ACHIEVE_COMPLETE”/,
  'a step claims a row that leads elsewhere': /does not have: Accio from “\w+” to “ACHIEVE_TASK_EXECUTED”/,
  'a step that there is not is taken back': /takes back a step that is not there|does not have: Undo from/,
  'work is said to be archived, and goes on':
    /says that the work was archived, but its history goes on|does not have: New from/,
  'a task is said to be finished without results': /but it archived no results, or empty ones/,
  'a task is said to be finished with results that there are not':
    /tasks\/task-x lacks what was archived there: task-results\.md/,
  'the work is said to be complete while criteria are open': /completed the work, but the plan had open criteria/,
  'a criterion is ticked before a task': /One criterion was ticked .* no task or review was finished/,
  'all are ticked, and the work is completed': /4 criteria were ticked/,
  'an open criterion is taken out': /(One criterion was|\d criteria were) taken out of the plan .*, outside planning/,
  'the work is moved around the table': /moved from “\w+” to “ACHIEVE_TASK_DRAFTING” around the table: it is Friday/,
  'a step is taken back': /taken back: from “\w+” to “\w+”/,
  'a state that was written by hand is adopted': /The state was changed by hand/,
  'one is ticked while planning': /One criterion was ticked/,
  'all are ticked in a task that is left': /4 criteria were ticked/,
  'work that was ticked through is archived': /4 criteria were ticked/,
  'results are thrown away': /tasks\/task-.* lacks what was archived there: task-results\.md/,
  'results are edited': /task-results\.md was changed after it was archived/,
  'the results of a review are edited': /review-task-results\.md was changed/,
  'the plan of older work is edited':
    /login-.*\/plan\.md was changed after it was archived \(\.ai\/archive\/login-.*\/history\.jsonl line 7\)/,
  'the results of older work are edited': /task-login-.*\/task-results\.md was changed/,
  'the history of older work is edited': /login-.*\/history\.jsonl line 4 was changed after it was written/,
  'the task is thrown away while it is carried out': /task\.md is missing, and the current state needs it/,
  'work is handed in that waits for its task': /A file was missing, and the work has not gone on since/,
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
