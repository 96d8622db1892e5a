import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cast } from '../../src/cast/cast'
import { filesUnder } from '../../src/disk/read'
import { engineer } from '../../src/flows/engineer'
import type { Spell } from '../../src/flows/engineer/states'
import { mergeBaseWith } from '../../src/git/base'
import { check } from '../../src/rules/check/check'
import { isHistoryOfPiece } from '../../src/rules/check/pieces'
import { examine } from '../../src/rules/doctor/doctor'
import { grownSides } from '../../src/rules/doctor/grown-side'
import { nameGrown, settleSplit } from '../../src/rules/doctor/settle-split'
import { isSettlement } from '../../src/rules/doctor/side-work'
import { splitIn } from '../../src/rules/doctor/split'
import { type Chosen, otherThan } from '../../src/rules/doctor/split-words'
import { startNew } from '../../src/steps/new'
import { parseLine, parseTransition } from '../../src/work/history/history-line'
import { workIn } from '../../src/work/work'
import { edgeAt } from '../support/casting'
import { historyFile, stateOf } from '../support/engineer-work'
import { copyOf, type Folder } from '../support/folder'
import { makeRepository, plainEnv } from '../support/git-repository'
import { titleOf } from '../support/titles'

// Every pair of short walks on two branches, put together by git in every way that it has.

jest.setTimeout(1_200_000)

const env = {
  ...plainEnv,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_EDITOR: 'true',
  GIT_AUTHOR_NAME: 'kim',
  GIT_AUTHOR_EMAIL: 'kim@shop.example',
  GIT_COMMITTER_NAME: 'kim',
  GIT_COMMITTER_EMAIL: 'kim@shop.example',
}
const git = ({ path }: Folder, ...args: string[]) =>
  execFileSync('git', args, { cwd: path, env, encoding: 'utf8', stdio: 'pipe' })
/** For what may end in a conflict. */
const tries = ({ path }: Folder, ...args: string[]) => spawnSync('git', args, { cwd: path, env, encoding: 'utf8' })

/** Whoever works on a branch: their clock, and the ids of the works that they begin. */
interface Person {
  readonly folder: Folder
  readonly name: string
  minute: number
}
const edgeOf = (person: Person) => ({
  ...edgeAt(person.folder, new Date(Date.UTC(2026, 7, 20, 15, person.minute++))),
  newWork: () =>
    Buffer.from(person.name.padEnd(4, String(person.minute)))
      .toString('hex')
      .slice(0, 8),
})
const says = async (person: Person, spell: Spell) =>
  void (await cast(workIn(edgeOf(person).root, engineer), spell, edgeOf(person), person.name))
const puts = async (person: Person) =>
  void (await startNew(workIn(edgeOf(person).root, engineer), edgeOf(person), 'work', async () => true))

const plan = '# Export\n\n- [ ] it has a header row\n- [ ] it has one row for each order\n'

/** What somebody does on a branch, a commit each. */
const walks: Readonly<Record<string, readonly ((person: Person) => unknown)[]>> = {
  nothing: [],
  texts: [
    ({ folder, name }) => {
      folder.write({
        '.ai/task/plan.md': `${plan}\nAs ${name} sees it.\n`,
        '.ai/task/context.md': `# ${name}\n`,
      })
    },
  ],
  step: [(person) => says(person, 'accio')],
  task: [
    (person) => says(person, 'accio'),
    async (person) => {
      person.folder.write({ '.ai/task/task-results.md': `Done by ${person.name}.\n` })
      await says(person, 'accio')
      person.folder.write({ '.ai/task/plan.md': person.folder.read('.ai/task/plan.md').replace('[ ]', '[x]') })
    },
  ],
  back: [(person) => says(person, 'finite')],
  archive: [puts],
  next: [
    puts,
    async (person) => {
      await says(person, 'accio')
      person.folder.write({ '.ai/task/context.md': `# The next of ${person.name}\n` })
      await says(person, 'accio')
    },
  ],
}

const commitAll = (folder: Folder, message: string) => {
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', message)
}

/** A repository with a branch for each walk and each of two people, all from one piece of work in which a task is drafted. */
async function repository(): Promise<Folder> {
  const folder = makeRepository()
  git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/base')
  const kim: Person = { folder, name: 'kim', minute: 0 }
  await says(kim, 'accio')
  folder.write({ '.ai/task/context.md': '# Context\n' })
  await says(kim, 'accio')
  folder.write({ '.ai/task/plan.md': plan })
  await says(kim, 'accio')
  folder.write({ '.ai/task/task.md': '# Task\n\nWrite the header row.\n' })
  commitAll(folder, 'base')
  for (const [name, minute] of [
    ['ann', 10],
    ['bob', 30],
  ] as const) {
    for (const [walk, acts] of Object.entries(walks)) {
      folder.remove('.ai/.local')
      git(folder, 'checkout', '--quiet', '-b', `${name}-${walk}`, 'base')
      const person = { folder, name, minute }
      for (const [index, act] of acts.entries()) {
        await act(person)
        commitAll(folder, `${name} ${walk} ${index}`)
      }
    }
  }
  folder.remove('.ai/.local')
  return folder
}

