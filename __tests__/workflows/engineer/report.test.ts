import { achievedIn } from '../../../src/workflows/engineer/report'

test('of results the front matter, the title and comments are left out', () => {
  expect(achievedIn('---\na: b\n---\n\n# Results\n\n<!-- write here -->\nDone.\n')).toBe('Done.')
})
