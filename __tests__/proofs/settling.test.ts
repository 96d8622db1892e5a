import { execFileSync } from 'node:child_process'
import { check } from '../../src/check/check'
import type { Side } from '../../src/check/doctor/merge/choice'
import { finishSettling } from '../../src/check/doctor/merge/settle-merge'
import { withGit } from '../../src/git/git'
import { Failure } from '../../src/text/failure'
import { edgeAt, titleOf } from '../support/casting'
import { everyCrashPoint, everyRefusal } from '../support/crash-points'
import { copyOf, type Folder, madeOnce, snapshot } from '../support/folder'
import { commitAll, git, tries } from '../support/git'
import { failing } from '../support/posix'
import { settleAs } from '../support/settled'
import { twoBranches } from '../support/two-branches'

jest.setTimeout(1_200_000)

/** What `spell doctor --fix --side` does. */
async function settle(folder: Folder, side: Side): Promise<void> {
  const ctx = { ...edgeAt(folder), env: process.env }
  await withGit(folder.path, process.env, (git) => finishSettling(ctx, git))
  await settleAs(folder, side)
}

const seen = new Set<string>()

/** What has the same files, in the folder and in git's index, is looked at once. */
async function expectSettled(folder: Folder): Promise<void> {
  const tracked = git(folder, 'ls-files', '--stage')
  // The middle column is the stage: of a file that is merged, 0.
  expect(tracked).not.toMatch(/ [123]\t/)
  const settled = JSON.stringify([tracked, snapshot(folder.path), folder.read('.git/MERGE_HEAD')])
  if (seen.has(settled)) return
  seen.add(settled)
  expect(git(folder, 'status', '--porcelain', '.ai')).not.toMatch(/^.\S/m)
  commitAll(folder, 'merged')
  const request = { requirement: 'any', noOverrides: true } as const
  expect((await check(folder.path, process.env, new Date(), request, titleOf)).findings).toEqual([])
}

const made = madeOnce(twoBranches)

/** Merges once, and makes folders that are all as git left it. */
async function merging(mine: string, theirs: string): Promise<() => Folder> {
  const folder = await made()
  git(folder, 'checkout', '--quiet', `ann-${mine}`)
  tries(folder, 'merge', '--no-edit', `bob-${theirs}`)
  return () => copyOf(folder)
}

const cases = [
  ['task', 'back', 'mine'],
  ['archive', 'task', 'theirs'],
] as const

test.each(cases)('“%s” and “%s”, %s: after a crash at any write the next settles it', async (mine, theirs, side) => {
  let isOther = false
  const act = (folder: Folder) => settle(folder, side)
  const points = await everyCrashPoint(await merging(mine, theirs), act, async (folder) => {
    isOther = !isOther
    await settle(folder, isOther ? 'mine' : 'theirs')
    await expectSettled(folder)
  })
  expect(points).toBeGreaterThan(20)
})

test.each(cases.slice(0, 1))('“%s” and “%s”, %s: a disk that refuses loses nothing', async (mine, theirs, side) => {
  const begin = await merging(mine, theirs)
  const act = (folder: Folder) => settle(folder, side)
  for (const lasting of [false, true])
    await everyRefusal(begin, act, { codes: ['ENOSPC'], lasting }, async (folder, outcome) => {
      if (outcome !== undefined) expect(outcome).toBeInstanceOf(Failure)
      await settle(folder, side)
      await expectSettled(folder)
    })
})

test('files of the same name that only this copy has are moved to a new folder, by one command', async () => {
  const folder = (await merging('task', 'back'))()
  const texts = ['first', 'second'].map((text) => [`.ai/task/tasks/${text}/task-results.md`, text] as const)
  folder.write({ ...Object.fromEntries(texts), 'task-results.md': 'of the user' })
  const { code, fix = '' } = await failing(() => settle(folder, 'mine'))
  expect(code).toBe('not-committed')
  execFileSync('sh', ['-c', fix], { cwd: folder.path })
  const here = ['task-results.md', 'task-results.md-was/task-results.md', 'task-results.md-was/task-results.md-2'].map(
    (path) => folder.read(path),
  )
  expect(here).toEqual(['of the user', 'first', 'second'])
  await settle(folder, 'mine')
  await expectSettled(folder)
})
