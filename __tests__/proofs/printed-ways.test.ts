import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withinBudget } from '../support/budget'
import { type Folder, madeOnce } from '../support/folder'
import { git, tries } from '../support/git'
import { shell, spellHere } from '../support/packed-program'
import type { Random } from '../support/random'
import { commitAll } from '../support/team-repository'
import { goesOn, twoBranches } from '../support/two-branches'

// A team merges, rebases, picks and stashes at random, with texts that are not committed, and does what is printed.
// Whatever comes of it, six rounds lead on, and no text is lost.

jest.setTimeout(3_600_000)

const acts = {
  merge: ['merge', '--autostash', '--no-edit'],
  rebase: ['rebase', '--autostash'],
  'cherry-pick': ['cherry-pick'],
} as const
const heads = { MERGE_HEAD: 'merge', CHERRY_PICK_HEAD: 'cherry-pick', 'rebase-merge': 'rebase' } as const

const underWay = (folder: Folder) =>
  Object.entries(heads).find(([name]) => existsSync(join(folder.path, '.git', name)))?.[1]

interface Told {
  readonly where: string
  readonly rule?: string
  readonly code?: string
  readonly fix: string
}
/** What doctor and check find, but for work that waits for a file. */
const found = (folder: Folder): readonly Told[] =>
  (['doctor', 'check'] as const).flatMap((command) => {
    const { stdout, stderr } = spellHere(folder.path, [command, '--json'])
    const { findings, code, fix = '', message: where } = JSON.parse(stdout || stderr)
    const all: readonly Told[] = findings ?? [{ code, fix, where }]
    return all.filter(({ rule, code }) => (rule ?? code) !== 'error-state')
  })

/** Does the first thing that is printed as a command. @returns it; undefined if nothing is */
function follow(folder: Folder, side: 'mine' | 'theirs', all: readonly Told[]): string | undefined {
  const fixes = all.map(({ fix }) =>
    fix.replace(/ {3}#.*$/, '').replace(/--side mine\|theirs|--side (mine|theirs)/, `--side ${side}`),
  )
  const line = fixes.find((fix) => /^(spell|git|mkdir|mv|cp|cd) /.test(fix))
  if (line !== undefined) shell(folder.path, line)
  return line
}

/** Goes on with what git has under way. */
function conclude(folder: Folder, act: 'merge' | 'cherry-pick' | 'rebase'): void {
  git(folder, 'add', '--all')
  const gone = act === 'merge' ? tries(folder, 'commit', '--no-edit', '--quiet') : tries(folder, act, '--continue')
  if (gone.status !== 0 && /empty|No changes|nothing to commit/.test(gone.stdout + gone.stderr))
    tries(folder, act, '--skip')
}

/** Follows what is printed until nothing is wrong. @returns what was done, and what is still wrong */
function led(folder: Folder, side: 'mine' | 'theirs') {
  const done: string[] = []
  for (let stops = 0; stops < 30; stops++) {
    let all = found(folder)
    for (let round = 0; all.length > 0 && round < 6; round++) {
      const line = follow(folder, side, all)
      if (line === undefined) break
      done.push(line)
      all = found(folder)
    }
    const act = underWay(folder)
    if (all.length > 0 || !act) return { done, all, act }
    done.push(`(git ${act})`)
    conclude(folder, act)
  }
  return { done, all: [], act: 'thirty stops' }
}

/** Whether a text is in the worktree, in a stash, or in a commit that something names. */
function isKept(folder: Folder, text: string): boolean {
  const inFiles = shell(folder.path, `grep -rlF --exclude-dir=.git '${text}' .`).stdout
  const inCommits = shell(
    folder.path,
    `git for-each-ref --format='%(objectname)' | xargs git grep -lF '${text}'; git stash list --format=%H | xargs -r git grep -lF '${text}'`,
  ).stdout
  return inFiles + inCommits !== ''
}

const texts = [
  '.ai/task/context.md',
  '.ai/task/plan.md',
  '.ai/task/task.md',
  '.ai/task/notes.md',
  '.ai/task/task-results.md',
]

async function oneAct(folder: Folder, random: Random, number: number): Promise<void> {
  const branches = ['ann-step', 'bob-task', 'ann-next']
  const here = random.one(branches)
  const other = random.one(branches.filter((branch) => branch !== here))
  const side = random.one(['mine', 'theirs'] as const)
  folder.remove('.ai/.local')
  git(folder, 'checkout', '--quiet', here)
  git(folder, 'tag', `here-${number}`)
  const act = random.one(['step', 'merge', 'merge', 'rebase', 'cherry-pick', 'stash'] as const)
  const text = `A thought that is number ${number} of ${here}.`
  const path = random.one(texts)
  const isLeft = act !== 'step' && random.below(2) === 0 && existsSync(join(folder.path, '.ai/task/plan.md'))
  if (isLeft) folder.write({ [path]: `${existsSync(join(folder.path, path)) ? folder.read(path) : ''}${text}\n` })
  if (act === 'step') await goesOn(folder, here.slice(0, 3), 'step', 60 + number)
  else if (act === 'stash') {
    tries(folder, 'stash', '--include-untracked')
    await goesOn(folder, here.slice(0, 3), 'step', 60 + number)
    tries(folder, 'stash', 'pop')
  } else tries(folder, ...acts[act], other)
  const came = led(folder, side)
  const told = { act, here, other, side, path: isLeft ? path : '', done: came.done }
  expect({ ...told, wrong: came.all, underWay: came.act }).toEqual({ ...told, wrong: [], underWay: undefined })
  if (isLeft) expect({ ...told, isKept: isKept(folder, text) }).toEqual({ ...told, isKept: true })
  expect({ ...told, lumos: spellHere(folder.path, ['lumos']).exitCode }).toEqual({ ...told, lumos: 0 })
  commitAll(folder, act)
}

const made = madeOnce(twoBranches)

test('what is printed leads on after each act, and no text is lost', async () => {
  await withinBudget({ seconds: 40, atLeast: 1, all: 100 }, async (random) => {
    const folder = await made()
    for (let number = 0; number < 6; number++) await oneAct(folder, random, number)
    folder.remove('.')
  })
})
