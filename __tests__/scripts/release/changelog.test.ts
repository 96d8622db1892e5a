import { readFileSync } from 'node:fs'
import { notesOf, problemsOf } from '../../../scripts/release/changelog'

const changelog = '# Changelog\n\n## 0.2.0 (2027-01-31)\n\n- Faster.\n- Safer.\n\n## 0.1.0 (2026-12-01)\n\n- First.\n'

test('the notes of a version are its section, without the heading', () => {
  expect(notesOf(changelog, '0.2.0')).toBe('- Faster.\n- Safer.\n\n')
  expect(notesOf(changelog, '0.1.0')).toBe('- First.\n')
  expect(notesOf(changelog, '0.3.0')).toBeUndefined()
  // A dot is a dot.
  expect(notesOf(changelog.replace('0.2.0', '0x2x0'), '0.2.0')).toBeUndefined()
})

// biome-ignore format: a case is a line
test.each([
  ['nothing', { tag: 'v0.2.0', version: '0.2.0', changelog }, []],
  ['a tag of another version', { tag: 'v0.2.1', version: '0.2.0', changelog }, [/v0\.2\.1, but package\.json says 0\.2\.0/]],
  ['a version that the changelog does not know', { tag: 'v0.3.0', version: '0.3.0', changelog }, [/no section "## 0\.3\.0/]],
  ['a section without a date', { tag: 'v0.2.0', version: '0.2.0', changelog: changelog.replace(' (2027-01-31)', '') }, [/no section/]],
  ['a section that says nothing', { tag: 'v0.2.0', version: '0.2.0', changelog: '## 0.2.0 (2027-01-31)\n\n## 0.1.0 (2026-12-01)\n' }, [/is empty/]],
  ['changes that no version has', { tag: 'v0.2.0', version: '0.2.0', changelog: `## Unreleased\n\n- Later.\n\n${changelog}` }, [/still has changes/]],
] as const)('a release is kept back by %s', (_, release, expected) => {
  const problems = problemsOf(release)
  expect(problems).toHaveLength(expected.length)
  expected.forEach((pattern, index) => {
    expect(problems[index]).toMatch(pattern)
  })
})

test('the changelog of this repository says what is unreleased, or has a section of the version in package.json', () => {
  const own = readFileSync('CHANGELOG.md', 'utf8')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(notesOf(own, 'Unreleased') ?? notesOf(own, version)).toMatch(/^(?:### |- )/)
})
