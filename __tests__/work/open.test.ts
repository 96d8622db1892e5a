import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { choose } from '../../src/work/choice'
import { allWork, openWork } from '../../src/work/open'
import { namesOf } from '../../src/work/overview'
import { entryOf } from '../../src/workflows/registry'
import { standing } from '../support/casting'
import { makeFolder } from '../support/folder'
import { failing } from '../support/posix'

/** Which piece of work a command is about, from what lies in a repository. */

const underWay = (name: string) => ({
  [`.ai/work/${name}/state.json`]: standing('GATHER_EDITING')['.ai/task/state.json'] ?? '',
})
const onBranch = (branch: string) => ({ '.git/HEAD': `ref: refs/heads/${branch}\n` })
const inUse = (branch: string, name: string) => ({
  '.ai/.local/use.json': JSON.stringify({ version: 1, branches: { [branch]: { engineer: name } } }),
})
const open = (files: Readonly<Record<string, string>>, more: { asked?: string; isLook?: boolean } = {}) =>
  openWork(makeFolder(files).path, { env: {}, ...more })

test('without a name there is one piece of work, which is called task', async () => {
  expect(await open({})).toMatchObject({ name: 'task', folder: '.ai/task', isOneOfSeveral: false })
})

test('a piece of work that was in use and is gone is asked about, in a look and before a step', async () => {
  const files = { ...onBranch('main'), ...inUse('main', 'x'), ...underWay('y') }
  for (const isLook of [true, false])
    expect(await failing(() => open(files, { isLook }))).toMatchObject({
      exitCode: 2,
      code: 'which-work',
      message: '“x” was in use here, and is gone. There is y; say which one goes on.',
      fix: 'spell work use y',
    })
})

test('what is printed names each of several pieces of work, also the one without a name', async () => {
  const files = { ...standing('GATHER_EDITING'), ...underWay('csv-export') }
  const { fix } = (await failing(() => open(files, { isLook: true }))) as { fix?: string }
  expect(fix).toBe('spell lumos --work task')
  expect(await open(files, { isLook: true, asked: 'task' })).toMatchObject({ name: 'task', folder: '.ai/task' })
})

test('work that was merged from another branch is looked at, and not gone on with unasked', async () => {
  const files = { ...onBranch('feat/late-orders'), ...underWay('csv-export') }
  expect(await open(files, { isLook: true })).toMatchObject({ name: 'csv-export' })
  expect(await failing(() => open(files))).toMatchObject({
    exitCode: 2,
    code: 'which-work',
    message: 'The branch “feat/late-orders” is called like no piece of work. Is it for csv-export? Then say so once.',
    fix: 'spell work use csv-export',
  })
  const said = { ...files, ...inUse('feat/late-orders', 'csv-export') }
  expect(await open(said)).toMatchObject({ name: 'csv-export' })
  expect(await open(files, { asked: 'csv-export' })).toMatchObject({ name: 'csv-export' })
})

test('a command has to name the work if another one is under way, or is meant without a name', async () => {
  const over = { '.ai/work/b/state.json': standing('ACHIEVE_COMPLETE')['.ai/task/state.json'] ?? '' }
  const both = (more: object, asked?: string) =>
    open({ ...onBranch('main'), ...underWay('a'), ...over, ...more }, { isLook: true, ...(asked && { asked }) })
  expect(await both(inUse('main', 'a'))).toMatchObject({ name: 'a', isOneOfSeveral: false })
  expect(await both(inUse('main', 'a'), 'b')).toMatchObject({ name: 'b', isOneOfSeveral: true })
  expect(await both({})).toMatchObject({ name: 'a', isOneOfSeveral: true })
  expect(await both({ ...inUse('main', 'a'), ...underWay('c') })).toMatchObject({ name: 'a', isOneOfSeveral: true })
})

