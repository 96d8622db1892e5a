import { type Folder, makeRepository } from '../support/folder'
import { commitAll, git } from '../support/git'
import { jsonHere as json, spellHere } from '../support/packed-program'

const run = ({ path }: Folder, ...args: string[]) => spellHere(path, args)
const found = (folder: Folder, ...args: string[]) => [
  json(folder, 'check', '--no-overrides', ...args).findings,
  json(folder, 'doctor').findings,
]
const state = (folder: Folder) => json(folder, 'lumos').to
const accio = (folder: Folder, texts: Readonly<Record<string, string>> = {}) => {
  folder.write(texts)
  expect(run(folder, 'accio')).toMatchObject({ exitCode: 0 })
}
const task = (folder: Folder, name: string, what: string) => {
  accio(folder, { [`.ai/work/${name}/task.md`]: `---\ntask_name: ${what}\n---\n\nWrite it.\n` })
  accio(folder, { [`.ai/work/${name}/task-results.md`]: `${what} is written.\n` })
}

/** A named piece of work with an archived task, committed as `base`. */
function begun(): Folder {
  const folder = makeRepository({ 'a.txt': '' })
  run(folder, 'new', 'csv')
  accio(folder, { '.ai/work/csv/context.md': '# Context\n\nOrders are copied by hand.\n' })
  accio(folder, { '.ai/work/csv/plan.md': '# Export\n\n- [ ] a header row\n' })
  task(folder, 'csv', 'header')
  commitAll(folder)
  git(folder, 'tag', 'base')
  return folder
}

const ways: readonly (readonly [string, (folder: Folder) => void])[] = [
  ['spell work rename', (folder) => expect(run(folder, 'work', 'rename', 'csv', 'orders').exitCode).toBe(0)],
  [
    'git mv',
    (folder) => {
      git(folder, 'mv', '.ai/work/csv', '.ai/work/orders')
      run(folder, 'work', 'use', 'orders')
    },
  ],
]

test.each(ways)('after %s all is in order, and stays so until the archive', (_, rename) => {
  const folder = begun()
  rename(folder)
  commitAll(folder)
  expect(found(folder)).toEqual([[], []])
  expect(found(folder, '--base', 'base')).toEqual([[], []])

  task(folder, 'orders', 'rows')
  expect(found(folder, '--base', 'base')).toEqual([[], []])
  // What was archived under the old name is still looked after.
  const archived = ([, text]: [string, string]) => text === 'header is written.\n'
  const [results = '', text = ''] = Object.entries(folder.contents('.ai/work')).find(archived) ?? []
  folder.write({ [results]: 'Another text.\n' })
  expect(found(folder)[0]).toMatchObject([{ rule: 'archived-file-changed' }])
  folder.write({ [results]: text })

  accio(folder, { '.ai/work/orders/plan.md': '# Export\n\n- [x] a header row\n' })
  expect(run(folder, 'new', '--yes').exitCode).toBe(0)
  expect(found(folder, '--base', 'base')).toEqual([[], []])
})

describe('spell work rename', () => {
  test('is one entry, and what is in use, the backups and undo follow', () => {
    const folder = begun()
    const lines = folder.read('.ai/work/csv/history.jsonl').trim().split('\n')
    expect(json(folder, 'work', 'rename', 'csv', 'Late Orders')).toMatchObject({
      ok: true,
      workflow: 'engineer',
      work: 'late-orders',
      folder: '.ai/work/late-orders',
    })
    const now = folder.read('.ai/work/late-orders/history.jsonl').trim().split('\n')
    expect(now.slice(0, -1)).toEqual(lines)
    expect(JSON.parse(now.at(-1) ?? '')).toMatchObject({
      trigger: 'Rename',
      name: 'late-orders',
      note: 'csv → late-orders',
    })
    expect(Object.keys(folder.contents()).filter((path) => path.startsWith('.ai/work/csv'))).toEqual([])
    expect(state(folder)).toBe('ACHIEVE_TASK_DRAFTING')

    expect(run(folder, 'undo').exitCode).toBe(0)
    expect(state(folder)).toBe('ACHIEVE_TASK_EXECUTED')
    expect(folder.read('.ai/work/late-orders/task-results.md')).toBe('header is written.\n')
    expect(json(folder, 'doctor').findings).toEqual([])
  })

  test('renames a session of collab, too, but not a plan, whose state has the name', () => {
    const folder = makeRepository()
    run(folder, 'collab', 'start', 'orders')
    run(folder, 'discovery', 'start', 'Export the orders')
    expect(json(folder, 'work', 'rename', 'orders', 'exports')).toMatchObject({ ok: true, workflow: 'collab' })
    expect(run(folder, 'collab', 'add', 'Fix it', '--session', 'exports')).toMatchObject({ exitCode: 0 })
    expect(found(folder)).toEqual([[], []])
    const [plan = ''] = json(folder, 'work').work.flatMap(({ name, workflow }: Record<string, string>) =>
      workflow === 'discovery' ? [name] : [],
    )
    expect(json(folder, 'work', 'rename', plan, 'other')).toMatchObject({ code: 'cannot-rename' })
  })

  test.each([
    ['a name that is taken', ['csv', 'rows'], 'name-taken'],
    ['a reserved name', ['csv', 'task'], 'name-taken'],
    ['the work that needs no name', ['task', 'rows2'], 'unknown-work'],
    ['work that is not there', ['cvs', 'rows2'], 'unknown-work'],
    ['a name without letters', ['csv', '??'], 'usage'],
  ])('refuses %s, and changes nothing', (_, names, code) => {
    const folder = begun()
    run(folder, 'new', 'rows')
    run(folder, 'accio', '--work', 'task')
    const before = folder.contents()
    expect(json(folder, 'work', 'rename', ...names)).toMatchObject({ code })
    expect(folder.contents()).toEqual(before)
  })

  test('refuses a piece of work that git has not merged', () => {
    const folder = begun()
    git(folder, 'checkout', '-qb', 'other')
    folder.write({ '.ai/work/csv/plan.md': '# Theirs\n' })
    commitAll(folder)
    git(folder, 'checkout', '-q', '-')
    folder.write({ '.ai/work/csv/plan.md': '# Mine\n' })
    commitAll(folder)
    expect(() => git(folder, 'merge', 'other')).toThrow()
    expect(json(folder, 'work', 'rename', 'csv', 'orders')).toMatchObject({ code: 'merge-conflict' })
  })
})
