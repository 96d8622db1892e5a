import { inferType } from '../../../src/workflows/collab/items'

test.each([
  ['Setup the linter', 'task'],
  ['Clean up the build folder', 'task'],
  ['Deploy a fix', 'task'],
  ['Docker: new image', 'task'],
  ['Fix the CSV export', 'bugfix'],
  ['The export is BROKEN', 'bugfix'],
  ['Add error messages', 'bugfix'],
  ['Crash, on every start', 'bugfix'],
  ['Add CSV export', 'code'],
  ['Clean the parser', 'code'],
  ['spike: streaming', 'code'],
  ['Prefix for names', 'unknown'],
  ['Address book', 'unknown'],
  ['Renew', 'unknown'],
  ['Debugging', 'unknown'],
  ['', 'unknown'],
])('"%s" is %s', (title, type) => {
  expect(inferType(title)).toBe(type)
})
