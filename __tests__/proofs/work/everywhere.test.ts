import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Everywhere, type SpreadWork, workEverywhere } from '../../../src/work/everywhere'
import { piecesIn } from '../../../src/work/overview'
import type { PieceOfWork } from '../../../src/work/piece'
import { commitIndex, makeBranch, textsOf } from '../../support/branch-folders'
import { castIn, linesOf, standing, work, writeLines } from '../../support/casting'
import { remembering } from '../../support/collab-session'
import { standingAt } from '../../support/discovery-plan'
import { type Folder, makeFolder, makeRepository, plainEnv, untouched } from '../../support/folder'
import { commitAll, gitIn } from '../../support/git'
import { hopingAt } from '../../support/hope-session'
import { prove } from '../../support/provable-work'

jest.setTimeout(120_000)

const now = new Date('2026-08-21T12:00:00Z')
const everywhere = ({ path }: Pick<Folder, 'path'>, at = now): Promise<Everywhere> =>
  workEverywhere(path, plainEnv, textsOf, at)

/** What is said of the work itself, wherever it is. */
const itself = (piece: PieceOfWork & Partial<SpreadWork>): object => {
  const { command: _, places: __, commit: ___, last: ____, isStale: _____, ...said } = piece
  return said
}

async function goOn(folder: Folder): Promise<void> {
  folder.write({ '.ai/task/task-results.md': 'Done.\n' })
  await castIn(folder, 'accio')
}

const plan = '# Orders as CSV\n\n- [x] a\n  - run: `true`\n- [x] b\n- [ ] c\n'

describe('work on a branch is what it would be in a folder', () => {
  /** Work that one spell has begun, then changed. */
  const begun = (change: (folder: Folder) => void) => async (folder: Folder) => {
    await castIn(folder, 'accio')
    change(folder)
  }
  const proven = async (folder: Folder) => {
    await castIn(folder, 'accio')
    folder.write({ '.ai/task/plan.md': plan })
    await prove(folder, 1)
  }
  // biome-ignore format: a case is a line
  const kinds: Readonly<Record<string, (folder: Folder) => unknown>> = {
    'no work': () => {},
    'work in its first task': work,
    'a plan with commands, one of them proven': proven,
    'proofs of other work': async (folder) => {
      await proven(folder)
      folder.write({ '.ai/task/proofs.jsonl': folder.read('.ai/task/proofs.jsonl').replaceAll('0000', '1111') })
    },
    'a byte order mark': begun((folder) => {
      const marked = `\uFEFF${folder.read('.ai/task/state.json')}`
      folder.write({ '.ai/task/state.json': marked, '.ai/task/plan.md': `\uFEFF${plan}` })
    }),
    'a plan of discovery': (folder) => folder.write(standingAt('contracts')),
    'a session of collab': (folder) => folder.write(remembering('execute-batch')),
    'a session of hope': (folder) => folder.write(hopingAt('loop.wave_execution', { shown: { C1: 'passed' } })),
    'a state by hand': (folder) => folder.write(standing('ACHIEVE_COMPLETE')),
    'nothing but files': (folder) => folder.write({ '.ai/task/context.md': 'x', '.ai/work/notes.md': 'x' }),
    'broken JSON': (folder) => folder.write({ '.ai/task/state.json': '{\n"a' }),
    'an empty state': (folder) => folder.write({ '.ai/discovery/a/state.json': '' }),
    'a state of a newer version': begun((folder) => {
      const text = folder.read('.ai/task/state.json').replaceAll('"layout":1', '"layout":9')
      folder.write({ '.ai/task/state.json': text })
    }),
    'a state that no workflow has': (folder) => folder.write({ '.ai/task/state.json': '{"current_state":"X"}' }),
    'regions that exclude each other': (folder) => {
      folder.write(hopingAt('loop.wave_execution'))
      const text = folder.read('.ai/hope/state.json')
      folder.write({ '.ai/hope/state.json': text.replace('"main":"loop.wave_execution"', '"main":"user_need"') })
    },
    'a history without its state': begun((folder) => folder.remove('.ai/task/state.json')),
    'a history that ends with something else': begun((folder) => writeLines(folder, [...linesOf(folder), 'something else'])),
    'an incomplete line at the end of a history': async (folder) => {
      await work(folder)
      folder.write({ '.ai/task/history.jsonl': `${folder.read('.ai/task/history.jsonl')}{"timestamp":"20` })
    },
    'markers of a conflict': begun((folder) => folder.write({ '.ai/task/state.json': '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x\n' })),
    'several workflows, one of them broken': (folder) => folder.write({ ...standingAt('verified'), ...standing('PR_GATHERING_COMMENTS_G'), '.ai/collab/sessions/x/state.json': '[]' }),
  }

  let found: Everywhere
  const local = new Map<string, readonly object[]>()
  const names = Object.keys(kinds)
  beforeAll(async () => {
    const folder = makeRepository()
    for (const [index, make] of Object.values(kinds).entries()) {
      await make(folder)
      const here = (await piecesIn(folder.path, textsOf)).flatMap(({ pieces }) => pieces)
      local.set(
        `kind-${index}`,
        here.map(({ piece }) => itself(piece)),
      )
      makeBranch(folder, `refs/heads/kind-${index}`)
      folder.remove('.ai', '.git/index')
    }
    found = await untouched(folder, () => everywhere(folder))
  })

  test('all of them are read', () => expect(found.unread).toEqual([]))

  test.each(names)('%s', (name) => {
    const branch = `kind-${names.indexOf(name)}`
    const there = found.work.filter(({ places }) => places.some((place) => place.branch === branch))
    const order = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).sort()
    expect(order(there.map(itself))).toEqual(order(local.get(branch) ?? []))
  })
})

