import { type Folder, makeRepository } from '../../support/folder'
import { led } from '../../support/packed-led'
import { type Run, spellHere } from '../../support/packed-program'

// What an agent and a developer have at a prompt besides a session as it should be, which docs/collab.md leads to its end.

const at = (shop: Folder, ...args: string[]): Run => spellHere(shop.path, ['collab', ...args])
const folder = '.ai/collab/sessions/orders'
const sums = '.ai/collab/sessions/sum'

test('of a folder that is no session every command says so, and names the one that starts it', () => {
  const shop = makeRepository({ [`${folder}/documents/design.md`]: '# Orders\n' })
  for (const args of [['show'], ['diagram'], ['prove']]) {
    expect(at(shop, ...args)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('fix: spell collab start orders'),
    })
  }
  expect(at(shop, 'history').stdout).toContain('spell collab start')
  // Nor is one whose start was taken back.
  at(shop, 'start', 'orders')
  at(shop, 'undo')
  expect(at(shop, 'show').exitCode).toBe(3)
  expect(at(shop, 'add', 'Add CSV export').exitCode).toBe(3)
})

test('a diagram is of what is there, also when a step was taken back', async () => {
  const { folder: shop } = await led('collab', 'worked')
  const colors = () => /style t1_item_1 fill:(#\w+)/.exec(shop.read(`${sums}/diagrams/task-execution.mmd`))?.[1]
  const begun = colors()
  at(shop, 'task', 'item-1', 'failed')
  const failed = colors()
  at(shop, 'undo')
  expect([begun, failed, colors()]).toEqual(['#fff9c4', '#ffcdd2', '#fff9c4'])
})

test('the documents never go without the word of a user, and never over what is there', async () => {
  const { folder: shop } = await led('collab', 'done', 'archived')
  expect(at(shop, 'cleanup', 'delete')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('`--yes` is for a developer who said “delete”.'),
  })
  shop.write({ 'docs/designs/sum/mine.md': 'Mine.\n' })
  expect(at(shop, 'cleanup', 'archive').exitCode).toBe(0)
  const places = Object.keys(shop.contents('docs')).map((path) => path.split('/').slice(2, 4).join('/'))
  expect([...new Set(places)]).toEqual([
    expect.stringMatching(/^sum-\d{4}-\d\d-\d\d-\d{4}\/diagrams$/),
    expect.stringMatching(/^sum-\d{4}-\d\d-\d\d-\d{4}\/documents$/),
    'sum/mine.md',
  ])
})

test('what cannot be understood is refused with the nearest, and nothing is written', () => {
  const shop = makeRepository()
  at(shop, 'start', 'orders')
  at(shop, 'add', 'Add CSV export')
  const before = shop.contents()
  // biome-ignore format: one mistake a line
  for (const [args, told] of [
    [['complete-skill'],                         'spell collab next'],
    [['complete-skill', 'rough-draft-skeletn'],  'rough-draft-skeleton'],
    [['add'],                                    'A title is needed'],
    [['add', 'x', '--type', 'bugfx'],            'there is bugfix'],
    [['classify', 'one', 'code'],                '"one" is not the number of an item'],
    [['classify', '2', 'code'],                  'item 2: there is none; there are 1'],
    [['task', 'a', 'finished'],                  'There is no status "finished"'],
    [['cleanup', 'burn'],                        'There is no choice "burn"'],
    [['start', '!!!'],                           'letters or digits'],
  ] as const) {
    const { exitCode, stdout, stderr } = at(shop, ...args)
    expect({ args, exitCode, stdout }).toEqual({ args, exitCode: 2, stdout: '' })
    expect(stderr).toContain(told)
  }
  expect(shop.contents()).toEqual(before)
})
