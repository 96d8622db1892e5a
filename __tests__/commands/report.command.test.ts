import { join } from 'node:path'
import { standing } from '../support/casting'
import { remembering } from '../support/collab-session'
import { standingAt } from '../support/discovery-plan'
import { type Folder, makeFolder } from '../support/folder'
import { commitAll, git } from '../support/git'
import { hopingAt, task } from '../support/hope-session'
import { spellHere } from '../support/packed-program'
import { accio, allowAll, edit, provable, spellIn, tickOnly } from '../support/packed-provable'
import { confirmAll } from '../support/provable-work'

const report = (folder: Pick<Folder, 'path'>, ...args: string[]) => spellHere(folder.path, ['report', ...args])
const firstLine = (folder: Folder, ...args: string[]) => report(folder, ...args).stdout.split('\n')[0]
const failure = (folder: Folder, ...args: string[]) => {
  const { stdout, exitCode } = report(folder, '--json', ...args)
  const { code, message, fix } = JSON.parse(stdout)
  return { exitCode, code, message, fix }
}

describe('a piece of work of the six spells', () => {
  test('is reported from its criteria to its archive', async () => {
    const folder = await provable('done')
    expect(firstLine(folder)).toBe('Not complete: 3 open; state: Task draft')
    await allowAll(folder)
    expect(spellIn(folder, 'prove').exitCode).toBe(0)
    await confirmAll(folder)
    tickOnly(folder, 1, 2, 3)
    const head = git(folder, 'rev-parse', '--short=7', 'HEAD').trim()
    expect(accio(folder)).toBe('ACHIEVE_COMPLETE')
    const { stdout, stderr, exitCode } = report(folder)
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(stdout).toContain(`Complete: 2 proven · 1 confirmed, at ${head}\n\nOrders (engineer · task · Complete)\n`)
    expect(stdout).toMatch(
      /- ✓ proven: Orders can be exported\n {2}- `node test\.cjs export` \(expected: stdout contains `export ok`\): passed, \d{4}-/,
    )
    expect(stdout).toMatch(/- ✓ done: \*\*orders\*\*, .*\n {2}- \*Achieved\*\n {2}- Both are written\.\n/)

    const short = report(folder, '--short').stdout
    expect(short.split('\n').slice(0, 8)).toEqual(stdout.split('\n').slice(0, 8))
    expect(short.match(/^### .*/gm)).toEqual(['### Acceptance criteria', '### Changes'])

    // Files have changed since.
    edit(folder, 'export.mjs', 'works', 'works, still,')
    expect(firstLine(folder)).toBe('Complete for other files than these: 1 confirmed · 2 stale')
    commitAll(folder, 'more')
    expect(spellIn(folder, 'new', '--yes').exitCode).toBe(0)
    const archived = firstLine(folder, '--archive', 'orders')
    expect(archived).toBe('Complete for other files than these: 1 confirmed · 2 stale')
    expect(failure(folder)).toMatchObject({
      exitCode: 3,
      code: 'no-work',
      fix: expect.stringContaining('--archive orders-'),
    })
    expect(failure(folder, '--archive', 'order')).toMatchObject({
      exitCode: 2,
      code: 'unknown-archive',
      fix: expect.stringContaining('--archive orders-'),
    })
    expect(failure(folder, '--archive', 'orders', '--work', 'task')).toMatchObject({ exitCode: 2, code: 'usage' })
  })
})

test.each<[string, Readonly<Record<string, string>>]>([
  ['discovery', standingAt('validation_awaiting_human_review')],
  ['collab', remembering('execute-batch', { workItems: [] })],
  ['hope', hopingAt('loop.wave_execution', { items: [task('a')] })],
])('work of %s is found without a name, and with one', (workflow, files) => {
  const folder = makeFolder(files)
  const document = JSON.parse(report(folder, '--json').stdout)
  expect(document).toMatchObject({ kind: 'report', ok: true, workflow })
  expect(firstLine(folder)).toMatch(/^Not complete: /)
  expect(firstLine(folder, '--work', document.work)).toBe(firstLine(folder))
  expect(report(folder, '--html', 'a.html').exitCode).toBe(0)
  expect(folder.read('a.html')).toContain(`<h1 dir="auto">`)
})

test('of several workflows the default is meant; without work of it a name is needed', () => {
  const others = { ...standingAt('contracts'), ...remembering('gather-goals') }
  const folder = makeFolder(others)
  expect(failure(folder)).toMatchObject({ exitCode: 2, code: 'which-work' })
  folder.write({ '.ai/spell.json': '{"workflow":"collab"}' })
  expect(JSON.parse(report(folder, '--json').stdout)).toMatchObject({ workflow: 'collab', work: 'orders' })
  expect(JSON.parse(report(folder, '--json', '--work', 'csv-export').stdout)).toMatchObject({ workflow: 'discovery' })
  expect(failure(folder, '--work', 'csv-exprot')).toEqual({
    exitCode: 2,
    code: 'unknown-work',
    message: expect.stringContaining('csv-export'),
    fix: 'spell report --work csv-export',
  })
})

test('without work, or an archive, that is said', () => {
  const folder = makeFolder()
  expect(failure(folder)).toMatchObject({ exitCode: 3, code: 'no-work', fix: 'spell accio' })
  expect(failure(folder, '--archive', 'a')).toMatchObject({ exitCode: 3, code: 'no-archive' })
  expect(failure(folder, '--work', 'a')).toMatchObject({ exitCode: 3, code: 'no-work' })
})

test('a page is written relative to the working directory, and named with its size', () => {
  const folder = makeFolder({ ...standing('GATHER_EDITING'), '.ai/task/plan.md': '# A\n\n- [ ] b\n', 'sub/a': '' })
  const sub = { path: join(folder.path, 'sub') }
  expect(report(sub, '--html', 'a.html').stdout).toMatch(/^Not complete: .*\.\n\nWritten: `a\.html` \(\d+ kB\)\.\n$/)
  expect(folder.read('sub/a.html')).toContain('<title>A · not complete</title>')
  const { page } = JSON.parse(report(sub, '--html', 'a.html', '--json').stdout)
  expect(page).toEqual({
    path: join(folder.path, 'sub', 'a.html'),
    bytes: Buffer.byteLength(folder.read('sub/a.html')),
  })
  expect(failure(folder, '--html', '.ai/task/plan.md')).toMatchObject({ exitCode: 2, code: 'not-a-page' })
  expect(failure(folder, '--html', 'sub')).toMatchObject({ exitCode: 1, code: 'not-a-file' })
})