/** Puts another branch and this one together. @returns whether git goes on with it, or has ended */
type Operation = (folder: Folder, other: string) => { readonly next?: readonly string[] }
const merging =
  (...args: string[]): Operation =>
  (folder, other) => {
    tries(folder, 'merge', '--no-edit', ...args, other)
    return { next: ['commit', '--no-edit', '--quiet'] }
  }
const operations: Readonly<Record<string, Operation>> = {
  merge: merging(),
  'merge -X ours': merging('-X', 'ours'),
  'merge -X theirs': merging('-X', 'theirs'),
  'merge --squash': (folder, other) => {
    tries(folder, 'merge', '--squash', other)
    return { next: ['commit', '--no-edit', '--quiet'] }
  },
  rebase: (folder, other) => {
    tries(folder, 'rebase', other)
    return { next: ['rebase', '--continue'] }
  },
  'rebase --apply': (folder, other) => {
    tries(folder, 'rebase', '--apply', other)
    return { next: ['rebase', '--continue'] }
  },
  'cherry-pick': (folder, other) => {
    tries(folder, 'cherry-pick', `base..${other}`)
    return { next: ['cherry-pick', '--continue'] }
  },
  'accept both': (folder, other) => {
    tries(folder, 'merge', '--no-edit', other)
    for (const path of filesUnder(folder.path, '.ai'))
      folder.write({ [path]: folder.read(path).replace(/^([<=>])\1{6}.*\n/gm, '') })
    return { next: ['commit', '--no-edit', '--quiet'] }
  },
  'accept both, and commit': (folder, other) => {
    tries(folder, 'merge', '--no-edit', other)
    for (const path of filesUnder(folder.path, '.ai'))
      folder.write({ [path]: folder.read(path).replace(/^([<=>])\1{6}.*\n/gm, '') })
    git(folder, 'add', '--all')
    tries(folder, 'commit', '--no-edit', '--quiet')
    return { next: ['commit', '--message', 'settled', '--quiet'] }
  },
}

/** Everything that a branch has under `.ai/`. */
function textsOf(folder: Folder, branch: string): ReadonlyMap<string, string> {
  const paths = git(folder, 'ls-tree', '-r', '-z', '--name-only', branch, '.ai/').split('\0').filter(Boolean)
  return new Map(paths.map((path) => [path, git(folder, 'show', `${branch}:${path}`)]))
}

const linesIn = (text = ''): string[] => text.split('\n').filter(Boolean)

const findingsIn = (folder: Folder) =>
  examine({ root: folder.path, workflow: engineer, env: {}, now: new Date(), titleOf })

async function checked(folder: Folder, name?: string) {
  const found = name ? await mergeBaseWith(folder.path, name) : undefined
  const files = found ? [...(await found.filesNamed('.ai', 'history.jsonl'))] : []
  const histories = new Map(files.filter(([path]) => isHistoryOfPiece(path)))
  const base = found && name ? { base: { name, commit: found.commit, histories } } : {}
  const request = { requirement: 'any', noOverrides: true, ...base } as const
  return (await check(folder.path, {}, new Date(), request, titleOf)).findings
}

/** Settles whatever git stops at, until it has come to its end. @returns how often */
async function settleAll(folder: Folder, side: Chosen, next: readonly string[]): Promise<number> {
  let settled = 0
  for (let round = 0; round < 10; round++) {
    const split = await splitIn(folder.path, engineer)
    if (split) {
      settled += 1
      await settleSplit(split, side, edgeAt(folder, new Date(Date.UTC(2026, 7, 21))))
      expect(await splitIn(folder.path, engineer)).toBeUndefined()
    }
    // What is no matter of ours git leaves to a person: here it is this side's.
    for (const path of git(folder, 'diff', '--name-only', '-z', '--diff-filter=U').split('\0').filter(Boolean))
      if (existsSync(join(folder.path, path)) && /^<{7} /m.test(folder.read(path)))
        tries(folder, 'checkout', '--ours', path)
    git(folder, 'add', '--all')
    const isUnderWay = [
      'MERGE_HEAD',
      'CHERRY_PICK_HEAD',
      'REVERT_HEAD',
      'SQUASH_MSG',
      'rebase-merge',
      'rebase-apply',
    ].some((name) => existsSync(join(folder.path, '.git', name)))
    if (!isUnderWay && git(folder, 'status', '--porcelain') === '') return settled
    const gone = tries(folder, ...next)
    if (gone.status !== 0 && /empty|nothing to commit|No changes/.test(gone.stdout + gone.stderr)) {
      if (next[0] === 'commit') return settled
      tries(folder, next[0] ?? '', '--skip')
    }
  }
  throw new Error('git has not come to its end')
}

