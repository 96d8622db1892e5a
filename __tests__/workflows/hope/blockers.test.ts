import type { Session } from '../../../src/workflows/hope/session'
import { type Folder, makeFolder } from '../../support/folder'
import {
  brief,
  hoped,
  hopedAt,
  hopingAt,
  review,
  savedHope,
  shape,
  type Typed,
  task,
  unhoped,
  viewOf,
} from '../../support/hope-session'

/** A gate looks at what is handed in: what was found has a name, and is settled by it, against a shape that changed. */

const found = (...findings: readonly (readonly [string, string])[]): Typed => ({
  verb: 'consult done',
  artifact: review(...findings),
})
const submit = (artifact: string, settled: Readonly<Record<string, string>> = {}): Typed => ({
  verb: 'submit',
  artifact,
  settled,
})
const ask = (folder: Folder, mode: 'review' | 'panel' | 'single', query: string) =>
  hoped(folder, { verb: 'consult', mode, query })
const other = `${shape}- grow without a bound\n`

/** A session whose shape was sent back with two BLOCKERs. */
async function sentBack(): Promise<Folder> {
  const folder = makeFolder(hopingAt('shape.extract', { shape: undefined, round: 1 }))
  await hoped(folder, submit(shape))
  await ask(folder, 'review', 'does it hold?')
  const back = await hoped(folder, found(['BLOCKER', 'no zone'], ['BLOCKER', 'no end'], ['WARNING', 'slow']))
  expect(back.developer).toContain('#### Findings\n\n- BLOCKER B1: no zone\n- BLOCKER B2: no end\n- WARNING W1: slow\n')
  return folder
}

test('a shape that changed is refused until each BLOCKER is settled by its name', async () => {
  const folder = await sentBack()
  const answer = await hoped(folder, submit(other, { B2: 'it ends with the last row' }))
  expect(answer).toMatchObject({ row: 'H5', ok: false })
  for (const part of [answer.ai, answer.developer]) expect(part).toContain('- B1: no zone')
  expect(answer.ai).toContain('spell hope submit shape.md --settled "B1: how"')
  await expect(hoped(folder, submit(other, { B1: 'UTC everywhere', B7: 'x' }))).rejects.toMatchObject({
    details: ['B7: is not open; open: B1, B2, W1'],
  })
})

test('the review gets a brief of the program, and the approval says what was found, how it was settled, and what changed', async () => {
  const folder = await sentBack()
  await hoped(folder, submit(other, { B1: 'UTC everywhere', B2: 'the last row' }))
  const { ai } = await ask(folder, 'review', 'is it settled?')
  for (const part of [
    'shape.md',
    '- C1: a header row',
    '- M3: must not grow without a bound',
    '- B1: no zone (settled: UTC everywhere)',
  ])
    expect(ai).toContain(part)
  expect(ai).toMatch(/none of your reasons, to fresh subagents if your host has them/)
  const nothing = found(['BLOCKER', 'none'])
  expect(await hoped(folder, nothing)).toMatchObject({ main: 'loop.spec_scoring', blockers: [] })
  const { developer } = await hoped(folder, { verb: 'score', total: 9 })
  expect(developer).toContain(
    `Found by reviews, how it was settled, and what of the shape has changed with it:

- B1: no zone (settled: UTC everywhere)
  - new: MUST NOT: grow without a bound
- B2: no end (settled: the last row)
  - new: MUST NOT: grow without a bound
`,
  )
  expect(developer).not.toContain('slow')
})

test('an order is no change of what the shape says, and of one that an older spell has settled nothing is said', async () => {
  const [first = '', second = ''] = shape.split('MUST NOT:\n')
  const turned = `${first}MUST NOT:\n${second.split('\n').filter(Boolean).reverse().join('\n')}\n`
  const folder = await sentBack()
  await hoped(folder, submit(turned, { B1: 'UTC everywhere', B2: 'the last row' }))
  const [settled] = savedHope(folder).session.blockers
  const { developer } = await hopedAt('loop.shape_approval', { blockers: settled ? [settled] : [] }, { verb: 'status' })
  expect(developer).toContain('- B1: no zone (settled: UTC everywhere)\n  - nothing of the shape has changed\n')
  const blockers = [{ name: 'B1', text: 'no zone', how: 'UTC everywhere' }]
  const old = await hopedAt('loop.shape_approval', { blockers }, { verb: 'status' })
  expect(old.developer).toMatch(/\n- B1: no zone \(settled: UTC everywhere\)\n(?! )/)
})

