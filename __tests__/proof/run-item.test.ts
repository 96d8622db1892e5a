import { itemsOf } from '../../src/proof/consent/current-commands'
import { runItem } from '../../src/proof/run-item'
import { readCriterion } from '../../src/workflow/criteria/criterion'
import { engineer } from '../../src/workflows/engineer'
import { makeFolder, plainEnv } from '../support/folder'

const manifest = (test: string) => ({ 'package.json': JSON.stringify({ scripts: { test } }) })
// It names the script, and is as fast as Node.
const plan = '- [ ] a\n  - run: `node -e 0 npm test`\n'

test('a script that changes after consent to it was looked up proves nothing', async () => {
  const folder = makeFolder({ ...manifest('x'), '.ai/spell.json': '{}' })
  const [item] = itemsOf(engineer, engineer.plan?.criteria(plan).map(readCriterion) ?? [], { always: [] })
  if (!item) throw new Error('there is one')
  const here = { trees: undefined, plan, proofs: undefined, beside: {} }
  const found: (readonly string[])[] = []
  await runItem(item, here, {
    work: { root: folder.path, flow: engineer },
    ran: new Map(),
    asked: [],
    env: plainEnv,
    within: '1m',
    ticks: () => 0,
    now: () => new Date(),
    look: async () => here,
    reasonAgainst: () => void folder.write(manifest('other')),
    onResult: async ({ verdict, because }) => void found.push([verdict, ...because]),
  })
  expect(found).toEqual([['changed', expect.stringContaining('what it runs changed while it ran')]])
})