test('a name that is typed, and is none, is refused with the nearest', async () => {
  expect(await failing(() => open(underWay('csv-export'), { asked: 'csv-exports' }))).toMatchObject({
    exitCode: 2,
    code: 'unknown-work',
    fix: 'spell lumos --work csv-export',
  })
  // It may be on another branch; what has not begun here is none that is here.
  expect(await failing(() => open({}, { asked: 'csv-exports' }))).toMatchObject({
    message: 'There is no piece of work “csv-exports” here.',
    fix: 'spell work --all',
  })
})

test('an archive is a piece of work with its own plan, and remembers the paths that it had', async () => {
  const folder = makeFolder({
    ...standing('GATHER_EDITING'),
    '.ai/task/plan.md': '# Today',
    '.ai/archive/orders-2026-08-20-1530-0a1b2c3d/plan.md': '# Orders',
    '.ai/discovery-archive/export-0a1b2c3e/state.json': '{}',
  })
  expect((await allWork(folder.path)).map(({ folder, isArchived, plan }) => ({ folder, isArchived, plan }))).toEqual([
    { folder: '.ai/task', isArchived: false, plan: '# Today' },
  ])
  const archives = await allWork(folder.path, 'archives')
  expect(archives.map(({ name, folder, written, isArchived }) => [name, folder, written.folder, isArchived])).toEqual([
    ['orders-2026-08-20-1530-0a1b2c3d', '.ai/archive/orders-2026-08-20-1530-0a1b2c3d', '.ai/task', true],
    ['export-0a1b2c3e', '.ai/discovery-archive/export-0a1b2c3e', '.ai/discovery/export', true],
  ])
  expect(archives[0]?.plan).toBe('# Orders')
})

test('the six spells are always in use, others if there is some work of theirs', async () => {
  const folders = async (files: Record<string, string>) =>
    (await allWork(makeFolder(files).path)).map(({ folder }) => folder)
  expect(await folders({})).toEqual(['.ai/task'])
  expect(await folders({ '.ai/discovery/a/state.json': '', '.ai/discovery/notes.md': '' })).toEqual([
    '.ai/task',
    '.ai/discovery/a',
  ])
  expect(await folders({ '.ai/collab/sessions/a/state.json': '' })).toEqual(['.ai/task', '.ai/collab/sessions/a'])
  expect(await folders({ '.ai/hope/state.json': '' })).toEqual(['.ai/task', '.ai/hope'])
})

test('no workflow keeps its backups where another does', async () => {
  const files = {
    '.ai/discovery/a/state.json': '',
    '.ai/discovery/b/state.json': '',
    '.ai/collab/sessions/a/state.json': '',
    '.ai/hope/state.json': '',
  }
  const used = (await allWork(makeFolder(files).path)).map(({ flow }) => flow)
  expect(new Set(used.map(({ local }) => local)).size).toBe(used.length)
  expect(used.every(({ local }) => local.startsWith('.ai/.local'))).toBe(true)
})

const plans = entryOf('discovery')
const state = (timestamp: string) =>
  JSON.stringify({
    current_state: 'discovery',
    history: [{ timestamp, transition: 'discovery → discovery', trigger: 'Start' }],
  })
const three = {
  '.ai/discovery/old/state.json': state('2026-08-20T12:00:00Z'),
  '.ai/discovery/new/state.json': state('2026-08-21T12:00:00Z'),
  '.ai/discovery/broken/state.json': '{',
  '.ai/discovery/no-folder': '',
}

test('the one that was last worked on comes first, and one that cannot be read is among them', async () => {
  expect(await namesOf(makeFolder(three).path, plans)).toEqual(['new', 'old', 'broken'])
})

test.each([
  [1000.25, 1001],
  [1000, 1000.125],
  [999.5, 1000],
])('of two in the same second the one that was written later comes first (%d and %d)', async (earlier, later) => {
  const { path } = makeFolder({
    '.ai/discovery/a/state.json': state('2026-08-20T12:00:00Z'),
    '.ai/discovery/b/state.json': state('2026-08-20T12:00:00Z'),
  })
  const written = (name: string, time: number) =>
    utimesSync(join(path, '.ai/discovery', name, 'state.json'), time, time)
  written('a', earlier)
  written('b', later)
  expect(await namesOf(path, plans)).toEqual(['b', 'a'])
  written('a', later)
  written('b', earlier)
  expect(await namesOf(path, plans)).toEqual(['a', 'b'])
})

