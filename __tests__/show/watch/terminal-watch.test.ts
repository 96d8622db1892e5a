import { waveColumns } from '../../../src/show/watch/terminal-watch'
import type { ReportedTask } from '../../../src/workflow/reporting'

const task = (id: string, more: Partial<ReportedTask>): ReportedTask => {
  return { id, name: id, group: 'Wave 1', status: 'open', dependsOn: [], achieved: '', ...more }
}

test('each wave is a column, in which each task has its state and what it comes after', () => {
  const tasks = [
    task('csv', { status: 'done' }),
    task('help', { name: 'Say it', group: 'Wave 2', dependsOn: ['csv', 'flag'] }),
  ]
  expect(waveColumns(tasks)).toEqual([
    { heading: 'Wave 1', cards: [{ title: 'csv', lines: ['✓ done'], dimmed: [] }] },
    { heading: 'Wave 2', cards: [{ title: 'help: Say it', lines: ['○ open'], dimmed: ['after: csv, flag'] }] },
  ])
})

test('what does not say what it depends on is in no wave', () => {
  const { dependsOn: _, ...item } = task('item', { group: 'Items' })
  expect(waveColumns([item])).toEqual([])
})
