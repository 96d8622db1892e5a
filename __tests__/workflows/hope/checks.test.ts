import fc from 'fast-check'
import { type Standing, standings } from '../../../src/workflow/criteria/counts'
import { turnIn } from '../../../src/workflows/hope'
import { shapeOfRequest } from '../../../src/workflows/hope/artifact'
import type { Shape } from '../../../src/workflows/hope/artifacts'
import { leftFindings } from '../../../src/workflows/hope/blockers'
import { checksOf, gate, provableIn, provableNow, stageOfWork } from '../../../src/workflows/hope/checks'
import { type Typed as AsTyped, payloadOf, saidBefore } from '../../../src/workflows/hope/payload'
import { problemsIn } from '../../../src/workflows/hope/problems'
import { typeOf, types } from '../../../src/workflows/hope/request'
import { empty, engagements, type Session } from '../../../src/workflows/hope/session'
import { makeFolder } from '../../support/folder'
import { hoped, hopingAt, known, savedHope, type Typed, task } from '../../support/hope-session'

/** What holds: a command is proven, and what the items report is only a claim. */

const shaped = (more: Partial<Shape>) => ({ ...known.shape, ...more })
const done = (id: string, ...criteria: string[]) => task(id, { done: true, criteria })

describe('what has no command', () => {
  const shape = shaped({ criteria: [{ id: 'C1', text: 'A header row' }], mustNot: ['change an order'] })
  test.each([
    ['without items', [], 'open', 'open'],
    ['with an item left', [done('a'), task('b')], 'open', 'open'],
    ['when all items are done', [done('a'), done('b')], 'claimed', 'claimed'],
    ['when those that name it are done', [done('a', 'c1'), task('b')], 'claimed', 'open'],
  ] as const)('%s', (_, items, criterion, limit) =>
    expect(gate({ ...empty, shape, items }).map(({ standing }) => standing)).toEqual([criterion, limit]),
  )
  test('says what came of the items that serve it', () => {
    const items = [{ ...done('a', 'C1'), outcome: 'the header is there' }, done('b')]
    const [judged] = gate({ ...empty, shape, items })
    expect(judged).toMatchObject({ because: 'reported; a: the header is there' })
  })
})

test('a limit has no id that a criterion has, and may have a command, too', () => {
  const checks = checksOf({ criteria: [{ id: 'm1', text: 'Mine' }], mustNot: ['a (verify: git diff --quiet)', 'b'] })
  expect(checks.map(({ id, text, hasCommand }) => [id, text, hasCommand])).toEqual([
    ['m1', 'Mine', false],
    ['M2', 'a', true],
    ['M3', 'b', false],
  ])
})

test('the command of an item is run in its wave, and claimed with all others', () => {
  const items = [task('a', { run: 'npm test' }), task('b', { run: 'npm test', dependsOn: ['a'] })]
  const idsIn = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id)
  const session = { ...empty, items }
  expect([idsIn(provableNow(session)), idsIn(provableIn(session))]).toEqual([['a'], ['a', 'b']])
})

test('what passes before there are items may not show a criterion; a limit holds then, too', () => {
  const shape = shaped({ mustNot: ['change an order (verify: git diff --quiet)'] })
  const ids = shape.criteria?.map(({ id }) => id)
  expect(stageOfWork({ main: 'intent.clarify', items: [], shape })).toEqual({ mayChange: false, early: ids })
  const begun = { main: 'loop.wave_execution', items: [task('a')], shape } as const
  expect(stageOfWork(begun)).toEqual({ mayChange: true, early: [] })
})

