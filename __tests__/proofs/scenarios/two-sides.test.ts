import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { check } from '../../../src/check/check'
import type { Side } from '../../../src/check/doctor/merge/choice'
import { isHistoryOfPiece } from '../../../src/check/pieces'
import { mergeBaseWith } from '../../../src/git/base'
import { openGit } from '../../../src/git/git'
import { engineer } from '../../../src/workflows/engineer'
import { shuffled, withinBudget } from '../../support/budget'
import { castIn, historyFile, titleOf } from '../../support/casting'
import { examine } from '../../support/doctoring'
import { copyOf, type Folder, madeOnce, makeRepository, plainEnv } from '../../support/folder'
import { commitAll, git, tries } from '../../support/git'
import { seenIn, settleAs } from '../../support/settled'
import { goesOn, twoBranches, walks } from '../../support/two-branches'

jest.setTimeout(1_200_000)

/** Puts another branch and this one together. @returns how git goes on */
type Operation = (folder: Folder, other: string) => readonly string[]
const merging =
  (...args: string[]): Operation =>
  (folder, other) => {
    tries(folder, 'merge', '--no-edit', ...args, other)
    return ['commit', '--no-edit', '--quiet']
  }
const operations: Readonly<Record<string, Operation>> = {
  merge: merging(),
  'merge -X ours': merging('-X', 'ours'),
  'merge --squash': merging('--squash'),
  rebase: (folder, other) => {
    tries(folder, 'rebase', other)
    return ['rebase', '--continue']
  },
  'rebase --apply': (folder, other) => {
    tries(folder, 'rebase', '--apply', other)
    return ['rebase', '--continue']
  },
  'cherry-pick': (folder, other) => {
    tries(folder, 'cherry-pick', `base..${other}`)
    return ['cherry-pick', '--continue']
  },
  revert: (folder) => {
    tries(folder, 'revert', '--no-edit', 'HEAD~1')
    return ['revert', '--continue']
  },
}

/** Settles what git stops at, as the doctor does, and once more. */
async function settle(folder: Folder, side: Side): Promise<boolean> {
  const { open, unsettled } = await settleAs(folder, side)
  if (open) expect((await seenIn(folder)).open).toBeUndefined()
  const way = unsettled?.ways[side === 'mine' ? 0 : 1]
  if (unsettled && way) execFileSync('sh', ['-c', way.command], { cwd: folder.path, env: plainEnv })
  expect(git(folder, 'ls-files', '--unmerged', '--', '.ai')).toBe('')
  return open !== undefined
}

const underWay = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'SQUASH_MSG', 'rebase-merge', 'rebase-apply']

/** Settles whatever git stops at, until it has come to its end. @returns how often */
async function settleAll(folder: Folder, side: Side, next: readonly string[]): Promise<number> {
  let settled = 0
  for (let round = 0; round < 12; round++) {
    settled += Number(await settle(folder, side))
    git(folder, 'add', '--all')
    const isUnderWay = underWay.some((name) => existsSync(join(folder.path, '.git', name)))
    if (!isUnderWay && git(folder, 'status', '--porcelain') === '') return settled
    const step = isUnderWay ? next : ['commit', '--quiet', '--message', 'settled']
    const gone = tries(folder, ...step)
    if (gone.status !== 0 && /empty|nothing to commit|No changes/.test(gone.stdout + gone.stderr)) {
      if (step[0] === 'commit') return settled
      tries(folder, step[0] ?? '', '--skip')
    }
  }
  throw new Error('git has not come to its end')
}

async function findingsIn(folder: Folder, name?: string) {
  const { findings } = await seenIn(folder)
  const examined = await examine({ root: folder.path, workflow: engineer, env: {}, now: new Date() })
  const found = name ? await mergeBaseWith(openGit(folder.path, process.env), name) : undefined
  const files = found ? [...(await found.filesNamed('.ai', 'history.jsonl'))] : []
  const histories = new Map(files.filter(([path]) => isHistoryOfPiece(path)))
  const base = found && name ? { base: { name, commit: found.commit, histories } } : {}
  const request = { requirement: 'any', noOverrides: true, ...base } as const
  return [...findings, ...examined, ...(await check(folder.path, process.env, new Date(), request, titleOf)).findings]
}

