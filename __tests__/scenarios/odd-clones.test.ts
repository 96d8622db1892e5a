import { work } from '../support/casting'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { commitAll, git } from '../support/git'
import { jsonHere as json, spellHere } from '../support/packed-program'

const state = '.ai/task/state.json'
const run = ({ path }: Folder, ...args: string[]) => spellHere(path, args)
const codes = (folder: Folder) => json(folder, 'doctor').findings.map(({ code }: { code: string }) => code)
const rules = (folder: Folder, ...args: string[]) =>
  json(folder, 'check', ...args).findings.map(({ rule }: { rule: string }) => rule)

test('git restore of the state alone is seen as that, and either way is open afterwards', async () => {
  const folder = await work()
  folder.write({ '.ai/task/task-results.md': 'It is written.\n' })
  commitAll(folder)
  run(folder, 'accio')
  const newer = JSON.parse(folder.read(state))
  git(folder, 'restore', state)

  expect(run(folder, 'lumos').stdout).toContain(`${state} is 1 step older than its history. Run \`spell doctor\`.`)
  for (const words of [['accio'], ['reparo'], ['finite'], ['undo'], ['new', '--yes']]) {
    expect(run(folder, ...words).exitCode).toBe(5)
    expect(json(folder, ...words)).toMatchObject({ code: 'state-older', fix: 'spell doctor --fix' })
  }
  expect(codes(folder)).toEqual(['state-older'])
  expect(rules(folder)).toEqual(['state-older'])
  expect(run(folder, 'doctor').stdout).toContain('`spell undo` then takes the last step back')

  expect(run(folder, 'doctor', '--fix')).toMatchObject({ exitCode: 0 })
  const { current_state, history: lines } = JSON.parse(folder.read(state))
  expect(current_state).toBe(newer.current_state)
  expect(lines.at(-1)).toMatchObject({ trigger: 'Doctor', row: 'resumed' })
  expect(lines.slice(0, -1)).toEqual(newer.history)
  expect(rules(folder, '--no-overrides')).toEqual([])

  expect(run(folder, 'undo').exitCode).toBe(0)
  expect(folder.read('.ai/task/task-results.md')).toBe('It is written.\n')
  expect(JSON.parse(folder.read(state)).current_state).toBe('ACHIEVE_TASK_EXECUTED')
  expect([codes(folder), rules(folder)]).toEqual([[], []])
})

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

function sparse(linked: boolean) {
  const folder = makeRepository({ 'src/a.ts': '', 'docs/b.md': '' })
  spellHere(folder.path, ['accio'])
  folder.write({ '.ai/task/context.md': '# Context\n' })
  commitAll(folder)
  const here = linked ? makeFolder() : folder
  if (linked) git(folder, 'worktree', 'add', '--force', '--detach', here.path)
  git(here, 'sparse-checkout', 'set', 'src')
  return here
}

test.each([
  ['a sparse checkout', false],
  ['a linked worktree that is one', true],
])('in %s nothing is begun over work that is not checked out, and git says how to see it', (_, linked) => {
  const here = sparse(linked)
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

test('where git has no work, a sparse checkout begins as any other', () => {
  const folder = makeRepository({ 'src/a.ts': '', 'docs/b.md': '' })
  commitAll(folder)
  git(folder, 'sparse-checkout', 'set', 'src')
  expect(spellHere(folder.path, ['accio']).exitCode).toBe(0)
})
