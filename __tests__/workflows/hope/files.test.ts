import { roundText } from '../../../src/workflows/hope/files'
import { handover, hasLeft } from '../../../src/workflows/hope/handover'
import type { Session } from '../../../src/workflows/hope/session'
import { type Folder, makeFolder } from '../../support/folder'
import {
  brief,
  hoped,
  hopingAt,
  items,
  known,
  noon,
  review,
  savedHope,
  shape,
  task,
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
