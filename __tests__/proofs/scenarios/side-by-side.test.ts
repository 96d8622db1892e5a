import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Folder, makeFolder, makeRepository } from '../../support/folder'
import { commitAll, git } from '../../support/git'
import { connect, textOf } from '../../support/packed-mcp-client'
import { spellHere } from '../../support/packed-program'
import { spellIn } from '../../support/packed-provable'

// Pieces of work with names, beside each other: in one folder, on branches, in worktrees.

const json = (folder: Pick<Folder, 'path'>, ...args: readonly string[]) => {
  const { stdout, stderr } = spellHere(folder.path, [...args, '--json'])
  return JSON.parse(stdout || stderr)
}
const stateOf = (folder: Pick<Folder, 'path'>, ...args: readonly string[]) => json(folder, 'lumos', ...args).to

function write({ path }: Pick<Folder, 'path'>, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
}

function complete(folder: Pick<Folder, 'path'>, name: string): void {
  const home = `.ai/work/${name}`
  const accio = () => expect(json(folder, 'accio', '--work', name).ok).toBe(true)
  if (!existsSync(join(folder.path, home))) expect(json(folder, 'new', name).ok).toBe(true)
  write(folder, { [`${home}/context.md`]: `# ${name}\n` })
  accio()
  write(folder, { [`${home}/plan.md`]: `# Plan of ${name}\n\n- [ ] it works\n` })
  accio()
  write(folder, { [`${home}/task.md`]: `---\ntask_name: ${name}\n---\n\n# Task\n\nDo it.\n` })
  accio()
  write(folder, {
    [`${home}/task-results.md`]: '# Results\n\nDone.\n',
    [`${home}/plan.md`]: `# Plan of ${name}\n\n- [x] it works\n`,
  })
  accio()
  accio()
  expect(stateOf(folder, '--work', name)).toBe('ACHIEVE_COMPLETE')
}

const init = (folder: Folder) => {
  git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/main')
  folder.write({ '.gitignore': '.ai/.local\n', 'a.js': '' })
  commitAll(folder, 'begin')
  return folder
}

describe('a named piece of work', () => {
  test('is led from its context to its end, archived, and comes back', () => {
    const shop = init(makeRepository())
    complete(shop, 'csv-export')
    commitAll(shop, 'csv')
    expect(json(shop, 'check')).toMatchObject({ ok: true, steps: 6 })
    const { archive } = json(shop, 'new')
    expect(archive).toMatch(/^\.ai\/archive\/csv-export-[-\d]+-[0-9a-f]{8}$/)
    expect(existsSync(join(shop.path, '.ai/work/csv-export'))).toBe(false)
    expect(json(shop, 'check')).toMatchObject({ ok: true, pieces: [{ isArchived: true }, {}] })
    expect(json(shop, 'undo')).toMatchObject({ ok: true, work: 'csv-export', to: 'ACHIEVE_COMPLETE' })
    expect(json(shop, 'check').ok).toBe(true)
  })

  test('leaves the one without a name alone, and every answer says which it is about', () => {
    const shop = init(makeRepository())
    json(shop, 'accio')
    json(shop, 'new', 'csv-export')
    expect(json(shop, 'lumos')).toMatchObject({ work: 'csv-export', to: 'GATHER_EDITING_CONTEXT' })
    expect(spellIn(shop, 'lumos').stdout).toContain('This is about `csv-export`: say `--work csv-export`')
    expect(spellIn(shop, 'lumos').stdout).toContain('Work: **csv-export**')
    expect(json(shop, 'lumos', '--work', 'task')).toMatchObject({ work: 'task', to: 'GATHER_EDITING_CONTEXT' })
    expect(json(shop, 'undo', '--work', 'csv-export').ok).toBe(true)
    expect(stateOf(shop, '--work', 'task')).toBe('GATHER_EDITING_CONTEXT')
    expect(json(shop, 'history', '--work', 'csv-export').entries).toHaveLength(2)
  })

  test.each([
    ['one of the same name', ['csv-export'], 'name-taken'],
    ['that of a plan', ['orders'], 'name-taken'],
    ['none', ['!!'], 'usage'],
  ])('with a name that cannot be, %s, is not begun', (_, [name = ''], code) => {
    const shop = init(makeRepository())
    json(shop, 'new', 'csv-export')
    json(shop, 'discovery', 'start', 'Orders')
    const before = JSON.stringify(shop.contents())
    expect(json(shop, 'new', name)).toMatchObject({ ok: false, code })
    expect(JSON.stringify(shop.contents())).toBe(before)
  })

  test('a plan or a session cannot take its name either', () => {
    const shop = init(makeRepository())
    json(shop, 'new', 'csv-export')
    for (const start of [
      ['discovery', 'start', 'CSV export'],
      ['collab', 'start', 'csv-export'],
    ])
      expect(json(shop, ...start)).toMatchObject({ code: 'name-taken', fix: 'spell lumos --work csv-export' })
  })
})

