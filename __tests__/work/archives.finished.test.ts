import { finishedLately } from '../../src/work/archives'
import { makeFolder } from '../support/folder'

test('what was archived in the last four weeks is listed, the newest first, by the name that a report takes', () => {
  const { path } = makeFolder({
    '.ai/archive/old-2026-07-20-1530-0a1b2c3d/plan.md': '',
    '.ai/archive/csv-export-2026-08-18-0900-0a1b2c3e/plan.md': '',
    '.ai/archive/orders-2026-08-18-1100/plan.md': '',
    '.ai/archive/by-hand/plan.md': '',
  })
  expect(finishedLately(path, new Date('2026-08-20T15:30:00Z'))).toEqual([
    { name: 'orders', day: '2026-08-18' },
    { name: 'csv-export', day: '2026-08-18' },
  ])
})