test('one that a review finds again is open again under its name, and a new one gets the next number', async () => {
  const folder = await sentBack()
  await hoped(folder, submit(other, { B1: 'UTC everywhere', B2: 'the last row' }))
  await ask(folder, 'review', 'is it settled?')
  await hoped(folder, found(['BLOCKER', 'No zone.'], ['BLOCKER', 'no quotes']))
  expect(savedHope(folder).session.blockers).toEqual([
    { name: 'B1', text: 'no zone' },
    { name: 'B2', text: 'no end', how: 'the last row', changed: ['new: MUST NOT: grow without a bound'] },
    { name: 'B3', text: 'no quotes' },
  ])
})

test('what the developer has sent back comes back changed, and what differs is shown', async () => {
  const folder = makeFolder(hopingAt('loop.shape_approval', { revision: 1, round: 1 }))
  await hoped(folder, { verb: 'answer', word: 'edit', said: 'It must not grow' })
  for (const typed of [submit(shape), { verb: 'score', total: 9 } as const]) {
    const { ok, developer } = await hoped(folder, typed)
    expect([ok, developer]).toEqual([
      false,
      expect.stringContaining('nothing has changed since the shape was sent back'),
    ])
  }
  await hoped(folder, submit(`${other}ROLLBACK: revert\n`))
  const { developer } = await hoped(folder, { verb: 'score', total: 9 })
  expect(developer).toContain('- new: MUST NOT: grow without a bound\n- new: ROLLBACK: revert')
  await hoped(folder, { verb: 'answer', word: 'edit' })
  await hoped(folder, submit(brief))
  expect(await hoped(folder, { verb: 'score', total: 9 })).toMatchObject({ main: 'loop.shape_approval' })
})

test('each BLOCKER of the work is an item with its name and its files, and says how it was settled', async () => {
  const folder = makeFolder(hopingAt('loop.expert_review', { items: [task('a', { done: true })], named: 2, round: 1 }))
  const given = (await hoped(folder, { verb: 'status' })).ai
  expect(given).toMatch(/Review the changed files, against .*shape\.md` and .*brief\.md`, as one who did not make it/)
  const { developer, ready } = (await hoped(
    folder,
    submit(review(['BLOCKER', 'a quote ends the field (files: src/a.js)'], ['SUGGESTION', 'a name'])),
  )) as never as Record<string, string>
  expect(developer).toContain('#### Findings\n\n- BLOCKER B3: a quote ends the field\n- SUGGESTION: a name')
  expect(ready).toEqual(['fix-B3'])
  expect((await hoped(folder, { verb: 'status' })).ai).toContain('`fix-B3`: a quote ends the field [src/a.js]')
  const wave = (reason?: string): Typed => ({ verb: 'wave', done: [{ id: 'fix-B3', reason }], carry: [] })
  expect(await hoped(folder, wave())).toMatchObject({ row: 'W0', ok: false })
  await hoped(folder, wave('quotes are doubled'))
  expect((await hoped(folder, { verb: 'status' })).ai).toContain(
    '- B3: a quote ends the field (settled: quotes are doubled)',
  )
})

test('a warning has a name, is settled by it, and only the newest review says which are open', async () => {
  const folder = makeFolder(hopingAt('loop.expert_review', { items: [task('a', { done: true })], round: 1 }))
  const first = await hoped(folder, submit(review(['BLOCKER', 'no zone'], ['WARNING', 'slow'], ['WARNING', 'loud'])))
  expect(first.developer).toContain('- BLOCKER B1: no zone\n- WARNING W1: slow\n- WARNING W2: loud\n')
  await hoped(folder, { verb: 'wave', done: [{ id: 'fix-B1', reason: 'UTC everywhere' }], carry: [] })
  const again = review(['WARNING', 'wide'])
  const { developer } = await hoped(folder, submit(again, { W1: 'an index, now' }))
  expect(developer).toContain('Warnings of the last review:\n\n- W3: wide\n\n')
  expect(savedHope(folder).session.warnings).toEqual([
    { name: 'W1', text: 'slow', how: 'an index, now' },
    { name: 'W3', text: 'wide' },
  ])
  await unhoped(folder)
  expect(savedHope(folder).session.warnings.map(({ name, how }) => [name, how])).toEqual([
    ['W1', undefined],
    ['W2', undefined],
  ])
})

