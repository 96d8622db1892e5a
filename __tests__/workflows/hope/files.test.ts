import { roundText } from '../../../src/workflows/hope/files'
import { handover, hasLeft } from '../../../src/workflows/hope/handover'
import type { Session } from '../../../src/workflows/hope/session'
import { type Folder, makeFolder } from '../../support/folder'
import {
  brief,
  hoped,
  hopedAt,
  hopingAt,
  items,
  known,
  noon,
  review,
  savedHope,
  shape,
  type Typed,
  task,
  unhoped,
  viewOf,
} from '../../support/hope-session'

/** What becomes of the texts that are handed in, of BLOCKERs wherever they are found, and of circles. */

const round = '.ai/hope/round-1'
const linesOf = (folder: Folder) =>
  folder
    .read('.ai/hope/history.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const open = { consult: { mode: 'panel', query: 'which way?' } } as const
const blocking = review(['BLOCKER', 'no zone'])

describe('each text is a separate file, as it was handed in', () => {
  const shaped = `# My shape\n\nWhy, in prose.\n\nTENSIONS:\n- speed\n${shape}`
  test.each<readonly [name: string, from: string, text: string]>([
    ['brief.md', 'intent.emit_brief', brief],
    ['shape.md', 'shape.synthesize', shaped],
  ])('%s', async (name, from, text) => {
    const folder = makeFolder(hopingAt(from, { round: 1 }))
    const { files } = await hoped(folder, { verb: 'submit', artifact: text })
    expect(files.created).toEqual([`${round}/${name}`])
    expect(folder.read(`${round}/${name}`)).toBe(text)
  })

  test('a request, with what it was taken for', async () => {
    const folder = makeFolder()
    await hoped(folder, { verb: 'start', text: 'Build a JWT login', engagement: 'Guided' })
    expect(folder.read(`${round}/request.md`)).toBe(
      `---\nat: "${noon.toISOString()}"\ntype: "Build"\n---\n\nBuild a JWT login\n`,
    )
  })

  test('what an outside view said, whole, with its question; the next step names it, and a look quotes it', async () => {
    const voices = viewOf('panel', 'Which way?', 'CSV is enough')
    const text = `${voices}\n${'So it was said. '.repeat(200)}\n\nThat is all.`
    const consult = { ...open.consult, stage: 'shape.extract' }
    const folder = makeFolder(hopingAt('shape.extract', { round: 1, consult }, { service: 'consult.panel' }))
    const { ai, developer } = await hoped(folder, { verb: 'consult done', artifact: text })
    const path = `${round}/consult-1-panel.md`
    expect(folder.read(path)).toContain(
      `consultation: "panel"\nquestion: "which way?"\nfor: "shape.extract"\n---\n\n${text}\n`,
    )
    expect(ai).toContain(path)
    expect(developer).toContain(
      '- TENSIONS: CSV is enough\n- CONSENSUS: none\n- TRADE-OFF: time for space\n- DISSENT: none',
    )
    expect((await hoped(folder, { verb: 'status' })).ai).toContain('That is all.')
  })

  test('what the developer said with an answer', async () => {
    const folder = makeFolder(hopingAt('loop.review_feedback', { round: 1 }))
    await hoped(folder, { verb: 'answer', word: 'new-work', said: 'also XLSX please' })
    expect(folder.read(`${round}/answer-new-work.md`)).toMatch(/answer: "new-work"\n---\n\nalso XLSX please\n$/)
    expect((await hoped(folder, { verb: 'status' })).ai).toContain('also XLSX please')
  })
})

describe('an earlier text makes room, and stays', () => {
  test('a new round has its own folder, and that of the round before stays as it is', async () => {
    const folder = makeFolder(hopingAt('loop.review_feedback', { round: 1 }))
    await hoped(folder, { verb: 'answer', word: 'satisfied', said: 'Well done' })
    const before = folder.contents(round)
    const { files } = await hoped(folder, { verb: 'start', text: 'Fix the login bug' })
    expect(files).toEqual({ created: ['.ai/hope/round-2/request.md'], kept: [], moved: [] })
    expect(folder.contents(round)).toEqual(before)
  })

  test('a session that was repaired without its memory begins in a folder that no round had', async () => {
    const lost = { text: undefined, engagement: undefined, round: 3 }
    const folder = makeFolder(hopingAt('user_need', lost, { soul: 'soul.check_marker' }))
    const { files } = await hoped(folder, { verb: 'start', text: 'Fix the login bug', points: 1 })
    expect(files.created).toEqual(['.ai/hope/round-3/request.md'])
  })
})

describe('a BLOCKER belongs to the session, whatever moved meanwhile', () => {
  test('a shape is not handed in while its own panel is open', async () => {
    const consult = { ...open.consult, stage: 'shape.extract' }
    const folder = makeFolder(hopingAt('shape.extract', { consult }, { service: 'consult.panel' }))
    expect(await hoped(folder, { verb: 'submit', artifact: shape })).toMatchObject({ row: 'H4.open', ok: false })
  })

  test.each(['consult', 'loop.shape_approval', 'loop.wave_execution', 'loop.review_feedback', 'completed'] as const)(
    'one from beside the work moves nothing in %s, and it is said where it belongs',
    async (from) => {
      const folder = makeFolder(hopingAt(from, { ...open, purpose: 'validate' }, { service: 'consult.panel' }))
      const { main, developer } = await hoped(folder, {
        verb: 'consult done',
        artifact: `${viewOf('panel', 'which way?')}${blocking}`,
      })
      expect([main, developer]).toEqual([from, expect.stringContaining('counts in the review that the work asks for')])
      expect(savedHope(folder).session.blockers).toEqual([])
      expect(folder.read('.ai/hope/round-1/consult-1-panel.md')).toContain('no zone')
    },
  )

  test('one of a review that leads back, or that new items do not name, goes on', async () => {
    const back = makeFolder(hopingAt('loop.expert_review'))
    const artifact = `INTENT MISMATCH: yes\nCONSENT: yes\n${review(['BLOCKER', 'no zone'])}`
    expect(await hoped(back, { verb: 'submit', artifact })).toMatchObject({ row: 'R1', main: 'intent.acknowledge' })
    expect(savedHope(back).session.blockers).toEqual([{ name: 'B1', text: 'no zone' }])

    const cut = makeFolder(hopingAt('loop.decompose', { items: [task('fix-B1', { text: 'no zone', blocker: 'B1' })] }))
    await hoped(cut, { verb: 'submit', artifact: items })
    expect(savedHope(cut).session.items.map(({ id, text }) => `${id}: ${text}`)).toContain('fix-B1: no zone')
  })

  test('a round that begins says which were left open', async () => {
    const folder = makeFolder(hopingAt('ended', { items: [task('fix-B1', { text: 'no zone', blocker: 'B1' })] }))
    await hoped(folder, { verb: 'start', text: 'Something else' })
    expect(linesOf(folder).at(-1).about.settled).toEqual(['B1: no zone'])
    expect(savedHope(folder).session.decisions).toEqual(['BLOCKER left open by the round before: B1: no zone'])
  })

  test('one that stands in what a panel says is found', async () => {
    const consult = { ...open.consult, stage: 'shape.extract' }
    const text = viewOf('panel', 'which way?')
    const told = async (artifact: string) => {
      const folder = makeFolder(hopingAt('shape.extract', { consult }, { service: 'consult.panel' }))
      const { warnings } = await hoped(folder, { verb: 'consult done', artifact })
      return [savedHope(folder).session.blockers, warnings]
    }
    expect(await told(`${text}FINDINGS:\n- BLOCKER: no zone\n- NOTE: hm\n`)).toEqual([
      [{ name: 'B1', text: 'no zone' }],
      [],
    ])
    const warning = expect.stringMatching(/^The text says BLOCKER, and none was taken from it/)
    expect(await told(`${text}\nThat is a BLOCKER to me.`)).toEqual([[], [warning]])
  })
})

test('asking again what is wanted counts no round less', async () => {
  const folder = makeFolder(hopingAt('intent.clarify', { rounds: 2, spec: { total: 2 } }))
  expect(await hoped(folder, { verb: 'intent' })).toMatchObject({ row: 'I0.here', outcome: 'stayed' })
  expect(await hoped(folder, { verb: 'score', total: 2 })).toMatchObject({ main: 'intent.emit_brief' })
})

const criteria = [
  { id: 'C1', text: 'a header | row', verify: 'npm test -- header', covers: [1] },
  { id: 'C2', text: 'it reads well', verify: 'the developer looks' },
]
const agreed = { ...known.shape, criteria, mustNot: ['change an order'] }
const session: Session = {
  ...known,
  main: 'loop.review_feedback',
  shape: agreed,
  items: [task('a', { criteria: ['C2', 'M1'], done: true, wave: 1, outcome: 'a column for each field' }), task('b')],
  shown: { C1: 'proven' },
  decisions: ['the developer approved', 'the setting Autonomous approved the shape; the developer was not asked'],
  findings: ['WARNING: slow'],
}

test('a round is one document: request, brief, decisions, evidence with its basis, and warnings', () => {
  const text = roundText(session)
  expect(text).toContain('# Orders leave as CSV')
  expect(text).toContain('> Add CSV export of orders')
  expect(text).toContain(
    '| C1 | a header \\| row | proven | its command passed on these files; by: npm test -- header |',
  )
  expect(text).toContain(
    '| C2 | it reads well | claimed | reported; a: a column for each field; by: the developer looks |',
  )
  expect(text).toContain('| M1 | must not change an order | claimed | reported; a: a column for each field |')
  expect(text).toContain('loop.review_feedback · 1 proven · 2 claimed')
  expect(text).toContain('| a | Do a | in wave 1 | a column for each field |')
  expect(text).toContain('- ACCEPTANCE 2: must NOT lose an order')
  expect(text).toContain('- WARNING: slow')
  expect(text).not.toContain('verified')
})

test('a look back has what it found, in its document and after it', async () => {
  const consult = { mode: 'panel', query: 'what went wrong?', stage: 'consult: reflect' } as const
  const folder = makeFolder(
    hopingAt('consult', { type: 'Reflect', purpose: 'reflect', round: 1, consult }, { service: 'consult.panel' }),
  )
  const artifact = `# What we found\n\n- The log was not read.\n* WARNING: it will come again\n\n${'long '.repeat(200)}`
  await hoped(folder, { verb: 'consult done', artifact })
  const { session: over } = savedHope(folder)
  expect(over).toMatchObject({ main: 'completed', outcome: 'output' })
  for (const text of [folder.read('.ai/hope/round-1/round.md'), roundText(over)])
    expect(text).toMatch(
      /## Findings\n\n- What we found\n- The log was not read\.\n- WARNING: it will come again\n- (long ){120}… \(the rest: .ai\/hope\/round-1\)/,
    )
})

test('what is left is handed over with its commands, in the form of a plan', () => {
  const { title, context, plan } = handover({ ...session, items: [task('b', { run: 'npm test -- b' })], shown: {} })
  expect(title).toBe('Orders leave as CSV')
  expect(context).toContain('From `.ai/hope/round-1/`')
  expect(plan).toContain('1. Do b')
  expect(plan).not.toContain('- [ ] Do b')
  expect(plan).toContain('- [ ] a header | row\n  - run: `npm test -- header`')
  expect(plan).toContain('- [ ] it reads well\n  - verify: the developer looks')
  expect(plan).toContain('- [ ] must NOT lose an order')
  const half = handover(session)
  expect(half.plan).not.toContain('- [ ] a header')
})

test('nothing is left if everything holds, or if nothing was to be built', () => {
  const whole = { ...session, items: [task('a', { done: true })], brief: undefined }
  expect(hasLeft(session)).toBe(true)
  expect(hasLeft(whole)).toBe(false)
  expect(hasLeft({ ...session, type: 'Reflect' })).toBe(false)
  expect(hasLeft({ ...whole, type: 'Plan', shown: {} })).toBe(true)
})

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
