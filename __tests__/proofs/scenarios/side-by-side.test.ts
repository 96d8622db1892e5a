import { type Folder, makeRepository } from '../../support/folder'
import { commitAll, git } from '../../support/git'
import { connect, textOf } from '../../support/packed-mcp-client'
import { jsonHere as json } from '../../support/packed-program'
import { spellIn } from '../../support/packed-provable'

// Pieces of work with names, beside each other in one folder. Which one is meant: work/open.

const init = (folder: Folder) => {
  git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/main')
  folder.write({ '.gitignore': '.ai/.local\n', 'a.js': '' })
  commitAll(folder, 'begin')
  return folder
}

describe('a named piece of work', () => {
  test('is archived under its name, and comes back', () => {
    const shop = init(makeRepository())
    json(shop, 'new', 'csv-export')
    const { archive } = json(shop, 'new', '--yes')
    expect(archive).toMatch(/^\.ai\/archive\/csv-export-[-\d]+-[0-9a-f]{8}$/)
    expect(Object.keys(shop.contents()).filter((path) => path.startsWith('.ai/work/'))).toEqual([])
    expect(json(shop, 'undo')).toMatchObject({ ok: true, work: 'csv-export', to: 'GATHER_EDITING_CONTEXT' })
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
    expect(json(shop, 'lumos', '--work', 'task').to).toBe('GATHER_EDITING_CONTEXT')
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

function two(): Folder {
  const shop = init(makeRepository())
  json(shop, 'new', 'csv-export')
  json(shop, 'new', 'late-orders')
  git(shop, 'switch', '--quiet', '--create', 'other')
  return shop
}

test('of several none is guessed, and a reminder lists them', () => {
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

test('over MCP, a branch that is switched meanwhile; and a question is an answer with the names', async () => {
  const shop = two()
  git(shop, 'switch', '--quiet', '--create', 'feat/csv-export')
  const { call } = await connect(shop.path)
  expect(textOf(await call('lumos'))).toContain('`csv-export`')
  git(shop, 'switch', '--quiet', '--create', 'fix/late-orders')
  expect(textOf(await call('lumos'))).toContain('`late-orders`')
  git(shop, 'switch', '--quiet', 'other')
  const asked = await call('lumos')
  expect(asked).toMatchObject({ isError: true, structuredContent: { details: ['csv-export', 'late-orders'] } })
  expect(textOf(await call('lumos', { work: 'csv-export' }))).toContain('`csv-export`')
})