test('the approval says which revision the last review saw, if it is not the one that waits', async () => {
  const shownAt = async (more: Partial<Session>) =>
    (await hopedAt('loop.shape_approval', { revision: 2, ...more }, { verb: 'status' })).developer
  const seen = makeFolder(hopingAt('consult', { revision: 1, purpose: 'validate', round: 1 }))
  await ask(seen, 'review', 'does it hold?')
  await hoped(seen, found(['WARNING', 'slow']))
  await hoped(seen, submit(other))
  const { developer } = await hoped(seen, { verb: 'score', total: 9 })
  expect(developer).toContain('No review has seen the shape as it stands.')
  expect(await shownAt({})).toMatch(/No review has seen the shape as it stands\.\n/)
  expect(await shownAt({ reviewed: 2 })).not.toContain('No review')
})

test('a review that was asked for before one is skipped says nothing of the next shape', async () => {
  const folder = makeFolder(hopingAt('shape.extract', { shape: undefined, round: 1 }))
  await hoped(folder, submit(shape))
  await ask(folder, 'review', 'does it hold?')
  const skipped: Typed[] = [
    { verb: 'answer', word: 'skip' },
    { verb: 'score', total: 2 },
    { verb: 'score', total: 9 },
  ]
  for (const typed of [...skipped, submit(brief), submit(other)])
    expect(await hoped(folder, typed)).toMatchObject({ ok: true })
  const { reviewed } = savedHope(folder).session
  expect(await hoped(folder, found())).toMatchObject({ row: 'K.said', main: 'consult' })
  expect(savedHope(folder).session.reviewed).toBe(reviewed)
})

test('a view beside the work shows its BLOCKER, which it does not hold, and one of the stage its name', async () => {
  const view = (stage?: string) =>
    hoped(
      makeFolder(
        hopingAt(
          'shape.extract',
          { round: 1, consult: { mode: 'panel', query: 'q', ...(stage && { stage }) } },
          { service: 'consult.panel' },
        ),
      ),
      { verb: 'consult done', artifact: `${viewOf('panel', 'q')}FINDINGS:\n- BLOCKER: no zone\n` },
    )
  const [beside, asked] = [await view(), await view('shape.extract')]
  expect(beside.developer).toContain('#### Findings\n\n- BLOCKER: no zone\n')
  expect(asked.developer).toContain('#### Findings\n\n- BLOCKER B1: no zone\n')
  expect(beside.developer).toContain('It moves nothing by itself')
})

test('better items replace those that are left: what is done, and what fixes a BLOCKER, stays', async () => {
  const held = [
    task('a', { done: true, criteria: ['C1'] }),
    task('b'),
    task('fix-B1', { blocker: 'B1', files: ['x.js'] }),
  ]
  const folder = makeFolder(hopingAt('loop.wave_execution', { items: held, since: 'abc', wave: 1, round: 1 }))
  const artifact = 'ITEMS:\n- rows: Write the rows (criteria: C2)\n'
  await expect(hoped(folder, submit('ITEMS:\n- rows: Write the rows'))).rejects.toMatchObject({ exitCode: 2 })
  expect(await hoped(folder, submit(artifact))).toMatchObject({ row: 'L9.again', ready: ['rows', 'fix-B1'] })
  const { items, since, wave } = savedHope(folder).session
  expect(items).toMatchObject([{ id: 'a', done: true }, { id: 'rows' }, { id: 'fix-B1', files: ['x.js'] }])
  expect([since, wave]).toEqual(['abc', 1])
  await unhoped(folder)
  expect(savedHope(folder).session.items.map(({ id }) => id)).toEqual(['a', 'b', 'fix-B1'])
})
