import type { Standing } from '../../../src/workflow/criteria/counts'
import type { Shape } from '../../../src/workflows/hope/artifacts'
import { inline } from '../../../src/workflows/hope/documents'
import { specBand, types } from '../../../src/workflows/hope/request'
import { type Engagement, engagements, type Memory, main } from '../../../src/workflows/hope/session'
import { densityOf } from '../../../src/workflows/hope/values'
import { makeFolder } from '../../support/folder'
import { hoped, hopedAt, hopeTexts, hopingAt, known, review, task } from '../../support/hope-session'

/** What an answer says beside its texts. */

test('the developer is told what they can say, and the agent what it runs and, at first, the rules', async () => {
  const folder = makeFolder()
  const first = await hoped(folder, { verb: 'start', text: 'Add CSV export', engagement: 'Collaborative' })
  const then = await hoped(folder, { verb: 'score', total: 8 })
  const look = await hoped(folder, { verb: 'status' })
  for (const { developer } of [first, look]) {
    expect(developer).toMatch(/`cancel`|`spell hope cancel`/)
    expect(developer).not.toMatch(/spell hope (score|submit|wave|audit)`:|`(score|submit|wave|audit)`,/)
  }
  expect(look.ai).toContain('`spell hope submit brief.md`')
  // After the first answer, Lumos lists them.
  expect(then.developer).not.toContain('What Can Be Done Now')
  const has = ({ ai }: { readonly ai: string }) => ai.includes('### Rules')
  expect([first, then, look].map(has)).toEqual([true, false, true])
})

test('what was reported is done without being shown', async () => {
  const items = [
    task('a', { criteria: ['C1', 'M1'], done: true, outcome: 'the header is there' }),
    task('b', { done: true }),
  ]
  const { developer } = await hopedAt('loop.expert_review', { items }, { verb: 'submit', artifact: review() })
  expect(developer).toContain('Checks: 4 done, only reported.')
  expect(developer).toContain('- done: a header row (reported; a: the header is there)')
  expect(developer).toContain('- done: must not change an order (reported; a: the header is there)')
  expect(developer).not.toMatch(/verified|proven/)
  expect(developer).toContain(
    'No criterion covers these points of ACCEPTANCE:\n\n- ACCEPTANCE 2: must NOT lose an order\n',
  )
})

test('after three failed tries the review begins with what is in the way', async () => {
  const stuck = { items: [task('a', { reason: 'no access' })], stalls: 2 }
  const { ai } = await hopedAt('loop.stall_detection', stuck, { verb: 'answer', word: 'failed' })
  expect(ai).toContain(
    'Review thoroughly: find out first what is in the way of each:\n   - a: Do a (not done: no access)\n',
  )
  const usual = await hopedAt('loop.expert_review', { ...stuck, stalls: 0 }, { verb: 'status' })
  expect(usual.ai).not.toContain('Review thoroughly')
})

test('a review says what was looked at, and a refusal how', async () => {
  const { developer } = await hopedAt('loop.expert_review', {}, { verb: 'submit', artifact: review() })
  expect(developer).toContain('#### Findings\n\n- none\n\nChecked:\n\n- C1, C2, M1, M2, M3: orders.js, run by hand\n')
  const refused = hopedAt('loop.expert_review', {}, { verb: 'submit', artifact: 'FINDINGS: none' })
  const form = expect.stringContaining('"CHECKED:", and below it a line each: "- C1: what was read or run')
  await expect(refused).rejects.toMatchObject({ details: [form] })
})

test('only what would change something is offered, and a file that is asked for may be written', async () => {
  const offer = /### What Can Be Done Now\n\n.*`intent`/
  expect((await hopedAt('intent.acknowledge', {}, { verb: 'status' })).developer).not.toMatch(offer)
  expect((await hopedAt('loop.spec_scoring', {}, { verb: 'status' })).developer).toMatch(offer)
  for (const place of ['loop.spec_scoring', 'consult'] as const)
    expect((await hopedAt(place, { purpose: 'validate' }, { verb: 'status' })).ai).toMatch(/Now\n\n- a draft of/)
})

test.each(engagements)('who chooses the approach is told to both in the same way: %s', async (engagement) => {
  for (const place of ['shape.extract', 'shape.synthesize'] as const) {
    const { ai, developer } = await hopedAt(place, { engagement }, { verb: 'status' })
    expect(ai).toContain(hopeTexts.phrases[`density.shape.${engagement}`])
    expect(developer).toContain(hopeTexts.phrases[`prefer.${engagement}`])
  }
})

test('a limit is told as one, and what has a command waits for its run, whatever is reported', async () => {
  const [first, ...others] = known.shape.criteria
  const wave = { verb: 'wave', done: [{ id: 'a' }], carry: [] } as const
  const named = { ...known.shape, criteria: [{ ...first, verify: 'npm test' }, ...others] } as Shape
  const look = await hopedAt('loop.wave_execution', { items: [task('a')] }, { verb: 'status' })
  expect(look.ai).toContain('- M1: must not change an order')
  const report = (shown: Record<string, Standing>) =>
    hopedAt('loop.wave_execution', { items: [task('a')], shape: named }, { ...wave, shown })
  const refused = await report({})
  expect(refused).toMatchObject({ ok: false, rule: 'V0', to: expect.stringContaining('loop.wave_execution') })
  expect(refused.ai).toContain('`spell hope prove C1`')
  expect(refused.developer).toMatch(/\n\nYou: run `spell allow` for 1 command\.$/)
  expect(refused.ai).toContain('- C1: a header row (its command has not been run)')
  expect(await report({ C1: 'proven' })).toMatchObject({ ok: true, rule: 'W4' })
})

test('a step quotes nothing of what was read before; who looks gets all of it', async () => {
  const folder = makeFolder(hopingAt('loop.wave_execution', { items: [task('a')] }))
  const wave = { verb: 'wave', done: [], carry: [{ id: 'a' }] } as const
  expect((await hoped(folder, wave)).ai).not.toContain('### The Shape')
  expect((await hoped(folder, { verb: 'status' })).ai).toContain('### The Shape')
})

test('a refusal lists what is missing, does not add up, or is possible', async () => {
  const poor = hopedAt('shape.extract', {}, { verb: 'submit', artifact: 'CRITERIA:\n- one\n' })
  await expect(poor).rejects.toMatchObject({ details: ['mustNot: is missing'] })
  const wave = { verb: 'wave', done: [{ id: 'b' }, { id: 'x' }], carry: [{ id: 'b' }] } as const
  const report = await hopedAt('loop.wave_execution', { items: [task('a'), task('b', { dependsOn: ['a'] })] }, wave)
  expect(report.ai).toContain(
    '- b: it was not ready in this wave\n- x: there is no such item\n- a: is not named; was it done, or is it carried over?',
  )
  const { developer: said } = await hopedAt('loop.paused', {}, { verb: 'answer', word: 'yes' })
  expect(said).toContain('possible: `continue`')
})

test('how much the developer takes part is said wherever the agent acts, and never changes what is done', () => {
  const densityIn = (place: string, engagement: Engagement) =>
    hopeTexts.phrases[`density.${densityOf({ main: place, engagement })}`]
  for (const engagement of engagements) for (const place of main) expect(densityIn(place, engagement)).toBeTruthy()
  expect(densityIn('loop.stall_detection', 'Guided')).toBe('Ask the developer for the way out.')
})

test('each value that decides a phrase has one, and there is no other', () => {
  const decided: Readonly<Record<string, readonly string[]>> = {
    asks: types,
    density: [
      ...new Set(main.flatMap((place) => engagements.map((engagement) => densityOf({ main: place, engagement })))),
    ],
    band: [8, 5, 0].map(specBand),
    outcome: ['satisfied', 'output', 'cancelled', 'hard_stop'] satisfies NonNullable<Memory['outcome']>[],
    tier: ['trivial', 'standard', 'critical'],
    prefer: engagements,
  }
  // biome-ignore format: in one paragraph
  const alone = [
    'first', 'since', 'onward', 'fix', 'proveFirst', 'outside', 'briefed', 'brief', 'given', 'reviewers', 'risks', 'settled',
    'skip', 'warned', 'suggested', 'uncovered', 'unreviewed', 'assumed',
  ]
  const names = Object.entries(decided).flatMap(([kind, values]) => values.map((value) => `${kind}.${value}`))
  expect(Object.keys(hopeTexts.phrases).sort()).toEqual([...names, ...alone].sort())
})

test('what others have written stays within its line', () => {
  expect(inline('a\n# b ```c```')).toBe('a # b ``c``')
  expect(inline('abcdef', 4)).toBe('abc…')
})

test('what the developer approves is shown: the brief beside the shape, and then each item with what it serves and runs', async () => {
  const { developer } = await hopedAt('loop.shape_approval', {}, { verb: 'status' })
  const wanted = ['OBJECTIVE: Orders leave as CSV', 'ACCEPTANCE: a header row; must NOT lose an order']
  for (const line of wanted) expect(developer).toContain(`- ${line}\n`)
  expect(developer).not.toContain('NON-GOALS')
  const artifact = 'ITEMS:\n- header: Write the header (criteria: C1, C2) (files: a.js) (run: node a.js)\n'
  const submitted = await hopedAt('loop.decompose', {}, { verb: 'submit', artifact })
  expect(submitted.developer).toContain('- `header`: Write the header (for C1, C2) [a.js] (run: node a.js)\n')
  // What the agent has just submitted it knows.
  expect(submitted.ai).toContain('- header: as you submitted them')
  expect(submitted.ai).not.toContain('Write the header')
})
