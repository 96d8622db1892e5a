import { join } from 'node:path'
import { branchNameOf, headOf } from '../../src/git/head'
import { type Folder, makeFolder } from '../support/folder'
import { commitAll, gitIn } from '../support/git'

const git = (folder: Pick<Folder, 'path'>, line: string) => gitIn(folder, ...line.split(' '))

function repository(...options: string[]): Folder {
  const folder = makeFolder({ file: 'text' })
  gitIn(folder, 'init', '-q', '-b', 'main', ...options)
  return folder
}

function committed(...options: string[]): Folder {
  const folder = repository(...options)
  commitAll(folder)
  return folder
}

const expectHead = (path: string) => expect(headOf(path)).toBe(git({ path }, 'rev-parse HEAD'))

test('there is none without git, and none before the first commit', () => {
  expect(headOf(makeFolder().path)).toBeUndefined()
  expect(headOf(repository().path)).toBeUndefined()
})

test.each([
  ['on a branch with a path for a name', ['checkout -qb team/ada/a-b']],
  ['detached', ['checkout -q --detach']],
  ['with packed refs of many branches', ['branch one', 'branch two', 'tag -m t v1', 'pack-refs --all']],
])('it is that of git %s', (_, lines) => {
  const folder = committed()
  for (const line of lines) git(folder, line)
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
  git({ path: linked }, 'commit -q --allow-empty -m second')
  expectHead(linked)
  expectHead(folder.path)
  git(folder, 'pack-refs --all')
  expectHead(linked)
  git(folder, 'worktree remove ../linked')
})

test('a submodule has its own', () => {
  const inner = committed()
  const outer = committed()
  gitIn(outer, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.path, 'inside')
  git({ path: join(outer.path, 'inside') }, 'commit -q --allow-empty -m second')
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