describe('a branch', () => {
  test('that has what is no file of ours gives a row that says so, and the rest is listed', async () => {
    const folder = await work()
    const blob = gitIn(folder, 'hash-object', '-w', '.ai/task/state.json')
    const add = (mode: string, path: string, id = blob) =>
      gitIn(folder, 'update-index', '--add', '--cacheinfo', `${mode},${id},${path}`)
    for (const [mode, path] of [
      ['120000', '.ai/task'],
      ['160000', '.ai/work'],
      ['120000', '.ai/discovery/linked'],
      ['160000', '.ai/discovery/sub'],
      ['120000', '.ai/discovery/inner/state.json'],
      ['160000', '.ai/discovery/gone/state.json'],
      ['100644', '.ai/hope'],
      ['100644', '.ai/collab/sessions/README.md'],
      ['120000', '.ai/collab/sessions/inner/history.jsonl'],
    ] as const)
      add(mode, path)
    add('100644', '.ai/collab/sessions/inner/state.json')
    commitIndex(folder, 'refs/heads/odd', '2026-08-20T15:30:00Z')
    folder.remove('.ai')
    const { work: rows, unread } = await everywhere(folder)
    expect(unread).toEqual([])
    expect(Object.fromEntries(rows.map(({ workflow, name, where }) => [`${workflow} ${name}`, where]))).toEqual({
      'collab inner': '.ai/collab/sessions/inner/history.jsonl is a link.',
      'discovery gone': '.ai/discovery/gone/state.json is a submodule.',
      'discovery inner': '.ai/discovery/inner/state.json is a link.',
      'discovery linked': '.ai/discovery/linked is a link.',
      'discovery sub': '.ai/discovery/sub is a submodule.',
      'engineer task': '.ai/task is a link.',
      'engineer work': '.ai/work is a submodule.',
      'hope hope': '.ai/hope is a file.',
    })
  })

  test('whose `.ai` is no folder, or whose commit is gone, is named once for each reason', async () => {
    const folder = makeRepository({ '.ai': 'a file' })
    for (const name of ['a', 'b', 'c']) makeBranch(folder, `refs/heads/${name}`)
    folder.remove('.ai')
    folder.write({ '.git/refs/heads/gone': `${'1'.repeat(40)}\n` })
    expect((await everywhere(folder)).unread).toEqual([
      { why: '.ai is no folder there.', places: ['a', 'b', 'c'].map((branch) => ({ kind: 'branch', branch })) },
      { why: 'Its last commit is not in this clone, or is none.', places: [{ kind: 'branch', branch: 'gone' }] },
    ])
  })

  test('with a long history keeps its id, which only the first line has', async () => {
    const folder = await work()
    await goOn(folder)
    for (let turn = 0; turn < 30; turn++) {
      await castIn(folder, 'finite')
      await castIn(folder, 'accio')
    }
    expect(linesOf(folder).length).toBeGreaterThan(60)
    const here = (await piecesIn(folder.path, textsOf)).flatMap(({ pieces }) => pieces.map(({ piece }) => piece.id))
    makeBranch(folder, 'refs/heads/long')
    folder.remove('.ai')
    const { work: rows } = await everywhere(folder)
    expect(rows.map(({ id }) => id)).toEqual(here)
    expect(here[0]).toMatch(/^[0-9a-f]{8}$/)
  })

  test('is read where the root is a folder in the repository', async () => {
    const folder = await work(makeRepository())
    folder.rename('.ai', 'moved')
    mkdirSync(join(folder.path, 'packages/the api'), { recursive: true })
    folder.rename('moved', 'packages/the api/.ai')
    makeBranch(folder, 'refs/heads/inside')
    folder.remove('packages/the api/.ai/task')
    const { work: rows } = await everywhere({ path: join(folder.path, 'packages/the api') })
    expect(rows).toMatchObject([{ name: 'task', places: [{ kind: 'branch', branch: 'inside' }] }])
    expect((await everywhere(folder)).work).toEqual([])
  })
})

