import type { HistoryLine } from '../../../src/work/history/history-line'
import { archivedFiles, inFolder, keptFiles } from '../../../src/work/state/archived-files'
import { discovery } from '../../../src/workflows/discovery'
import { engineer } from '../../../src/workflows/engineer'

const results = '.ai/task/tasks/task-a-2026-08-21-1000/task-results.md'
const archive = '.ai/archive/csv-export-1a2b3c4d'
const line = (more: Partial<HistoryLine>): HistoryLine => ({
  timestamp: '',
  transition: 'a → b',
  trigger: 'Accio',
  ...more,
})
const archivesTask = line({ moved: [{ from: '.ai/task/task-results.md', to: results, digest: 'd1' }] })
const archivesWork = line({
  layout: 1,
  trigger: 'New',
  digest: 'n1',
  archive,
  moved: [{ from: '.ai/task', to: archive }],
})

const pathsAfter = (...lines: readonly HistoryLine[]): string[] => {
  const files = archivedFiles(engineer)
  for (const one of lines) files.take(one, {})
  return files.end().map(({ path }) => path)
}

test('an archived file is where its work is: in its archive, and back with it', () => {
  expect(pathsAfter(archivesTask)).toEqual([results])
  expect(pathsAfter(archivesTask, archivesWork)).toEqual([results.replace('.ai/task', archive)])
  expect(pathsAfter(archivesTask, archivesWork, line({ trigger: 'Undo', undoes: 'n1' }))).toEqual([results])
})

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

const step = (more: Partial<HistoryLine>): HistoryLine => ({
  timestamp: '2026-08-20T12:00:00Z',
  transition: 'A → A',
  trigger: 'Accio',
  ...more,
})
const digest = 'a'.repeat(64)
const at = (folder: string) =>
  step({
    created: [{ path: `${folder}/task.md`, digest }],
    moved: [{ from: `${folder}/task.md`, to: `${folder}/tasks/1/task.md`, digest }],
    edited: [{ path: `${folder}/plan.md` }],
  })
const orders = { folder: '.ai/work/orders', name: 'orders' }

test('paths of a folder that was renamed are those of today, however often it was', () => {
  const here = inFolder(orders)
  here(step({ name: 'csv' }))
  expect(here(at('.ai/work/csv'))).toEqual(at('.ai/work/orders'))
  here(step({ trigger: 'Rename', name: 'rows' }))
  expect(here(at('.ai/work/rows'))).toEqual(at('.ai/work/orders'))
  expect(here(at('.ai/work/csv'))).toEqual(at('.ai/work/orders'))
})

test('paths elsewhere stay: of other work, of a longer name, of the archive', () => {
  const here = inFolder(orders)
  here(step({ name: 'csv' }))
  for (const folder of ['.ai/work/other', '.ai/work/csv-2', '.ai/archive/csv', '.ai/work/orders'])
    expect(here(at(folder))).toEqual(at(folder))
})

test('work without a name, or under its first one, has its entries as they are', () => {
  const entry = at('.ai/work/csv')
  expect(inFolder({ folder: '.ai/task' })(entry)).toBe(entry)
  const here = inFolder(orders)
  here(step({ name: 'orders' }))
  expect(here(entry)).toBe(entry)
})
