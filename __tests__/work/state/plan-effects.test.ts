import type { HistoryLine } from '../../../src/work/history/history-line'
import { archivedFiles, inFolder, keptFiles } from '../../../src/work/state/archived-files'
import { planEffects } from '../../../src/work/state/plan-effects'
import { workIn } from '../../../src/work/work'
import type { Effect } from '../../../src/workflow/effect'
import { discovery } from '../../../src/workflows/discovery'
import { engineer } from '../../../src/workflows/engineer'
import { type Folder, makeFolder } from '../../support/folder'

const templates = { 'plan.md': '# Plan\n\n<!-- Größe -->\n', 'task.md': '# Task\n' }

/** Plans effects in a folder, and makes sure that planning changes nothing. */
async function plan(folder: Folder, ...effects: readonly Effect[]) {
  const before = folder.contents('.')
  const planned = await planEffects(
    workIn(folder.path, engineer),
    effects,
    { from: '', state: 'GATHER_EDITING', probe: {}, before: {}, context: {}, payload: {} },
    { files: new Map(Object.entries(templates)), digests: { 'task.md': 'abc' } },
    () => '2026-08-20-1530',
  )
  expect(folder.contents('.')).toEqual(before)
  return planned
}

const nothing = { changes: [], files: { created: [], kept: [], moved: [] }, shown: [], untouched: [], warnings: [] }
const task = '.ai/task/task.md'

test('create: a file that makes room before is created again', async () => {
  const planned = await plan(
    makeFolder({ 'task.md': 'old' }),
    { do: 'move', files: ['task.md'], to: 'done' },
    { do: 'create', file: 'task.md' },
  )
  expect(planned.changes).toEqual([
    { do: 'move', from: 'task.md', to: 'done/task.md' },
    { do: 'create', path: 'task.md', text: templates['task.md'], digest: 'abc' },
  ])
  expect(planned.files).toMatchObject({ created: ['task.md'], kept: [] })
})

describe('move', () => {
  const archive: Effect = { do: 'move', files: [task, '.ai/task/task-results.md'], to: 'tasks/task-<name>-<stamp>' }

  test('does nothing if none is there', async () => {
    expect(await plan(makeFolder(), archive)).toEqual(nothing)
  })

  test.each([
    ['a plain name', '---\ntask_name: csv-header\n---\n', 'csv-header', 0],
    ['a name that is not', '---\ntask_name: "../CSV Header"\n---\n', 'csv-header', 1],
    ['no name', '# Task\n', 'untitled', 1],
    ['a name after more text than is looked at', `---\nx: ${'y'.repeat(70_000)}\ntask_name: a\n---\n`, 'untitled', 1],
  ])('%s goes into the name of the archive', async (_, text, name, warnings) => {
    const planned = await plan(makeFolder({ [task]: text }), archive)
    expect(planned.files.moved).toEqual([{ from: task, to: `tasks/task-${name}-2026-08-20-1530/task.md` }])
    expect(planned.warnings).toHaveLength(warnings)
  })
})

describe('show', () => {
  const show: Effect = { do: 'show', file: 'results.md' }
  const limit = 64 * 1024

  test.each([
    ['a text', 'Done.\n', 'Done.\n', true],
    ['an empty text', '', '', true],
    ['as much as an answer carries', 'x'.repeat(limit), 'x'.repeat(limit), true],
    ['the beginning of a longer text', 'x'.repeat(limit + 1), 'x'.repeat(limit), false],
  ])('%s', async (_, written, text, whole) => {
    const { shown, changes } = await plan(makeFolder({ 'results.md': written }), show)
    expect(shown).toEqual([{ path: 'results.md', text, whole }])
    expect(changes).toEqual([])
  })
})

describe('expect', () => {
  const isUntouched = async (text: string) => {
    const { untouched, changes } = await plan(makeFolder({ 'plan.md': text }), { do: 'expect', file: 'plan.md' })
    expect(changes).toEqual([])
    return untouched.includes('plan.md')
  }

  test.each([
    ['the template', templates['plan.md']],
    ['the template as git for Windows writes it', templates['plan.md'].replaceAll('\n', '\r\n')],
    ['the template with a byte order mark', `\uFEFF${templates['plan.md']}`],
    ['the template with blank lines around it', `\n${templates['plan.md']}\n\n`],
  ])('%s is untouched', async (_, text) => {
    expect(await isUntouched(text)).toBe(true)
  })

  test.each([
    ['the template with a character more', `${templates['plan.md']}x`],
    ['the template with much text after it', templates['plan.md'] + 'x'.repeat(100)],
    ['an empty file', ''],
  ])('%s is not', async (_, text) => {
    expect(await isUntouched(text)).toBe(false)
  })

  test('a file that is not there is not untouched', async () => {
    expect(await plan(makeFolder(), { do: 'expect', file: 'plan.md' })).toEqual(nothing)
  })
})