/** For these all pairs are tried, for the others those that differ most. */
const whole = ['merge', 'rebase', 'cherry-pick']
const telling = ['texts', 'task', 'archive', 'next']
const cases = Object.keys(operations).flatMap((operation) =>
  Object.keys(walks).map((mine) => [operation, mine] as const),
)

let made: Folder | undefined
let conflicts = 0
let puttings = 0
beforeAll(async () => {
  const folder = await repository()
  made = { ...folder, path: `${folder.path} kept` }
  cpSync(folder.path, made.path, { recursive: true })
})
afterAll(() => {
  made?.remove('.')
  console.log(`${puttings} puttings together, ${conflicts} settled`)
})

test.each(cases)(
  'after %s of each walk into “%s” either side goes on, and nothing of the other is lost',
  async (name, mine) => {
    for (const theirs of whole.includes(name) ? Object.keys(walks) : telling) {
      for (const side of ['mine', 'theirs'] as const) {
        const where = `${name}: ann ${mine}, bob ${theirs}, ${side}`
        const folder = copyOf(made as Folder)
        git(folder, 'checkout', '--quiet', `ann-${mine}`)
        const sides = { mine: textsOf(folder, `ann-${mine}`), theirs: textsOf(folder, `bob-${theirs}`) }
        const { next = [] } = (operations[name] as Operation)(folder, `bob-${theirs}`)
        const settled = await settleAll(folder, side, next)
        puttings += 1
        conflicts += settled

        const here = new Map(
          filesUnder(folder.path, '.ai').map((path) => [path, readFileSync(join(folder.path, path), 'utf8')]),
        )
        const histories = [...here]
          .filter(([path]) => path.endsWith('history.jsonl'))
          .flatMap(([, text]) => linesIn(text))
        const common = [...textsOf(folder, 'base').values()]
        for (const [path, text] of [...sides.mine, ...sides.theirs]) {
          if (path.endsWith('history.jsonl')) {
            const lost = linesIn(text).filter((line) => !histories.includes(line))
            expect({ where, lost }).toEqual({ where, lost: [] })
          } else if (settled > 0 && !path.endsWith('state.json') && !common.includes(text)) {
            expect({ where, path, isThere: [...here.values()].includes(text) }).toEqual({ where, path, isThere: true })
          }
        }
        if (settled > 0) {
          // What goes on is what the side has, and then the lines that name the other.
          const goesOn = linesIn(sides[side].get(historyFile) ?? sides[otherThan(side)].get(historyFile))
          const now = linesIn(here.get(historyFile))
          if (now.length > 0) expect({ where, lines: now.slice(0, goesOn.length) }).toEqual({ where, lines: goesOn })
          // Where it has put the work away, the next one of the other may lie there.
          if (now.length === 0) expect(sides[side].has(historyFile)).toBe(false)
          const added = now.slice(goesOn.length).map((line) => parseLine(line))
          expect({ where, added: added.every((line) => line && isSettlement(line)) }).toEqual({ where, added: true })
          const last = parseLine(now.at(-1) ?? '')
          if (last)
            expect({ where, ...stateOf(folder) }).toMatchObject({ where, current_state: parseTransition(last).to })
        }
        await nameGrown(engineer, await grownSides(folder.path, engineer), edgeAt(folder))
        // What a rebase or a pick has carried into an archive is on the branch that it comes from.
        for (const { code, advice } of await findingsIn(folder))
          if (code === 'archived-file-changed') execFileSync('sh', ['-c', advice ?? ''], { cwd: folder.path, env })
        expect({ where, found: await findingsIn(folder) }).toEqual({ where, found: [] })
        expect({ where, found: await checked(folder) }).toEqual({ where, found: [] })
        expect({ where, found: await checked(folder, `bob-${theirs}`) }).toEqual({ where, found: [] })
        folder.remove('.')
        // What git puts together on its own is no matter of sides.
        if (settled === 0) break
      }
    }
  },
)

test('work that both have archived under the same name goes on as either has it', async () => {
  for (const side of ['mine', 'theirs'] as const) {
    const folder = copyOf(made as Folder)
    for (const [name, walk] of [
      ['ann', 'step'],
      ['bob', 'task'],
    ] as const) {
      git(folder, 'checkout', '--quiet', '-b', `${name}-at-once`, `${name}-${walk}`)
      folder.remove('.ai/.local')
      await puts({ folder, name, minute: 50 })
      commitAll(folder, 'at once')
    }
    git(folder, 'checkout', '--quiet', 'ann-at-once')
    tries(folder, 'merge', '--no-edit', 'bob-at-once')
    expect(await settleAll(folder, side, ['commit', '--no-edit', '--quiet'])).toBe(1)
    expect(await checked(folder, 'bob-at-once')).toEqual([])
  }
})
