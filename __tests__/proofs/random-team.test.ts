import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { check } from '../../src/check/check'
import type { Side } from '../../src/check/doctor/merge/choice'
import { withinBudget } from '../support/budget'
import { historyFile, titleOf } from '../support/casting'
import { type Folder, madeOnce } from '../support/folder'
import { commitAll, git, tries } from '../support/git'
import { settleAs } from '../support/settled'
import { goesOn, twoBranches } from '../support/two-branches'

// A team of three goes on, and merges, rebases and picks from one another at random.

jest.setTimeout(3_600_000)

async function settle(folder: Folder, side: Side): Promise<void> {
  const { open, toName, findings } = await settleAs(folder, side)
  if (!open && !toName) expect(findings).toEqual([])
  expect(git(folder, 'ls-files', '--unmerged', '--', '.ai')).toBe('')
}

const underWay = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'rebase-merge']
const acts = { merge: ['merge', '--no-edit'], rebase: ['rebase'], 'cherry-pick': ['cherry-pick'] } as const

async function bringIn(folder: Folder, act: keyof typeof acts, other: string, side: Side): Promise<void> {
  tries(folder, ...acts[act], other)
  for (let round = 0; underWay.some((name) => existsSync(join(folder.path, '.git', name))); round++) {
    expect(round).toBeLessThan(60)
    await settle(folder, side)
    git(folder, 'add', '--all')
    const gone = act === 'merge' ? tries(folder, 'commit', '--no-edit', '--quiet') : tries(folder, act, '--continue')
    if (gone.status !== 0 && /empty|No changes|nothing to commit/.test(gone.stdout + gone.stderr))
      tries(folder, act, '--skip')
  }
  await settle(folder, side)
  commitAll(folder, act)
}

/** A step without results waits for them; a clean rebase or pick may carry a text into an archive, which has a test elsewhere. */
const expected = ['error-state', 'archived-file-changed']

const made = madeOnce(twoBranches)

test('all is in order after each act', async () => {
  await withinBudget({ seconds: 25, atLeast: 1, all: 8 }, async (random) => {
    const folder = await made()
    const branches = ['ann-step', 'bob-task', 'ann-next']
    const request = { requirement: 'any', noOverrides: true } as const
    for (let minute = 60; minute < 90; minute += 2) {
      const here = random.one(branches)
      folder.remove('.ai/.local')
      git(folder, 'checkout', '--quiet', here)
      const act = random.one(['step', 'archive', 'back', ...(['merge', 'merge', 'rebase', 'cherry-pick'] as const)])
      const other = random.one(branches.filter((branch) => branch !== here))
      const side = random.one(['mine', 'theirs'] as const)
      if (act === 'merge' || act === 'rebase' || act === 'cherry-pick') await bringIn(folder, act, other, side)
      else if (act === 'archive' && !existsSync(join(folder.path, historyFile))) continue
      else await goesOn(folder, here.slice(0, 3), act, minute)
      const { findings } = await check(folder.path, process.env, new Date(), request, titleOf)
      const known = findings.filter(({ rule }) => !expected.includes(rule))
      expect({ act, here, other, side, known }).toEqual({ act, here, other, side, known: [] })
    }
    folder.remove('.')
  })
})