/** What a clean rebase or pick has carried into an archive comes back as the finding says. */
async function bringBack(folder: Folder): Promise<void> {
  for (const { code, fix = '' } of await examine({ root: folder.path, workflow: engineer, env: {}, now: new Date() }))
    if (code === 'archived-file-changed') execFileSync('sh', ['-c', fix], { cwd: folder.path })
}

const made = madeOnce(twoBranches)

const textAt = (folder: Folder, commit: string) => tries(folder, 'show', `${commit}:${historyFile}`).stdout

const pairs = Object.keys(walks).flatMap((mine) => Object.keys(walks).map((theirs) => [mine, theirs] as const))

test.each(Object.keys(operations))('after %s, whatever both sides did: either goes on, twice', async (name) => {
  const order = shuffled(pairs)
  await withinBudget({ seconds: 6, atLeast: 2, all: pairs.length }, async (_, number) => {
    const [mine, theirs] = order[number] ?? ['nothing', 'nothing']
    await goOn(name, mine, theirs)
  })
})

async function goOn(name: string, mine: string, theirs: string): Promise<void> {
  // Only a branch with several commits has one to revert.
  if (name === 'revert' && (walks[mine]?.length ?? 0) < 2) return
  const stopped = await made()
  git(stopped, 'checkout', '--quiet', `ann-${mine}`)
  // A revert takes back the last commit but one, and moves this branch on.
  const other = name === 'revert' ? `ann-${mine}~2` : `bob-${theirs}`
  const goingOn = { mine: textAt(stopped, `ann-${mine}`), theirs: textAt(stopped, other) }
  const next = (operations[name] as Operation)(stopped, `bob-${theirs}`)
  for (const side of ['mine', 'theirs'] as const) {
    const folder = copyOf(stopped)
    const goesOnWith = goingOn[side]
    const settled = await settleAll(folder, side, next)
    // What goes on is all that the side has, and then the line that names the other.
    if (settled > 0 && name !== 'cherry-pick' && goesOnWith !== '')
      expect(folder.read(historyFile).startsWith(goesOnWith)).toBe(true)
    await bringBack(folder)
    expect(await findingsIn(folder)).toEqual([])
    if (name !== 'revert') expect(await findingsIn(folder, `bob-${theirs}`)).toEqual([])
    if (name !== 'merge') continue

    git(folder, 'branch', '--quiet', '--force', 'mine')
    git(folder, 'checkout', '--quiet', `bob-${theirs}`)
    folder.remove('.ai/.local')
    await goesOn(folder, 'bob', existsSync(join(folder.path, historyFile)) ? 'archive' : 'step', 55)
    git(folder, 'checkout', '--quiet', 'mine')
    folder.remove('.ai/.local')
    await settleAll(folder, side, merging()(folder, `bob-${theirs}`))
    await bringBack(folder)
    expect(await findingsIn(folder)).toEqual([])
    expect(await findingsIn(folder, `bob-${theirs}`)).toEqual([])
    folder.remove('.')
  }
}

test('work that was squashed into the other branch, and has gone on here alone, is not said to have gone on in both', async () => {
  const folder = makeRepository({ 'a.txt': '' })
  commitAll(folder)
  git(folder, 'checkout', '-qb', 'feature')
  await castIn(folder, 'accio')
  commitAll(folder)
  git(folder, 'checkout', '-q', '-')
  git(folder, 'merge', '-q', '--squash', 'feature')
  commitAll(folder, 'squashed')
  git(folder, 'checkout', '-q', 'feature')
  folder.write({ '.ai/task/context.md': 'Orders as CSV\n' })
  await castIn(folder, 'accio')
  commitAll(folder)
  tries(folder, 'merge', '-')
  const { findings } = await seenIn(folder)
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^Both sides of a merge have the work in \.ai\/task, and not the same of it\. mine .*: one step .* theirs .*: no step/,
    ),
  ])
})
