import { achievedIn } from '../../../src/workflows/engineer/report'

test('of results the front matter, the title and comments are left out, and of long ones the end', () => {
  expect(achievedIn('---\na: b\n---\n\n# Results\n\n<!-- write here -->\nDone.\n')).toBe('Done.')
  expect(achievedIn('a'.repeat(5000))).toBe(`${'a'.repeat(4000)} …`)
})
