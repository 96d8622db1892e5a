import { makeRepository } from '../support/folder'
import { commitAll, git } from '../support/git'
import { spellHere } from '../support/packed-program'

// The developer puts uncommitted work aside, and says the next word before it is back.

const files = { '.ai/task/context.md': '# Context\n\nOrders as CSV\n' }

/** A repository whose work was stashed, untracked or added. */
function stashedWork(...how: readonly string[]) {
  const folder = makeRepository({ 'src/a.ts': '' })
  commitAll(folder)
  spellHere(folder.path, ['accio'])
  folder.write(files)
  if (how.length === 0) git(folder, 'add', '-A')
  git(folder, 'stash', ...how)
  return folder
}

test.each([
  ['untracked', ['--include-untracked']],
  ['with a message', ['push', '--all', '-m', 'later: this']],
  ['added', []],
])('%s work is not begun again over what a stash has, until it is back', (_, how) => {
  const folder = stashedWork(...how)
  const before = folder.contents()
  const refused = spellHere(folder.path, ['accio'])
  expect(refused).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('fix: git stash pop\n') })
  expect(refused.stderr).toContain('A stash of this branch has `.ai/task/state.json`')
  const look = spellHere(folder.path, ['lumos'])
  expect(look).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Run `git stash pop`.') })
  expect(folder.contents()).toEqual(before)

  git(folder, 'stash', 'pop')
  expect(spellHere(folder.path, ['lumos']).stdout).not.toContain('stash')
  expect(spellHere(folder.path, ['accio']).exitCode).toBe(0)
})

test('an older stash is named by its number', () => {
  const folder = stashedWork('--include-untracked')
  folder.write({ 'src/a.ts': 'other' })
  git(folder, 'stash')
  expect(spellHere(folder.path, ['accio']).stderr).toContain('fix: git stash pop 1\n')
})

test('other work begins beside it, and any on another branch', () => {
  const folder = stashedWork('--include-untracked')
  expect(spellHere(folder.path, ['new', 'csv-export']).exitCode).toBe(0)
  const other = stashedWork('--include-untracked')
  git(other, 'checkout', '-qb', 'hotfix')
  expect(spellHere(other.path, ['accio']).exitCode).toBe(0)
})

test('a stash without work is no reason', () => {
  const folder = makeRepository({ 'src/a.ts': '' })
  commitAll(folder)
  folder.write({ 'src/a.ts': 'other' })
  git(folder, 'stash')
  expect(spellHere(folder.path, ['accio']).exitCode).toBe(0)
})
