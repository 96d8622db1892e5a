import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { cloneOf, topOf } from '../../src/git/clone'
import { worktreesOf } from '../../src/git/worktrees'
import { makeFolder, makeRepository } from '../support/folder'
import { git } from '../support/git'
import { testOnPosix } from '../support/posix'

function makeCommitted() {
  const folder = makeRepository({ 'a.txt': 'a', 'packages/api/b.txt': 'b' })
  git(folder, 'add', '-A')
  git(folder, 'commit', '--quiet', '-m', 'a')
  return folder
}

test('the worktrees of a clone share its folder of git, and another clone has its own', () => {
  const { path } = makeCommitted()
  const { path: beside } = makeFolder()
  git({ path }, 'worktree', 'add', '--quiet', join(beside, 'linked'))
  git({ path: beside }, 'clone', '--quiet', path, 'cloned')
  expect(cloneOf(path).folder).toBe(join(path, '.git'))
  expect(cloneOf(join(path, 'packages', 'api')).folder).toBe(join(path, '.git'))
  expect(realpathSync(cloneOf(join(beside, 'linked')).folder)).toBe(join(path, '.git'))
  expect(cloneOf(join(beside, 'cloned')).folder).toBe(join(beside, 'cloned', '.git'))
})

testOnPosix('the path of a clone, and that of its worktree, may have a line ending', () => {
  const { path } = makeFolder({ 'ma\nin/a.txt': 'a' })
  const [main, linked] = [join(path, 'ma\nin'), join(path, 'lin\nked')]
  git({ path: main }, 'init', '--quiet')
  git({ path: main }, 'add', '--all')
  git({ path: main }, 'commit', '--quiet', '-m', 'a')
  git({ path: main }, 'worktree', 'add', '--quiet', '-b', 'csv', linked)
  for (const from of [main, linked]) {
    const worktrees = worktreesOf(from)
    expect(worktrees.map(({ top }) => top)).toEqual([main, linked])
    expect(worktrees[1]).toMatchObject({ branch: 'csv', commit: worktrees[0]?.commit, isGone: false })
  }
})

test('the worktrees of a bare repository share its folder', () => {
  const { path } = makeCommitted()
  const { path: beside } = makeFolder()
  git({ path: beside }, 'clone', '--quiet', '--bare', path, 'bare')
  for (const name of ['one', 'two'])
    git({ path: join(beside, 'bare') }, 'worktree', 'add', '--quiet', join(beside, name))
  const folders = ['one', 'two'].map((name) => realpathSync(cloneOf(join(beside, name)).folder))
  expect(folders).toEqual([join(beside, 'bare'), join(beside, 'bare')])
})

test('a folder whose .git names another clone is not taken for a worktree of it', () => {
  const { path: clone } = makeCommitted()
  const linked = join(makeFolder().path, 'linked')
  git({ path: clone }, 'worktree', 'add', '--quiet', linked)
  for (const named of [join(clone, '.git'), join(clone, '.git', 'worktrees', 'linked')]) {
    const { path } = makeFolder({ '.git': `gitdir: ${named}\n` })
    expect(cloneOf(path).folder).toBe(path)
  }
  const { path } = makeFolder({ '.git/HEAD': '', '.git/commondir': `${join(clone, '.git')}\n` })
  expect(cloneOf(path).folder).toBe(join(path, '.git'))
})

testOnPosix('a worktree that is reached by a link is the same one', () => {
  const { path: clone } = makeCommitted()
  const { path } = makeFolder()
  git({ path: clone }, 'worktree', 'add', '--quiet', join(path, 'linked'))
  symlinkSync(join(path, 'linked'), join(path, 'link'))
  expect(cloneOf(join(path, 'link')).folder).toBe(cloneOf(join(path, 'linked')).folder)
})

test('without git it is the root itself', () => {
  const { path } = makeFolder()
  mkdirSync(join(path, 'a'))
  expect(cloneOf(join(path, 'a')).folder).toBe(join(path, 'a'))
  expect(topOf(join(path, 'a'))).toBeUndefined()
})
