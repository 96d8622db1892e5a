import { inferType } from '../../../src/workflows/collab/infer-type'
import { everyday } from './everyday-titles'

test.each([
  ['Setup the linter', 'task'],
  ['Clean up the build folder', 'task'],
  ['Deploy a fix', 'task'],
  ['Fix the CSV export', 'bugfix'],
  ['The export is BROKEN', 'bugfix'],
  ['Add error messages', 'code'],
  ['Show an error when the upload is too large', 'code'],
  ['Crash, on every start', 'bugfix'],
  ['Add CSV export', 'code'],
  ['Import fails on empty files', 'bugfix'],
  ['Log is empty', 'unknown'],
  ['Clean the parser', 'code'],
  ['spike: streaming', 'code'],
  ['feat: a header row', 'code'],
  ['Read and print months', 'code'],
  ['ms(59999) prints 60s and should print 59s', 'bugfix'],
  ['The total shows 0 instead of 10', 'bugfix'],
  ['The list should be sortable', 'unknown'],
  ['Prefix for names', 'unknown'],
  ['Address book', 'unknown'],
  ['Docker: new image', 'unknown'],
  ['Debugging', 'unknown'],
  ['', 'unknown'],
])('"%s" is %s', (title, type) => {
  expect(inferType(title)).toBe(type)
})

test('of sixty everyday titles at least four in five are known, and at most three in a hundred are taken for something else', () => {
  const all = Object.entries(everyday).flatMap(([type, titles]) =>
    titles.map((title) => ({ title, type, told: inferType(title) })),
  )
  const wrong = all.filter(({ type, told }) => told !== type && told !== 'unknown')
  expect(all).toHaveLength(60)
  expect(all.filter(({ type, told }) => told === type).length / all.length).toBeGreaterThanOrEqual(0.8)
  expect({ wrong, isFew: wrong.length / all.length <= 0.03 }).toMatchObject({ isFew: true })
})
