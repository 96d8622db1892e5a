import { whose } from '../../src/check/report'

const works = [
  { workflow: 'engineer', work: 'csv', folder: '.ai/work/csv' },
  { workflow: 'collab', work: 'csv-2', folder: '.ai/work/csv-2' },
]

test.each([
  ['.ai/work/csv', 'engineer', 'csv'],
  ['.ai/work/csv/state.json', 'engineer', 'csv'],
  ['.ai/work/csv-2/state.json', 'collab', 'csv-2'],
  ['.ai/work/csv-3/state.json', null, null],
  ['.ai/spell.json', null, null],
  ['.ai/work', null, null],
])('%s is of %s %s', (path, workflow, work) => {
  expect(whose(path, works)).toEqual({ workflow, work })
})
