import { cast } from '../../src/cast/cast'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { makeRepository } from '../support/folder'
import { reached, worldOf } from '../support/row-worlds'
import { inSession, say } from '../support/words'

test('under a grant no answer asks to go on and to wait', async () => {
  const told = []
  for (const world of reached.filter(({ row: { on } }) => ['accio', 'lumos'].includes(on))) {
    const folder = makeRepository(worldOf(world))
    const ctx = inSession(folder)
    await say(ctx, { words: { accio: 1 }, untilComplete: true })
    const { ai } = await cast(workIn(folder.path, engineer), world.row.on, ctx)
    if (!ai.includes('run `spell accio` yourself')) continue
    told.push(world.row.id)
    expect([world.row.id, ai.match(/\bwait\b.*|, then stop\.$|on the developer's word, complete/gim)]).toEqual([
      world.row.id,
      null,
    ])
  }
  expect(told).toEqual(expect.arrayContaining(['A1', 'A2', 'G2', 'GC1', 'P2', 'L2', 'L3', 'L4', 'L10', 'L23']))
})
