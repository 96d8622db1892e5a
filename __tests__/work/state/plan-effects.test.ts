import { planEffects } from '../../../src/work/state/plan-effects'
import { workIn } from '../../../src/work/work'
import type { Effect } from '../../../src/workflow/effect'
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
    ['the beginning without half a character', `x${'é'.repeat(limit)}`, `x${'é'.repeat(limit / 2 - 1)}`, false],
  ])('%s', async (_, written, text, whole) => {
    const { shown, changes } = await plan(makeFolder({ 'results.md': written }), show)
    expect(shown).toEqual([{ path: 'results.md', text, whole }])
    expect(changes).toEqual([])
  })

  test('nothing where the file is not there', async () => {
    expect(await plan(makeFolder(), show)).toEqual(nothing)
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
    ['the template without its last line end', templates['plan.md'].trimEnd()],
  ])('%s is untouched', async (_, text) => {
    expect(await isUntouched(text)).toBe(true)
  })

  test.each([
    ['the template with a character more', `${templates['plan.md']}x`],
    ['the template with a character less', templates['plan.md'].slice(1)],
    ['the template with much text after it', templates['plan.md'] + 'x'.repeat(100)],
    ['an empty file', ''],
  ])('%s is not', async (_, text) => {
    expect(await isUntouched(text)).toBe(false)
  })

  test('a file that is not there is not untouched', async () => {
    expect(await plan(makeFolder(), { do: 'expect', file: 'plan.md' })).toEqual(nothing)
  })
})

test('a list is no matter of the disk', async () => {
  expect(await plan(makeFolder(), { do: 'list', list: 'planLinks' })).toEqual(nothing)
})