describe.each(['C1', 'M1', 'a'])('only a proof of its command leads on, whatever is reported: %s', (id) => {
  const mine = { text: 'x', verify: 'npm test' }
  const shape =
    id === 'C1'
      ? shaped({ criteria: [{ id, ...mine }], mustNot: ['y'] })
      : id === 'M1'
        ? shaped({ mustNot: ['x (verify: npm test)'] })
        : known.shape
  const item = task('a', id === 'a' ? { run: 'npm test' } : {})
  // No engagement does without a proof; which standing it is told with makes no difference.
  const cases = [...standings, undefined].flatMap((standing, index) =>
    engagements
      .filter((_, each) => standing === 'proven' || each === index % engagements.length)
      .map((level) => [standing, level] as const),
  )
  test.each(cases)('%s, %s', async (standing, engagement) => {
    const shown = (standing ? { [id]: standing } : {}) as Record<string, Standing>
    const isProven = standing === 'proven'
    const working = makeFolder(hopingAt('loop.wave_execution', { shape, engagement, items: [item] }))
    const report = { verb: 'wave', done: [{ id: 'a', reason: 'npm test: 42 passed' }], carry: [] } as const
    const waved = await hoped(working, { ...report, shown })
    expect(waved.rule).toBe(isProven ? 'W4' : 'V0')
    expect(waved.developer).not.toContain('verified')
    // A file was edited after the proof, or a command never ran: the end asks again.
    const before = { shape, engagement, items: [{ ...item, done: true }], shown: { [id]: 'proven' as const } }
    const feedback = makeFolder(hopingAt('loop.review_feedback', before))
    const ended = await hoped(feedback, { verb: 'answer', word: 'satisfied', shown })
    expect([ended.ok, ended.outcome, savedHope(feedback).session.outcome]).toEqual(
      isProven ? [true, 'advanced', 'satisfied'] : [false, 'blocked', undefined],
    )
    expect(ended.ai.includes(`\`spell hope prove ${id}\``)).toBe(!isProven)
    const look = await hoped(feedback, { verb: 'status', shown })
    if (!isProven) expect(look.developer).not.toMatch(/done: .*x|verified/)
  })
})

/** What was typed, and what is made of it. */

const session = { ...known, main: 'user_need' } as const
const text = 'Add CSV export'

// biome-ignore format: one example a line
test.each<[AsTyped, object]>([
  [{ verb: 'start', text, type: 'build', points: ' 2', touches: ['Auth'] }, { type: 'Build', points: 2, touches: ['auth'] }],
  [{ verb: 'start', text, engagement: ' GUIDED', maxWaves: '12', json: true }, { engagement: 'Guided', maxWaves: 12 }],
  [{ verb: 'score', total: '8' }, { total: 8 }],
  [{ verb: 'answer', word: ' Yes ' }, { word: 'yes' }],
])('%j is read as what was meant, and reads the same again', (typed, meant) => {
  const payload = payloadOf(typed)
  expect(payload).toMatchObject(meant)
  expect(payload).not.toHaveProperty('json')
  expect(payloadOf(payload as AsTyped)).toEqual(payload)
  expect(problemsIn(session, payload)).toEqual([])
})

// biome-ignore format: one fault a line
test.each<[AsTyped, ...string[]]>([
  [
    { verb: 'start', text, type: 'Buidl', touches: ['auth', 'moeny'], points: 'two', maxWaves: '1e3' },
    '--type: must be one of Build, Debug, Plan, Reflect, not "Buidl"',
    '--points: must be a whole number from 0 to 1000',
    '--touches: must be one of auth, data, money, infra, external-api, not "moeny"',
    '--max-waves: must be a whole number from 1 to 1000',
  ],
  [
    { verb: 'engage', level: `a\n${'b'.repeat(99)}` },
    `the level: must be one of Autonomous, Collaborative, Guided, not "a ${'b'.repeat(57)}…"`,
  ],
  [{ verb: 'consult', mode: 'panel', query: ' ' }, 'the question: is empty'],
  [{ verb: 'consult done', pick: ' ' }, '--pick: is empty'],
])('of %j all that is wrong is told, by its option', (typed, ...problems) => {
  expect(problemsIn(session, payloadOf(typed))).toEqual(problems)
})

// Every word of the table, in its inflections, and in any case.
test.each<[type: string, ...texts: string[]]>([
  ['Build', 'build a shop', 'We BUILT this'],
  ['Build', 'implement it'],
  ['Build', 'create it', 'Creating pages'],
  ['Build', 'add it', 'added it'],
  ['Debug', 'fix it', 'fixing'],
  ['Plan', 'plan it', 'Planning'],
  ['Plan', 'explore it', 'explored'],
  ['Reflect', 'a postmortem', 'A post-mortem'],
  ['Reflect', 'what went wrong', 'What  went\nwrong here'],
])('it is %s in %j', (type, ...texts) => {
  expect(texts.map(typeOf)).toEqual(texts.map(() => type))
})

