import { join } from 'node:path'
import { collab } from '../../src/workflows/collab'
import { filesOfItems } from '../support/collab-documents'
import { type Folder, madeOnce, makeRepository } from '../support/folder'
import { commitAll, git } from '../support/git'
import { spellHere } from '../support/packed-program'
import { allowAll } from '../support/packed-provable'
import { cloneOf } from '../support/team-repository'

// How work ends when all is done right: CI is green against every commit on the way, and removal by hand is not.

const done = (shop: Folder, line: string): void =>
  expect({ line, ...spellHere(shop.path, line.split(' ')) }).toMatchObject({ line, exitCode: 0 })

const rulesOf = (shop: Folder, base: string, ...args: string[]): string[] => {
  const { stdout } = spellHere(shop.path, ['check', '--base', base, '--json', ...args])
  return JSON.parse(stdout).findings.map(({ rule }: { rule: string }) => rule)
}

/** A session that has one bugfix, committed and tagged after each of its steps; it waits for what becomes of its documents. */
const madeAtItsEnd = madeOnce(async () => {
  const shop = makeRepository({ '1.js': '' })
  shop.write(filesOfItems(['Fix']))
  const steps = [
    ...['start orders', 'complete-skill collab-start'],
    ...['add Fix --type bugfix', 'complete-skill gather-session-goals', 'complete-skill collab-clear'],
    ...['complete-skill systematic-debugging', 'complete-skill collab-clear', 'complete-skill ready-to-implement'],
    ...['complete-skill collab-clear', 'task item-1 in_progress', 'prove', 'task item-1 completed'],
    ...[
      'complete-skill executing-plans',
      'complete-skill collab-clear',
      'complete-skill finishing-a-development-branch',
    ],
  ]
  for (const [index, step] of steps.entries()) {
    if (step === 'prove') await allowAll(shop, collab('orders'))
    done(shop, `collab ${step}`)
    if (index % 4 !== 0 && index !== steps.length - 1) continue
    commitAll(shop)
    git(shop, 'tag', `step-${index}`)
  }
  return shop
})
const tagsIn = (shop: Folder) => git(shop, 'tag').trim().split('\n')
async function sessionAtItsEnd(): Promise<Folder> {
  const shop = await madeAtItsEnd()
  await allowAll(shop, collab('orders'))
  return shop
}

const record = (shop: Folder): string =>
  Object.keys(shop.contents())
    .filter((path) => /^\.ai\/collab\/archive\/orders-[0-9a-f]{8}\/history\.jsonl$/.test(path))
    .join()
    .replace('/history.jsonl', '')

test.each(['archive', 'delete --yes', 'keep'])('a session that ends with `cleanup %s` is in order', async (choice) => {
  const shop = await sessionAtItsEnd()
  done(shop, `collab cleanup ${choice}`)
  // The documents in docs/ are new files.
  if (choice === 'archive') done(shop, `prove --work ${record(shop).split('/').at(-1)}`)
  commitAll(shop)
  git(shop, 'tag', 'ended')
  // Against every commit before, and its own.
  for (const base of tagsIn(shop))
    expect([base, ...rulesOf(shop, base, '--require', 'complete', '--no-overrides')]).toEqual([base])
  const clone = cloneOf(shop)
  expect(spellHere(clone.path, ['check', '--base', 'step-4']).exitCode).toBe(0)
  if (choice === 'keep') return
  // Once the next one of that name has begun, too.
  done(clone, 'collab start orders')
  expect(spellHere(clone.path, ['check', '--base', 'ended']).exitCode).toBe(0)
  // It keeps its items and tasks, and nothing else of an archive but its documents.
  const { context } = JSON.parse(shop.read(`${record(shop)}/state.json`))
  expect(context).toMatchObject({ workItems: [{ title: 'Fix' }], waves: [{ tasks: [{ id: 'item-1' }] }] })
  const kept = git(shop, 'ls-files', '.ai/collab', 'docs').trim().split('\n')
  const written = Object.keys(filesOfItems(['Fix'])).map((path) => path.replace('.ai/collab/sessions', 'docs/designs'))
  const documents = choice === 'archive' ? ['docs/designs/orders/diagrams/task-execution.mmd', ...written.sort()] : []
  expect(kept).toEqual([
    ...['history.jsonl', 'proofs.jsonl', 'state.json'].map((file) => `${record(shop)}/${file}`),
    ...documents,
  ])
})

test('a session that is not over does not end by being moved to the archive, nor by being removed', async () => {
  const shop = await sessionAtItsEnd()
  const session = join(shop.path, '.ai/collab/sessions/orders')
  shop.write({ '.ai/collab/archive/.keep': '' })
  git(shop, 'mv', session, join(shop.path, '.ai/collab/archive/orders-12345678'))
  expect(rulesOf(shop, 'step-4')).toEqual(['archived-early'])
  shop.remove('.ai/collab')
  expect(rulesOf(shop, 'step-4')).toEqual(['history-removed'])
})

test.each(['mine', 'theirs'])(
  'a session that one branch ends and another goes on with is settled: %s',
  async (side) => {
    const shop = await sessionAtItsEnd()
    const tags = tagsIn(shop)
    git(shop, 'checkout', '-qb', 'ends')
    done(shop, 'collab cleanup archive')
    commitAll(shop)
    git(shop, 'checkout', '-qb', 'goes-on', 'step-14')
    done(shop, 'collab complete-skill ready-to-implement')
    commitAll(shop)
    expect(() => git(shop, 'merge', '-q', 'ends')).toThrow()
    expect(spellHere(shop.path, ['doctor'])).toMatchObject({
      exitCode: 10,
      stdout: expect.stringContaining('in .ai/collab/archive/orders-'),
    })
    done(shop, `doctor --fix --side ${side}`)
    commitAll(shop)
    expect(spellHere(shop.path, ['doctor']).exitCode).toBe(0)
    for (const base of [...tags, 'ends', 'HEAD^1']) expect([base, ...rulesOf(shop, base)]).toEqual([base])
  },
)
