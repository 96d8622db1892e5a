import type { HistoryLine } from '../../../src/work/history/history-line'
import { archivedFiles } from '../../../src/work/state/archived-files'
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