describe('the same work', () => {
  test('that went on, or whose criteria differ, has a row for each', async () => {
    const folder = await work()
    makeBranch(folder, 'refs/heads/a')
    folder.write({ '.ai/task/plan.md': folder.read('.ai/task/plan.md').replace('[ ]', '[x]') })
    makeBranch(folder, 'refs/heads/b')
    await goOn(folder)
    makeBranch(folder, 'refs/heads/c')
    folder.remove('.ai')
    const { work: rows } = await everywhere(folder)
    expect(rows.map(({ places, where, criteria }) => [places[0]?.branch, where, criteria?.claimed]).sort()).toEqual([
      ['a', 'Task in progress', 0],
      ['b', 'Task in progress', 1],
      ['c', 'Task draft', 1],
    ])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
  })

  test('on a branch that is checked out counts as it is there', async () => {
    const folder = await work()
    commitAll(folder)
    await goOn(folder)
    const { work: rows } = await everywhere(folder)
    expect(rows).toMatchObject([{ where: 'Task draft', places: [{ kind: 'worktree', isHere: true }] }])
  })

  test.each([
    ['2026-09-03T09:59:59Z', undefined],
    ['2026-09-03T10:00:00Z', true],
  ])('is, at %s, stale: %s, as a step or a commit was last a fortnight before', async (at, isStale) => {
    const folder = await work()
    makeBranch(folder, 'refs/heads/a', '2026-08-20T10:00:00Z')
    folder.remove('.ai')
    const [row] = (await everywhere(folder, new Date(at))).work
    // The step was later than the commit.
    const isLater = at < '2026-09-03T15:30:00Z'
    expect(row?.last).toBe('2026-08-20T15:30:00Z')
    expect(row?.isStale).toBe(isLater ? undefined : isStale)
  })

  test('is never stale once it is complete', async () => {
    const folder = makeRepository(standing('ACHIEVE_COMPLETE'))
    makeBranch(folder, 'refs/heads/a')
    expect((await everywhere(folder, new Date('2030-01-01T00:00:00Z'))).work[0]).not.toHaveProperty('isStale')
  })
})

