import { execFileSync } from 'node:child_process'
import { bringsOnlyOthers } from '../../src/git/merge-commit'
import { type Folder, makeRepository, plainEnv } from '../support/folder'

jest.setTimeout(60_000)

const git = ({ path }: Folder, line: string) =>
  execFileSync('sh', ['-c', `git -c user.name=kim -c user.email=kim@shop.example ${line}`], {
    cwd: path,
    env: plainEnv,
    stdio: 'pipe',
  })

/** A branch into which another one is being merged: `both` is in conflict and resolved, `theirs` comes along. */
function merging(): Folder {
  const folder = makeRepository({ both: 'base\n', theirs: 'base\n', ours: 'base\n' })
  git(folder, 'add --all && git -c user.name=kim -c user.email=k@x commit --quiet -m base && git checkout -qb other')
  folder.write({ both: 'other\n', theirs: 'other\n' })
  git(folder, 'commit --quiet -am other && git checkout --quiet -')
  folder.write({ both: 'mine\n' })
  git(folder, 'commit --quiet -am mine')
  expect(() => git(folder, 'merge --quiet other')).toThrow()
  folder.write({ both: 'mine and other\n' })
  git(folder, 'add both')
  return folder
}

test('a merge commit brings in what others have committed, and how a conflict was resolved', async () => {
  expect(await bringsOnlyOthers(merging().path, process.env)).toBe(true)
})

test('with what `.ai/` has of it', async () => {
  const folder = merging()
  folder.write({ '.ai/task/merged-2026-08-20-1530/history.jsonl': '{}\n' })
  git(folder, 'add --all')
  expect(await bringsOnlyOthers(folder.path, process.env)).toBe(true)
})

test.each<[what: string, change: (folder: Folder) => void]>([
  ['a file that no side has', (folder) => folder.write({ mine: 'new\n' })],
  ['a change to a file that is not known touched', (folder) => folder.write({ ours: 'changed\n' })],
  ['a change to what comes along', (folder) => folder.write({ theirs: 'changed\n' })],
  ['a file that is taken away', (folder) => folder.remove('ours')],
])('with %s it brings in more', async (_, change) => {
  const folder = merging()
  change(folder)
  git(folder, 'add --all')
  expect(await bringsOnlyOthers(folder.path, process.env)).toBe(false)
})

test('without a merge nothing is brought in', async () => {
  const folder = merging()
  git(folder, 'merge --abort')
  expect(await bringsOnlyOthers(folder.path, process.env)).toBe(false)
  expect(await bringsOnlyOthers('/', process.env)).toBe(false)
})

test('what `git commit --all` itself stages counts', async () => {
  const folder = merging()
  folder.write({ ours: 'changed\n' })
  git(folder, 'read-tree HEAD --index-output=.git/other && GIT_INDEX_FILE=.git/other git add --all')
  const env = { ...process.env, GIT_INDEX_FILE: `${folder.path}/.git/other` }
  expect(await bringsOnlyOthers(folder.path, env)).toBe(false)
  expect(await bringsOnlyOthers(folder.path, process.env)).toBe(true)
})
