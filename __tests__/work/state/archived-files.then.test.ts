import type { HistoryLine } from '../../../src/work/history/history-line'
import { inFolder } from '../../../src/work/state/archived-files'

const line = (more: Partial<HistoryLine>): HistoryLine => ({
  timestamp: '2026-08-20T12:00:00Z',
  transition: 'A → A',
  trigger: 'Accio',
  ...more,
})
const digest = 'a'.repeat(64)
const at = (folder: string) =>
  line({
    created: [{ path: `${folder}/task.md`, digest }],
    moved: [{ from: `${folder}/task.md`, to: `${folder}/tasks/1/task.md`, digest }],
    edited: [{ path: `${folder}/plan.md` }],
  })
const orders = { folder: '.ai/work/orders', name: 'orders' }

test('paths of a folder that was renamed are those of today, however often it was', () => {
  const here = inFolder(orders)
  here(line({ name: 'csv' }))
  expect(here(at('.ai/work/csv'))).toEqual(at('.ai/work/orders'))
  here(line({ trigger: 'Rename', name: 'rows' }))
  expect(here(at('.ai/work/rows'))).toEqual(at('.ai/work/orders'))
  expect(here(at('.ai/work/csv'))).toEqual(at('.ai/work/orders'))
})

test('paths elsewhere stay: of other work, of a longer name, of the archive', () => {
  const here = inFolder(orders)
  here(line({ name: 'csv' }))
  for (const folder of ['.ai/work/other', '.ai/work/csv-2', '.ai/archive/csv', '.ai/work/orders'])
    expect(here(at(folder))).toEqual(at(folder))
})

test('work without a name, or under its first one, has its entries as they are', () => {
  const entry = at('.ai/work/csv')
  expect(inFolder({ folder: '.ai/task' })(entry)).toBe(entry)
  const here = inFolder(orders)
  here(line({ name: 'orders' }))
  expect(here(entry)).toBe(entry)
})