/** Which piece of work is meant. */

const pieces = [
  { name: 'task', isUnderWay: true },
  { name: 'csv-export', isUnderWay: true },
  { name: 'late-orders', isUnderWay: false },
]
const one = pieces.slice(0, 1)

test.each([
  ['what was typed', { asked: 'late-orders', kept: 'task', branch: 'csv-export' }, 'late-orders'],
  ['what was typed, as its people call it', { asked: 'CSV Export' }, 'csv-export'],
  ['what is in use', { kept: 'late-orders', branch: 'feat/csv-export' }, 'late-orders'],
  ['what the branch is called like', { branch: 'feat/csv-export' }, 'csv-export'],
  ['what the branch is called like, whole', { branch: 'late/orders' }, 'late-orders'],
] as const)('%s decides', (_, hints, name) => {
  expect(choose(hints, pieces)).toEqual({ name })
})

test('what is in use and gone is never replaced by a guess, not even by that of the branch', () => {
  expect(choose({ kept: 'gone', branch: 'csv-export' }, pieces)).toEqual({
    among: ['task', 'csv-export'],
    gone: 'gone',
  })
  expect(choose({ kept: 'gone', isLook: true }, one)).toEqual({ among: ['task'], gone: 'gone' })
})

test('on a branch with the name of none, the only one is for a look, and a question before a step', () => {
  const merged = pieces.slice(1)
  expect(choose({ branch: 'feat/late-fees', isLook: true }, merged)).toEqual({ name: 'csv-export' })
  expect(choose({ branch: 'feat/late-fees' }, merged)).toEqual({ among: ['csv-export'], branch: 'feat/late-fees' })
  expect(choose({ branch: 'feat/late-fees' }, one)).toEqual({ name: 'task' })
})

test('the only one that is under way is meant, and if there is none, the only one', () => {
  expect(choose({}, pieces.slice(1))).toEqual({ name: 'csv-export' })
  expect(choose({ branch: 'main' }, one)).toEqual({ name: 'task' })
  expect(choose({}, pieces.slice(2))).toEqual({ name: 'late-orders' })
})

test('of several under way none is guessed', () => {
  expect(choose({ branch: 'main' }, pieces)).toEqual({ among: ['task', 'csv-export'] })
  const complete = pieces.map((each) => ({ ...each, isUnderWay: false }))
  expect(choose({}, complete)).toEqual({ among: ['task', 'csv-export', 'late-orders'] })
})

const cases = ['csv', '../csv-export', 'feat/csv-export', '']
test.each(cases)('a name that none has is unknown, not guessed: %j', (asked) => {
  expect(choose({ asked, kept: 'task' }, pieces)).toEqual({ unknown: asked })
})

test('whatever is said, the answer is one of them, or a question', () => {
  const name = fc.constantFrom('task', 'csv-export', 'late-orders', 'gone', 'feat/csv-export', '')
  const hints = fc.record({ asked: name, kept: name, branch: name }, { requiredKeys: [] })
  const candidates = fc.uniqueArray(
    fc.record({ name: fc.constantFrom('task', 'csv-export', 'late-orders'), isUnderWay: fc.boolean() }),
    { selector: (each) => each.name, minLength: 1 },
  )
  fc.assert(
    fc.property(hints, candidates, (said, all) => {
      const choice = choose(said, all)
      const names = all.map((each) => each.name)
      if ('name' in choice) expect(names).toContain(choice.name)
      else if ('among' in choice)
        expect(choice.among.length > 1 || choice.gone !== undefined || choice.branch !== undefined).toBe(true)
      else expect(choice.unknown).toBe(said.asked)
    }),
  )
})
