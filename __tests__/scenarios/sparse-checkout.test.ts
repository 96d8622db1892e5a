import { makeFolder, makeRepository } from '../support/folder'
import { commitAll, git } from '../support/git'
import { spellHere } from '../support/packed-program'

// A team has work in `.ai/`; this checkout has only a part of the repository.

/** `check` would take the record for removed, and `doctor` would find nothing wrong. */
const refused: readonly (readonly string[])[] = [
  ['accio'],
  ['reparo'],
  ['new', 'csv-export'],
  ['discovery', 'start', 'Export the orders'],
  ['collab', 'start', 'orders'],
  ['hope', 'start', 'Add an export'],
  ['check', '--base', 'HEAD'],
  ['doctor'],
]

/** @param cone whether only whole folders are chosen */
function sparse(cone: boolean, linked: boolean) {
  const folder = makeRepository({ 'src/a.ts': '', 'docs/b.md': '' })
  spellHere(folder.path, ['accio'])
  folder.write({ '.ai/task/context.md': '# Context\n' })
  commitAll(folder)
  const here = linked ? makeFolder() : folder
  if (linked) git(folder, 'worktree', 'add', '--force', '--detach', here.path)
  git(here, 'sparse-checkout', 'set', cone ? '--cone' : '--no-cone', 'src')
  return here
}

describe.each([
  ['of folders', true, false],
  ['by patterns', false, false],
  ['in a linked worktree', true, true],
])('in a sparse checkout %s', (_, cone, linked) => {
  test('nothing is begun over work that is not checked out, and git says how to see it', () => {
    const here = sparse(cone, linked)
    const before = here.contents()
    const look = spellHere(here.path, ['lumos'])
    expect(look.exitCode).toBe(0)
    expect(look.stdout).toContain('this sparse checkout leaves it out')
    expect(look.stdout).toContain('`git sparse-checkout add .ai`')
    for (const words of refused) {
      const { stderr, exitCode } = spellHere(here.path, words)
      expect([words, stderr, exitCode]).toEqual([words, expect.stringContaining('git sparse-checkout add .ai'), 3])
    }
    expect(here.contents()).toEqual(before)

    git(here, 'sparse-checkout', 'add', '.ai')
    expect(spellHere(here.path, ['lumos']).stdout).not.toContain('sparse')
    expect(spellHere(here.path, ['accio']).exitCode).toBe(0)
  })
})

test('where git has no work, a sparse checkout begins as any other', () => {
  const folder = makeRepository({ 'src/a.ts': '', 'docs/b.md': '' })
  commitAll(folder)
  git(folder, 'sparse-checkout', 'set', 'src')
  expect(spellHere(folder.path, ['accio']).exitCode).toBe(0)
})
