import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withinBudget } from '../support/budget'
import { type Folder, madeOnce } from '../support/folder'
import { commitAll, git, tries } from '../support/git'
import { shell, spellHere, typedHere } from '../support/packed-program'
import type { Random } from '../support/random'
import { goesOn, twoBranches } from '../support/two-branches'

// A team goes on, merges, rebases, picks and stashes at random, with texts that are not committed, and does what is printed.
// Whatever comes of it, something is printed until nothing is wrong, never the same again, and no text is lost.

jest.setTimeout(3_600_000)

const acts = {
  merge: ['merge', '--autostash', '--no-edit'],
  rebase: ['rebase', '--autostash'],
  'cherry-pick': ['cherry-pick'],
} as const
const heads = { MERGE_HEAD: 'merge', CHERRY_PICK_HEAD: 'cherry-pick', 'rebase-merge': 'rebase' } as const

const underWay = (folder: Folder) =>
  Object.entries(heads).find(([name]) => existsSync(join(folder.path, '.git', name)))?.[1]

/** What doctor finds, otherwise check, but for work that waits for a file; a line each, as they are printed. */
function found({ path }: Folder): readonly string[] {
  for (const command of ['doctor', 'check']) {
    const { stdout, stderr, exitCode } = spellHere(path, [command])
    if (exitCode === 0) continue
    const told = `${stdout.split('What a reader')[0]}${stderr}`.split('\n')
    const wrong = told.filter((line) => !/^- `error-state`/.test(line))
    if (wrong.some((line) => /^- `|^spell: /.test(line))) return wrong
  }
  return []
}

const looks = /^(spell (doctor|check|lumos)|git (show|log) .*)$/

/** The commands that are printed, but for those that only look: in code, or in a sentence. */
const waysIn = (lines: readonly string[]): readonly string[] =>
  lines
    .flatMap((line) => [
      ...line.matchAll(/`((?:spell|git|mkdir|mv|cp|cd|test) [^`]+)`/g),
      ...line.matchAll(/(?:\bto [^:;]+|; then): ((?:git|mkdir|test) [^`;]+?)(?=; |$| `)/gi),
    ])
    .flatMap(([, way = '']) => (looks.test(way) ? [] : [way]))
    .flatMap((way) => (way.includes('# or --side theirs') ? [way, way.replace('mine', 'theirs')] : [way]))

const markers = '/^<<<<<<< /d; /^=======$/d; /^>>>>>>> /d'

/**
 * Does what is printed, and what that prints: the next commands, or the fix of its failure.
 * @param failed what has failed before, and led here: none of it may be printed again
 * @returns the commands
 */
function follow(folder: Folder, way: string, failed: readonly string[] = []): readonly string[] {
  expect(failed).not.toContain(way)
  // Its condition: the user keeps both sides.
  const resolved = /^git add (.+?) +# when its conflict is resolved/.exec(way)?.[1]
  if (resolved !== undefined) shell(folder.path, `sed -i '${markers}' ${resolved}`)
  const { stdout, stderr, exitCode } = (/^spell /.test(way) ? typedHere : shell)(folder.path, way)
  if (exitCode !== 0) {
    const fix = /^ +fix: ((?:spell|git|mkdir|mv|cp|cd|test) .+)$/m.exec(stderr)?.[1]
    return [`${way} → ${stderr}`, ...(fix ? follow(folder, fix, [...failed, way]) : [])]
  }
  const then = /^Then:\n\n((?:- `.+`\n?)+)/m.exec(stdout)?.[1] ?? ''
  const next = [...then.matchAll(/`(.+)`/g)].flatMap(([, line = '']) => (looks.test(line) ? [] : [line]))
  for (const line of next) shell(folder.path, line)
  return [way, ...next]
}

/** Goes on with what git has under way. */
function conclude(folder: Folder, act: 'merge' | 'cherry-pick' | 'rebase'): void {
  git(folder, 'add', '--all')
  const gone = act === 'merge' ? tries(folder, 'commit', '--no-edit', '--quiet') : tries(folder, act, '--continue')
  if (gone.status !== 0 && /empty|No changes|nothing to commit/.test(gone.stdout + gone.stderr))
    tries(folder, act, '--skip')
}

/** Follows what is printed until nothing is wrong. @returns what was done, and what is still wrong where that leads in a circle */
function led(folder: Folder, random: Random): { readonly done: readonly string[]; readonly wrong: readonly string[] } {
  const done: string[] = []
  const tried = new Set<string>()
  for (let rounds = 0; rounds < 100; rounds++) {
    const wrong = found(folder)
    const act = underWay(folder)
    if (wrong.length === 0) {
      if (!act) return { done, wrong }
      done.push(`(git ${act} goes on)`)
      conclude(folder, act)
      continue
    }
    const at = `${git(folder, 'rev-parse', 'HEAD')}${git(folder, 'status', '--porcelain')}${wrong.join('\n')}`
    const ways = waysIn(wrong).filter((way) => !tried.has(way + at))
    if (ways.length === 0) return { done, wrong }
    const way = random.one(ways)
    tried.add(way + at)
    done.push(...follow(folder, way))
  }
  return { done, wrong: ['a hundred rounds'] }
}

/** Whether a text is in the worktree, in a stash, or in a commit that something names. */
function isKept({ path }: Folder, text: string): boolean {
  const commits = `git for-each-ref --format='%(objectname)'; git log -g --format='%H %P' refs/stash -- 2>/dev/null`
  const inFiles = `grep -rlF --exclude-dir=.git --exclude-dir=.local '${text}' .`
  return shell(path, `${inFiles}; git grep -lF '${text}' $(${commits})`).stdout !== ''
}

const words = [
  'accio',
  'finite',
  'reparo',
  'reverto',
  'undo',
  'new --yes',
  'new csv',
  'prove',
  'prove --list',
  'report',
]

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
  folder.remove('.ai/.local')
  git(folder, 'checkout', '--quiet', here)
  git(folder, 'tag', `here-${number}`)
  const act = random.one(['step', 'merge', 'merge', 'rebase', 'cherry-pick', 'stash', 'word'] as const)
  const text = `A thought that is number ${number} of ${here}.`
  const path = random.one(texts)
  const isLeft = act !== 'step' && random.below(2) === 0 && existsSync(join(folder.path, '.ai/task/plan.md'))
  if (isLeft) folder.write({ [path]: `${existsSync(join(folder.path, path)) ? folder.read(path) : ''}\n${text}\n` })
  if (act === 'step') await goesOn(folder, here.slice(0, 3), 'step', 60 + number)
  else if (act === 'word') follow(folder, `spell ${random.one(words)}`)
  else if (act === 'stash') {
    tries(folder, 'stash', '--include-untracked')
    await goesOn(folder, here.slice(0, 3), 'step', 60 + number)
    tries(folder, 'stash', 'pop')
  } else tries(folder, ...acts[act], other)
  const { done, wrong } = led(folder, random)
  const told = { number, act, here, other, path: isLeft ? path : '', done }
  expect({ ...told, wrong }).toEqual({ ...told, wrong: [] })
  follow(folder, 'spell lumos')
  if (isLeft) expect({ ...told, isKept: isKept(folder, text) }).toEqual({ ...told, isKept: true })
  commitAll(folder, act)
}

const made = madeOnce(twoBranches)

test('what is printed leads on after each act, and no text is lost', async () => {
  await withinBudget({ seconds: 20, atLeast: 1, all: 100 }, async (random) => {
    const folder = await made()
    git(folder, 'config', 'core.editor', 'true')
    for (let number = 0; number < 6; number++) await oneAct(folder, random, number)
    folder.remove('.')
  })
})
