import { roundText } from '../../../src/workflows/hope/files'
import { handover, hasLeft } from '../../../src/workflows/hope/handover'
import type { Session } from '../../../src/workflows/hope/session'
import { makeFolder } from '../../support/folder'
import { hoped, hopingAt, known, savedHope, task } from '../../support/hope-session'

const criteria = [
  { id: 'C1', text: 'a header | row', verify: 'npm test -- header', covers: [1] },
  { id: 'C2', text: 'it reads well', verify: 'the developer looks' },
]
const shape = { ...known.shape, criteria, mustNot: ['change an order'] }
const session: Session = {
  ...known,
  main: 'loop.review_feedback',
  shape,
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