describe('which one is meant', () => {
  function two(): Folder {
    const shop = init(makeRepository())
    json(shop, 'new', 'csv-export')
    json(shop, 'new', 'late-orders')
    git(shop, 'switch', '--quiet', '--create', 'other')
    return shop
  }

  test('is never guessed, and a reminder lists them', () => {
    const shop = two()
    const asked = json(shop, 'accio')
    expect(asked).toMatchObject({ code: 'which-work', details: ['csv-export', 'late-orders'] })
    expect(asked.fix).toBe('spell lumos --work csv-export')
    expect(spellIn(shop, 'accio').exitCode).toBe(2)
    for (const command of [
      ['prove'],
      ['undo'],
      ['history'],
      ['prove', '--list'],
      ['new'],
      ['reparo', '--list'],
      ['doctor', '--set', 'GATHER_EDITING'],
    ])
      expect(json(shop, ...command).code).toBe('which-work')
    const reminder = spellIn(shop, 'lumos', '--brief')
    expect(reminder).toMatchObject({ exitCode: 0, stderr: '' })
    expect(reminder.stdout).toContain('csv-export, late-orders')
    expect(json(shop, 'lumos', '--work', 'csv')).toMatchObject({
      code: 'unknown-work',
      fix: 'spell lumos --work csv-export',
    })
  })

  test('is said by the variable, by `use` on its branch, and by the name of the branch', () => {
    const shop = two()
    const env = { SPELL_WORK: 'late-orders' }
    expect(JSON.parse(spellHere(shop.path, ['lumos', '--json'], { env }).stdout).work).toBe('late-orders')
    expect(json(shop, 'work', 'use', 'csv-export')).toMatchObject({ ok: true, work: 'csv-export' })
    expect(json(shop, 'lumos').work).toBe('csv-export')
    git(shop, 'switch', '--quiet', '--create', 'fix/late-orders')
    expect(json(shop, 'lumos').work).toBe('late-orders')
    git(shop, 'switch', '--quiet', 'other')
    expect(json(shop, 'lumos').work).toBe('csv-export')
    commitAll(shop, 'both')
    git(shop, 'switch', '--quiet', '--detach')
    expect(json(shop, 'lumos').code).toBe('which-work')
  })

  test('is asked of plans and sessions in the same way', () => {
    const shop = init(makeRepository())
    for (const title of ['Orders', 'Invoices']) json(shop, 'discovery', 'start', title)
    expect(json(shop, 'discovery', 'status').task).toBe('invoices')
    git(shop, 'switch', '--quiet', '--create', 'other')
    expect(json(shop, 'discovery', 'status')).toMatchObject({ code: 'which-work', details: ['invoices', 'orders'] })
    expect(json(shop, 'discovery', 'status', '--work', 'orders').task).toBe('orders')
    expect(json(shop, 'discovery', 'status', '--task', 'orders').task).toBe('orders')
  })
})

describe('what is met first', () => {
  const two = (shop: Folder) => {
    for (const name of ['csv-export', 'late-orders']) json(shop, 'new', name)
    commitAll(shop, 'two')
    return shop
  }

  test('in a fresh clone, what was in use elsewhere decides nothing', () => {
    const shop = two(init(makeRepository()))
    expect(json(shop, 'lumos').work).toBe('late-orders')
    const path = join(makeFolder().path, 'clone')
    git(shop, 'clone', '--quiet', shop.path, path)
    expect(json({ path }, 'lumos')).toMatchObject({ code: 'which-work', details: ['csv-export', 'late-orders'] })
    git({ path }, 'switch', '--quiet', '--create', 'feat/csv-export')
    expect(json({ path }, 'lumos').work).toBe('csv-export')
  })

  test('over MCP, a branch that is switched meanwhile; and a question is an answer with the names', async () => {
    const shop = two(init(makeRepository()))
    git(shop, 'switch', '--quiet', '--create', 'feat/csv-export')
    const { call } = await connect(shop.path)
    expect(textOf(await call('lumos'))).toContain('`csv-export`')
    git(shop, 'switch', '--quiet', '--create', 'fix/late-orders')
    expect(textOf(await call('lumos'))).toContain('`late-orders`')
    git(shop, 'switch', '--quiet', '--create', 'other')
    const asked = await call('lumos')
    expect(asked).toMatchObject({ isError: true, structuredContent: { details: ['csv-export', 'late-orders'] } })
    expect(textOf(await call('lumos', { work: 'csv-export' }))).toContain('`csv-export`')
  })
})