describe('worktrees', () => {
  test('are read from their files, with a detached HEAD and without commits, too; one that is gone is named', async () => {
    const folder = await work()
    commitAll(folder)
    const [topic, beside] = [makeFolder(), makeFolder().path]
    gitIn(folder, 'worktree', 'add', '--quiet', '-b', 'topic', topic.path)
    gitIn(folder, 'worktree', 'add', '--quiet', '--detach', join(beside, 'detached'))
    gitIn(folder, 'worktree', 'add', '--quiet', join(beside, 'gone'))
    rmSync(join(beside, 'gone'), { recursive: true })
    await goOn(topic)
    const { work: rows, unread, worktrees } = await untouched(folder, () => everywhere(folder))
    expect(worktrees).toBe(4)
    expect(
      rows.map(({ where, places: all }) => [where, all.map(({ branch, path }) => [branch, basename(path ?? '')])]),
    ).toEqual(
      expect.arrayContaining([
        ['Task draft', [['topic', basename(topic.path)]]],
        [
          'Task in progress',
          expect.arrayContaining([
            [gitIn(folder, 'symbolic-ref', '--short', 'HEAD'), ''],
            [undefined, 'detached'],
          ]),
        ],
      ]),
    )
    expect(rows.find(({ where }) => where === 'Task draft')).not.toHaveProperty('command')
    expect(unread).toMatchObject([
      {
        why: 'Its folder is gone; `git worktree prune` forgets it.',
        places: [{ branch: 'gone', folder: join(beside, 'gone') }],
      },
    ])
    // The branch of the one that is gone is read as any other.
    expect(rows.some(({ places: all }) => all.some(({ kind, branch }) => kind === 'branch' && branch === 'gone'))).toBe(
      true,
    )
  })

  test('of a bare repository have no main one', async () => {
    const folder = await work()
    makeBranch(folder, 'refs/heads/topic')
    const bare = makeFolder().path
    gitIn(folder, 'clone', '--quiet', '--bare', folder.path, join(bare, 'shop.git'))
    gitIn({ path: join(bare, 'shop.git') }, 'worktree', 'add', '--quiet', join(bare, 'topic'), 'topic')
    const { work: rows, worktrees, failure } = await everywhere({ path: join(bare, 'topic') })
    expect({ worktrees, failure }).toEqual({ worktrees: 1, failure: undefined })
    expect(rows).toMatchObject([{ places: [{ kind: 'worktree', branch: 'topic', isHere: true }] }])
  })
})

test('if git is not installed the worktrees are listed, and why there are no branches', async () => {
  const folder = await work()
  commitAll(folder)
  const env = { ...plainEnv, PATH: makeFolder().path }
  expect(await workEverywhere(folder.path, env, textsOf, now)).toMatchObject({
    work: [{ where: 'Task in progress' }],
    failure: { code: 'no-git' },
  })
})

test('in a repository with longer ids the branches are read, too', async () => {
  const folder = await work(makeFolder())
  gitIn(folder, 'init', '--quiet', '--object-format=sha256')
  makeBranch(folder, 'refs/heads/topic')
  folder.remove('.ai')
  expect((await everywhere(folder)).work).toMatchObject([
    { where: 'Task in progress', commit: { id: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  ])
})

test('in a shallow clone the tips are read, and in a partial one what is there, without fetching', async () => {
  const folder = await work()
  gitIn(folder, 'config', 'uploadpack.allowFilter', 'true')
  makeBranch(folder, 'refs/heads/topic')
  commitAll(folder)
  const clone = (...how: string[]) => {
    const path = join(makeFolder().path, 'clone')
    gitIn(folder, 'clone', '--quiet', '--no-single-branch', ...how, `file://${folder.path}`, path)
    return { path }
  }
  const shallow = clone('--depth=1')
  expect((await everywhere(shallow)).work.map(({ where }) => where)).toEqual(['Task in progress'])
  await goOn(folder)
  folder.remove('.git/index')
  makeBranch(folder, 'refs/heads/other')
  const [partial, treeless] = [clone('--filter=blob:none'), clone('--filter=tree:0')]
  // Of its own tree everything is there, as it is checked out.
  expect((await everywhere(partial)).work.map(({ where }) => where).sort()).toEqual([
    '.ai/task/state.json is not in this clone.',
    'Task in progress',
  ])
  expect((await everywhere(treeless)).unread).toMatchObject([{ places: expect.anything() }])
})