// biome-ignore format: in one paragraph
test.each([
  'the address book', 'a prefix', 'the debugger', 'terrors', 'planet', 'a rebuild_it', 'Fixierung', 'what went well',
  '', 'äadd',
])('in %j no word says a type, so it is Build', (text) => {
  expect(typeOf(text)).toBe('Build')
})

test.each([
  ['fix the bug, then a postmortem', 'Reflect'],
  ['plan the fix of a broken build', 'Plan'],
  ['Could you fix what we planned to build?', 'Debug'],
])('where words say several types, a phrase of Reflect wins, then the first: %j is %s', (text, type) => {
  expect(typeOf(text)).toBe(type)
})

test('every text has a type, and the same in any case', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(types).toContain(typeOf(text))
      expect(typeOf(text.toUpperCase().toLowerCase())).toBe(typeOf(text.toLowerCase()))
    }),
  )
})

test('a text of a megabyte has its type', () => {
  for (const text of [
    ' '.repeat(1_000_000),
    'please '.repeat(150_000),
    'what went '.repeat(100_000),
    '-'.repeat(1_000_000),
  ])
    expect(() => typeOf(text)).not.toThrow()
})

const a = task('a', { files: ['src/csv.js'] })
const c = task('c', { files: ['docs'] })

test('what a wave has brought is kept with its items and in the history', async () => {
  const folder = makeFolder(
    hopingAt('loop.wave_execution', { round: 1, items: [a, c, task('d', { dependsOn: ['a'], files: ['lib'] })] }),
  )
  await hoped(folder, {
    verb: 'wave',
    done: [{ id: 'a', reason: 'quotes are doubled' }],
    carry: [{ id: 'c', reason: 'no time' }],
  })
  expect(savedHope(folder).session.items[0]).toMatchObject({ done: true, wave: 1, outcome: 'quotes are doubled' })
  expect(JSON.parse(folder.read('.ai/hope/history.jsonl')).about).toEqual({
    done: [{ id: 'a', reason: 'quotes are doubled' }],
    carry: [{ id: 'c', reason: 'no time' }],
  })
})

/** What an agent hands in that has done nothing, or that gives the developer words they did not say. */

const shape = {
  ...known.shape,
  criteria: [{ id: 'C1', text: 'a header row', verify: '`npm test`' }],
  mustNot: ['lose an order'],
}
const two = {
  shape,
  items: [
    task('head', { text: 'Write the header row', criteria: ['C1'] }),
    task('rows', { criteria: ['C1'] }),
    task('docs'),
  ],
}
const wave = (done: readonly string[], more: object = {}): Typed => ({
  verb: 'wave',
  done: done.map((id) => ({ id, reason: 'seen in the file' })),
  carry: two.items.filter(({ id }) => !done.includes(id)).map(({ id }) => ({ id, reason: 'later' })),
  ...more,
})
const working = (context: Partial<Session> = {}) => makeFolder(hopingAt('loop.wave_execution', { ...two, ...context }))

test('what a command shows is done only once a file has changed since the work began', async () => {
  const folder = working({ tree: 'a' })
  const shown = { C1: 'proven' } as const
  expect(await hoped(folder, wave(['head'], { tree: 'a', shown }))).toMatchObject({
    rule: 'W0',
    ai: expect.stringContaining('head: no file has changed since the work began'),
  })
  // What no command shows may change no file.
  expect(await hoped(working({ tree: 'a' }), wave(['docs'], { tree: 'a', shown }))).toMatchObject({ rule: 'W7' })
  expect(await hoped(folder, wave(['head'], { tree: 'b', shown }))).toMatchObject({ rule: 'W7' })
})

