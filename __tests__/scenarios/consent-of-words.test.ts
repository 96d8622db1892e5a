import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { allWork } from '../../src/work/open'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { commitAll, git } from '../support/git'
import { jsonHere as json } from '../support/packed-program'
import { allowAll } from '../support/packed-provable'

// Where a consent holds; of what it is: proof/consent/consent.test.ts.

const files = {
  'test.cjs': '',
  'package.json': JSON.stringify({ name: 'shop', scripts: { check: 'node test.cjs' } }),
  Makefile: 'all:\n\t@node test.cjs\n',
}
const commands = ['node test.cjs', 'npm run check', 'make all']

const plan = `# Orders\n\n${commands.map((command) => `- [ ] ${command}\n  - run: \`${command}\`\n`).join('')}`

/** What the developer would be asked about. */
function asked(shop: Pick<Folder, 'path'>): string[] {
  const listed: readonly { text: string; allowed: string | null }[] = json(shop, 'allow', '--list').commands
  expect(listed.map(({ text }) => text)).toEqual(commands)
  return listed.flatMap(({ text, allowed }) => (allowed === null ? [text] : []))
}

async function allow(shop: Pick<Folder, 'path'>): Promise<void> {
  for (const { flow } of await allWork(shop.path)) await allowAll(shop, flow)
}

test('worktrees share what is allowed; a clone and a copy ask for all, also in the same place', async () => {
  const [shop, beside] = [makeRepository(files), makeFolder()]
  json(shop, 'accio')
  shop.write({ '.ai/task/plan.md': plan })
  commitAll(shop, 'the work')
  const [linked, aside] = [{ path: join(beside.path, 'linked') }, join(beside.path, 'aside')]
  git(shop, 'worktree', 'add', '-q', '--detach', linked.path)
  await allow(linked)
  expect([asked(linked), asked(shop)]).toEqual([[], []])
  renameSync(shop.path, aside)
  const ways = [
    (to: string) => git(beside, 'clone', '-q', aside, to),
    (to: string) => cpSync(aside, to, { recursive: true, preserveTimestamps: true }),
  ]
  for (const [index, way] of ways.entries()) {
    const other = { path: join(beside.path, `other-${index}`) }
    for (const place of [other, shop]) {
      way(place.path)
      expect([asked(place), json(place, 'prove').code]).toEqual([commands, 'not-allowed'])
    }
    await allow(shop)
    expect([asked(shop), asked(other)]).toEqual([[], commands])
    rmSync(shop.path, { recursive: true })
  }
  renameSync(aside, shop.path)
  expect(asked(shop)).toEqual([])
})
