import { join } from 'node:path'
import { branchNameOf, headOf } from '../../src/git/head'
import { type Folder, makeFolder } from '../support/folder'
import { shell } from '../support/packed-program'

function git(folder: Folder | string, line: string): string {
  const path = typeof folder === 'string' ? folder : folder.path
  const { exitCode, stdout, stderr } = shell(path, `git ${line}`)
  if (exitCode !== 0) throw new Error(stderr)
  return stdout.trim()
}

function repository(...options: string[]): Folder {
  const folder = makeFolder({ file: 'text' })
  git(folder, `init -q -b main ${options.join(' ')}`)
  return folder
}

function committed(...options: string[]): Folder {
  const folder = repository(...options)
  git(folder, 'add file')
  git(folder, 'commit -qm first')
  return folder
}

const expectHead = (path: string) => expect(headOf(path)).toBe(git(path, 'rev-parse HEAD'))

test('there is none without git, and none before the first commit', () => {
  expect(headOf(makeFolder().path)).toBeUndefined()
  expect(headOf(repository().path)).toBeUndefined()
})

test.each([
  ['on a branch', 'status'],
  ['on a branch with a path for a name', 'checkout -qb team/ada/a-b'],
  ['detached', 'checkout -q --detach'],
  ['with packed refs', 'pack-refs --all'],
  ['with packed refs of many branches', 'branch one && git branch two && git tag -m t v1 && git pack-refs --all'],
])('it is that of git %s', (_, line) => {
  const folder = committed()
  git(folder, line)
  expectHead(folder.path)
})

test('from a subfolder it is the same', () => {
  const folder = committed()
  folder.write({ 'deep/down/file': '' })
  expect(headOf(join(folder.path, 'deep/down'))).toBe(git(folder, 'rev-parse HEAD'))
})

test('a linked worktree has its own', () => {
  const folder = committed()
  git(folder, 'worktree add -q ../linked -b linked')
  const linked = join(folder.path, '../linked')
  git(linked, 'commit -q --allow-empty -m second')
  expectHead(linked)
  expectHead(folder.path)
  git(folder, 'pack-refs --all')
  expectHead(linked)
  git(folder, 'worktree remove ../linked')
})

test('a submodule has its own', () => {
  const inner = committed()
  const outer = committed()
  git(outer, `-c protocol.file.allow=always submodule add -q "${inner.path}" inside`)
  git(join(outer.path, 'inside'), 'commit -q --allow-empty -m second')
  expectHead(join(outer.path, 'inside'))
})

test('a repository with longer digests has a longer one', () => {
  const folder = committed('--object-format=sha256')
  expect(headOf(folder.path)).toHaveLength(64)
  expectHead(folder.path)
})

test('there is no name of a branch where refs are stored in another format', () => {
  const folder = committed()
  expect(branchNameOf(folder.path)).toBe('main')
  folder.write({ '.git/HEAD': 'ref: refs/heads/.invalid\n' })
  expect([branchNameOf(folder.path), headOf(folder.path)]).toEqual([undefined, undefined])
})