test('trivial work, too, has changed a file, and what an item names is here', async () => {
  const small: Partial<Session> = {
    short: true,
    items: [task('do')],
    shape: { ...shape, criteria: [{ id: 'C1', text: 'a header row' }] },
  }
  const said = (more: object): Typed => ({
    verb: 'wave',
    done: [{ id: 'do', reason: 'we had lunch over it' }],
    carry: [],
    ...more,
  })
  const refused = await hoped(working({ ...small, tree: 'a' }), said({ tree: 'a' }))
  expect(refused.ai).toContain('do: no file has changed since the work began')
  expect(await hoped(working({ ...small, tree: 'a' }), said({ tree: 'b' }))).toMatchObject({
    main: 'loop.review_feedback',
  })
  const named = { ...small, items: [task('do', { files: ['src/csv.js', 'docs/**'] })] }
  expect((await hoped(working(named), said({ absent: ['src/csv.js'] }))).ai).toContain('do: not here: src/csv.js')
})

test('what an agent says for the developer is called so, if it is more than the word', async () => {
  const decided = async (more: object) => {
    const folder = makeFolder(hopingAt('loop.shape_approval', { items: [] }))
    await hoped(folder, { verb: 'answer', word: 'yes', ...more } as Typed)
    return savedHope(folder).session.decisions.at(-1)
  }
  expect(await decided({ said: 'Yes, and no tests' })).toMatch(/; the agent passes on: “Yes, and no tests”$/)
  expect(await decided({ said: 'Yes, and no tests', typed: true })).toMatch(/; the developer: “Yes, and no tests”$/)
  expect(await decided({ said: 'Yes.' })).not.toContain('passes on')
})

test('what is carried over says why', async () => {
  const bare: Typed = { verb: 'wave', done: [], carry: two.items.map(({ id }) => ({ id, reason: ' ' })) }
  expect(await hoped(working(), bare)).toMatchObject({
    rule: 'W0',
    ai: expect.stringContaining('docs: say why it is carried over: --carry "docs: why"'),
  })
})

test('an item that is handed in again as it was stays done', async () => {
  const [head, ...others] = two.items
  const folder = working({ items: [{ ...task('head'), ...head, done: true, wave: 1, outcome: 'one row' }, ...others] })
  const artifact = `ITEMS:\n- head: ${head?.text} (criteria: C1)\n- rows: Write a row for each order (criteria: C1)\n`
  await hoped(folder, { verb: 'submit', artifact })
  const done = savedHope(folder).session.items.filter((item) => item.done)
  expect(done).toMatchObject([{ id: 'head', wave: 1, outcome: 'one row' }])
})

describe('a review says what it found and what it looked at', () => {
  const at = (artifact: string) =>
    hoped(makeFolder(hopingAt('loop.expert_review', { shape, items: [task('a', { done: true })] })), {
      verb: 'submit',
      artifact,
    }).catch(({ details }) => details)

  test('a BLOCKER without a text is no review without one', async () => {
    expect(await at('FINDINGS:\n- BLOCKER:\nCHECKED:\n- C1, M1: orders.js, run by hand\n')).toEqual([
      expect.stringContaining('findings[0].text: must not be empty'),
    ])
  })

  test('one that turns the work back needs the developer’s yes', () => {
    const { submit } = saidBefore
    if (typeof submit !== 'function') throw new Error('it needs none')
    expect([['R1'], ['R2'], ['R5'], ['L9']].map((rows) => submit({}, rows))).toEqual([
      'yes',
      'yes',
      undefined,
      undefined,
    ])
  })
})

test('a warning that is settled is not left', () => {
  const findings = ['WARNING: no zone', 'SUGGESTION: a shorter name']
  const warnings = [{ name: 'W1', text: 'no zone', how: 'the zone is UTC' }]
  expect(leftFindings({ findings, warnings })).toEqual(['SUGGESTION: a shorter name'])
  expect(leftFindings({ findings, warnings: [{ name: 'W1', text: 'no zone' }] })).toEqual(findings)
})

test('who is to answer is said where only the developer can', () => {
  const turnAt = (main: Session['main'], soul = 'soul.silent_audit') =>
    turnIn(`${soul} + ${main} + idle`, { ...known, main })
  expect(turnAt('loop.stall_detection')).toMatchObject({ who: 'you', does: expect.stringContaining('**unblocked**') })
  expect(turnAt('intent.acknowledge', 'soul.ask_engagement').does).toContain('**Autonomous**')
})

test('of small work a criterion counts once, however often the request says it', () => {
  expect(shapeOfRequest('Export orders\nDONE:\n- a header row\n- A header row.\n- a row each').criteria).toHaveLength(2)
})