const results = '.ai/task/tasks/task-a-2026-08-21-1000/task-results.md'
const archive = '.ai/archive/csv-export-1a2b3c4d'
const line = (more: Partial<HistoryLine>): HistoryLine => ({
  timestamp: '',
  transition: 'a → b',
  trigger: 'Accio',
  ...more,
})
const archivesTask = line({ moved: [{ from: '.ai/task/task-results.md', to: results, digest: 'd1' }] })
const archivesWork = line({
  layout: 1,
  trigger: 'New',
  digest: 'n1',
  archive,
  moved: [{ from: '.ai/task', to: archive }],
})

const pathsAfter = (...lines: readonly HistoryLine[]): string[] => {
  const files = archivedFiles(engineer)
  for (const one of lines) files.take(one, {})
  return files.end().map(({ path }) => path)
}

test('an archived file is where its work is: in its archive, and back with it', () => {
  expect(pathsAfter(archivesTask)).toEqual([results])
  expect(pathsAfter(archivesTask, archivesWork)).toEqual([results.replace('.ai/task', archive)])
  expect(pathsAfter(archivesTask, archivesWork, line({ trigger: 'Undo', undoes: 'n1' }))).toEqual([results])
})

test('what is at hand is there to be written in; what a step has put elsewhere stays as it is', () => {
  const stays = keptFiles(engineer)
  expect(
    ['plan.md', 'state.json', 'history.jsonl', 'tasks/task-a/task.md', 'task-guide.md'].filter((name) =>
      stays(`.ai/task/${name}`),
    ),
  ).toEqual(['tasks/task-a/task.md', 'task-guide.md'])
})

test('a workflow whose artifacts are handed in keeps those at hand, too', () => {
  const plan = discovery('orders')
  for (const path of Object.keys(plan.probes)) expect(keptFiles(plan)(path)).toBe(true)
})

test('what is for one copy alone is for no other', () => {
  expect(keptFiles(engineer)('.ai/.local/undo/1.json')).toBe(false)
})

const step = (more: Partial<HistoryLine>): HistoryLine => ({
  timestamp: '2026-08-20T12:00:00Z',
  transition: 'A → A',
  trigger: 'Accio',
  ...more,
})
const digest = 'a'.repeat(64)
const at = (folder: string) =>
  step({
    created: [{ path: `${folder}/task.md`, digest }],
    moved: [{ from: `${folder}/task.md`, to: `${folder}/tasks/1/task.md`, digest }],
    edited: [{ path: `${folder}/plan.md` }],
  })
const orders = { folder: '.ai/work/orders', name: 'orders' }

test('paths of a folder that was renamed are those of today, however often it was', () => {
  const here = inFolder(orders)
  here(step({ name: 'csv' }))
  expect(here(at('.ai/work/csv'))).toEqual(at('.ai/work/orders'))
  here(step({ trigger: 'Rename', name: 'rows' }))
  expect(here(at('.ai/work/rows'))).toEqual(at('.ai/work/orders'))
  expect(here(at('.ai/work/csv'))).toEqual(at('.ai/work/orders'))
})

test('paths elsewhere stay: of other work, of a longer name, of the archive', () => {
  const here = inFolder(orders)
  here(step({ name: 'csv' }))
  for (const folder of ['.ai/work/other', '.ai/work/csv-2', '.ai/archive/csv', '.ai/work/orders'])
    expect(here(at(folder))).toEqual(at(folder))
})

test('work without a name, or under its first one, has its entries as they are', () => {
  const entry = at('.ai/work/csv')
  expect(inFolder({ folder: '.ai/task' })(entry)).toBe(entry)
  const here = inFolder(orders)
  here(step({ name: 'orders' }))
  expect(here(entry)).toBe(entry)
})
