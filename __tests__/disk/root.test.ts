import { symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findRoot, workingFolder } from '../../src/disk/root'
import { makeFolder, makeRepository } from '../support/folder'
import { git } from '../support/git'
import { failing } from '../support/posix'

/** Finds the root from a folder in a tree of files; the answer is relative to the tree, `.` for its top. */
function rootFrom(cwd: string, files: readonly string[]): string {
  const tree = makeFolder(Object.fromEntries([...files, `${cwd}/file`].map((path) => [path, ''])))
  return relative(tree.path, findRoot(join(tree.path, cwd))).replaceAll('\\', '/') || '.'
}

describe('the root', () => {
  // biome-ignore format: a case is a line
  test.each([
    ['is the nearest folder upwards that has .ai', 'repo/pkg/src', ['repo/.git/HEAD', 'repo/pkg/.ai/x'], 'repo/pkg'],
    ['is the folder itself where it has .ai', 'repo/pkg', ['repo/.git/HEAD', 'repo/.ai/x', 'repo/pkg/.ai/x'], 'repo/pkg'],
    ['is the top, so that a subfolder grows no second .ai', 'repo/a/b', ['repo/.git/HEAD', 'repo/.ai/x'], 'repo'],
    ['is the top of the worktree where nothing has .ai', 'repo/a/b', ['repo/.git/HEAD'], 'repo'],
    ['is never above the top of the worktree', 'repo/a', ['.ai/x', 'repo/.git/HEAD'], 'repo'],
    ['is never above a worktree or submodule, which have a file .git', 'repo/sub/a', ['repo/.ai/x', 'repo/sub/.git'], 'repo/sub'],
    ['is the nearest .ai where there is no git', 'a/b/c', ['.ai/x', 'a/.ai/x'], 'a'],
    ['is no folder in which .ai is a file', 'a/b', ['.ai/x', 'a/.ai'], '.'],
  ])('%s', (_, cwd, files, root) => {
    expect(rootFrom(cwd, files)).toBe(root)
  })

  test('is the working directory if there is neither git nor .ai', () => {
    const { path } = makeFolder({ 'a/b/file': '' })
    expect(findRoot(join(path, 'a', 'b'))).toBe(join(path, 'a', 'b'))
  })

  test('of a repository without a worktree is nowhere, also of one within another', async () => {
    const { path } = makeRepository()
    for (const bare of ['bare.git', 'bare.git/hooks']) {
      git({ path }, 'init', '--quiet', '--bare', 'bare.git')
      expect(await failing(() => findRoot(join(path, bare)))).toMatchObject({
        exitCode: 3,
        code: 'bare-repository',
        message: `${join(path, 'bare.git')} is a repository without a worktree, so there is no work in it.`,
      })
    }
    expect(findRoot(join(path, '.git', 'hooks'))).toBe(path)
  })
})

describe('--cwd', () => {
  test('is the working directory where it is not given', () => {
    expect(workingFolder(undefined)).toBe(process.cwd())
  })

  test('may be relative', () => {
    const { path } = makeFolder({ 'a/file': '' })
    expect(workingFolder(join(relative(process.cwd(), path), 'a'))).toBe(join(path, 'a'))
  })

  test('leads to the real folder, so that its real parents are searched', () => {
    const { path } = makeFolder({ 'repo/.ai/x': '', 'repo/src/file': '', 'elsewhere/file': '' })
    symlinkSync(join(path, 'repo', 'src'), join(path, 'elsewhere', 'link'), 'junction')
    const folder = workingFolder(join(path, 'elsewhere', 'link'))
    expect(folder).toBe(join(path, 'repo', 'src'))
    expect(findRoot(folder)).toBe(join(path, 'repo'))
  })

  test.each(['missing', 'file', 'file/below'])('%s is refused', async (asked) => {
    const { path } = makeFolder({ file: '' })
    const wrong = join(path, asked)
    expect(await failing(() => workingFolder(wrong))).toEqual({
      exitCode: 2,
      code: 'no-such-folder',
      message: `--cwd names no folder: ${wrong}`,
      fix: 'spell lumos --cwd .',
    })
  })
})
