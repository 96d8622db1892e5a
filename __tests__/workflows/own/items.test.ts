import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reduce } from '../../../src/engine/reduce'
import type { WorkflowFile } from '../../../src/workflows/own/format'
import { type Held, itemsText, listStateOf } from '../../../src/workflows/own/items'
import { foundIn, takenIn } from '../../../src/workflows/own/memory'
import { mistakesIn } from '../../../src/workflows/own/mistakes'
import { readWorkflow } from '../../../src/workflows/own/read-workflow'
import { itemsIn } from '../../../src/workflows/own/stored-items'
import type { Found } from '../../../src/workflows/own/taken'
import { ownWorkflow } from '../../../src/workflows/own/workflow'
import { repository } from '../../support/source-files'

// Items: the example of the docs, whose plan has a list of them, which is built in waves.

const text = readFileSync(join(repository, 'docs/workflows/rebuild.yaml'), 'utf8')

function rebuild(changed = text): WorkflowFile {
  const { file, faults } = readWorkflow(changed)
  if (!file) throw new Error(faults[0]?.message)
  return file
}

const faultsOf = (changed: string) =>
  readWorkflow(changed).faults.map(({ line, column, message, way }) => `${line}:${column} ${message}: ${way}`)

test('the example is proven', () => {
  expect(faultsOf(text)).toEqual([])
})

describe('each mistake in what a file says of items is found, with its place', () => {
  // biome-ignore format: a case is a line
  test.each<[what: string, part: string, other: string, fault: string]>([
    ['a report that is none', '{ items: done }, failed', '{ items: don }, failed', '14:22 "don" is not known; did you mean "done"?'],
    ['a standing that is none', 'items: wave done', 'items: wave', '34:54 "wave" is not known'],
    ['a misspelt kind', 'tasks!: items', 'tasks!: item', '20:32 "item" is not known; did you mean "items"?'],
    ['a report where there is no list', 'tasks!: items', 'tasks!: texts', '14:5 no artifact has items: `fields: { tasks!: items }`'],
    ['a condition where there is no list', 'tasks!: items', 'tasks!: texts', '34:46 no artifact has items'],
    ['a second list', 'tasks!: items', 'tasks!: items, more: items', '20:47 a workflow has one list of items, tasks of plan'],
    ['a word that hands in and reports', 'settled: { settles: [F], in: plan }', 'done: { items: done }, settled: { settles: [F], in: plan }', '7:5 submit hands in the items, so it reports none'],
    ['items that can only fail', 'done: { items: done }, failed', 'failed', '26:3 from building no goal can be reached: submit, approve'],
    ['items that nobody reports', 'takes: { done: { items: done }, failed: { items: failed } }', 'takes: { why: text }', '26:3 from building no goal can be reached: submit, approve'],
  ])('%s', (_, part, other, fault) => {
    const changed = text.replace(part, other)
    expect(changed).not.toBe(text)
    expect(faultsOf(changed)).toContainEqual(expect.stringContaining(fault))
  })
})

test('waves end by themselves; a list that the agent hands in again and again does not', () => {
  const alone = text.replace(/(from: looking,\s+word: next,\s+)by: developer, /g, '$1')
  expect(faultsOf(alone)).toEqual([])
  const again = text.replace('  - { id: R6', '  - { id: RX, from: building, word: submit, to: same }\n  - { id: R6')
  expect(faultsOf(again)).toEqual([expect.stringContaining('36:5 RX goes round without a word of the developer')])
  const failing = alone.replace(
    'R5, from: building, word: report,  to: same',
    'R5, from: building, word: report, to: looking',
  )
  expect(faultsOf(failing)).toEqual([expect.stringContaining('goes round without a word of the developer')])
})

const plan = (...tasks: string[]) => ({ document: `Summary: a new store\n\n## Tasks\n\n${tasks.join('\n')}\n` })
const api = '- api: Move the reads (files: src/api)'
const page = '- page: Show the rows (needs: api)'
const held: Held[] = [
  { id: 'api', text: 'Move the reads', needs: [], files: [], isDone: true },
  { id: 'page', text: 'Show the rows', needs: ['api'], files: [] },
  { id: 'docs', text: 'Say it in the docs', needs: ['page'], files: [] },
]

describe('what is brought is refused with each mistake, and its line', () => {
  // biome-ignore format: a case is a line
  test.each<[word: string, given: object, mistakes: string[]]>([
    ['submit', plan(api, page), []],
    ['submit', plan(page), []],
    ['submit', plan(), ['line 3, tasks: must not be empty']],
    ['submit', plan('- a: Move the reads (run: npm test)'), ['line 5, tasks[0].run: must be empty: commands stand below the criteria of a plan']],
    ['submit', plan(...Array.from({ length: 40 }, (_, at) => `- t${at}: Move the rows of ${at}`)), ['line 3, tasks: more than 40, with those that are done']],
    ['report', {}, ['--done: is missing']],
    ['report', { done: [{ id: 'page' }] }, []],
    ['report', { done: [{ id: 'docs' }, { id: 'page' }] }, []],
    ['report', { done: [{ id: 'docs' }] }, ['--done: docs waits for page']],
    ['report', { done: [{ id: 'api' }] }, ['--done: api is done already']],
    ['report', { done: [{ id: 'paeg' }] }, ['--done: there is no item “paeg”; nearest: page, api, docs']],
    ['report', { done: [{ id: 'page' }], failed: [{ id: 'page', reason: 'the port is taken' }] }, ['--failed: page is there twice']],
    ['report', { failed: [{ id: 'page' }] }, ['--failed: why is missing: "page: why"']],
    ['report', { failed: [{ id: 'page', reason: 'done' }] }, ['--failed: page: “done” says nothing; why could it not be done?']],
  ])('%s %j', (word, given, mistakes) => {
    expect(mistakesIn(rebuild(), [], { word, given: { ...given }, seen: {} }, held)).toEqual(mistakes)
  })
})

const named = (id: string, ...more: Partial<Held>[]): Held =>
  Object.assign({ id, text: id, needs: [], files: [] }, ...more)
const isDone = { isDone: true } as const

// biome-ignore format: a case is a line
test.each<[standing: string, what: string, items: Held[]]>([
  ['none', 'no list', []],
  ['open', 'nothing is begun', [named('a'), named('b')]],
  ['wave done', 'the first of two', [named('a', isDone), named('b', { needs: ['a'] })]],
  ['open', 'the second has failed', [named('a', isDone), named('b', { needs: ['a'], failed: 'the port is taken' })]],
  ['wave done', 'items that share a file are in two waves', [named('a', isDone, { files: ['src'] }), named('b', { files: ['src/b.ts'] })]],
  ['done', 'every item', [named('a', isDone), named('b', isDone)]],
])('a list is %s: %s', (standing, _, items) => {
  expect(listStateOf(items)).toBe(standing)
})

test('a list in JSON is the same, with its lines', () => {
  const task = (id: string, more: object) => ({ id, text: `Move the ${id}`, ...more })
  const document = JSON.stringify(
    { summary: 'a new store', tasks: [task('api', {}), task('page', { needs: ['apo'], run: 'npm test' })] },
    null,
    1,
  )
  const file = rebuild(text.replace('plan.md', 'plan.json'))
  expect(mistakesIn(file, [], { word: 'submit', given: { document }, seen: {} })).toEqual([
    'line 14, tasks[1].run: must be empty: commands stand below the criteria of a plan',
  ])
})

/** Takes a step with what its word brings, as a piece of work does. */
function taking(state: string, word: string, given: object, context: object) {
  const { definition, facts } = ownWorkflow(rebuild(), 'store', {})
  const payload = { brought: { word, given, seen: {} } }
  const now = facts({}, { atlassian: { hosts: [] } } as never, { definition: 'x', ...context }, payload)
  return reduce(definition, state, word, now, { ...context }, payload)
}

test('waves are built one after the other, and a list that is handed in again keeps what is done', () => {
  const first = taking('planning', 'submit', plan(api, page), {})
  expect(itemsText(itemsIn(first.context))).toBe(
    [
      '0 of 2 items are done:',
      '',
      '- wave 1, api (ready): Move the reads',
      '- wave 2, page (waits for api): Show the rows',
    ].join('\n'),
  )
  const failed = taking('building', 'report', { failed: [{ id: 'api', reason: 'the port is taken' }] }, first.context)
  expect([failed.state, itemsIn(failed.context)[0]?.failed]).toEqual(['building', 'the port is taken'])
  const wave = taking('building', 'report', { done: [{ id: 'api' }] }, failed.context)
  expect(wave).toMatchObject({ state: 'looking', row: { id: 'R4' } })
  expect(taking('looking', 'next', {}, wave.context).state).toBe('building')
  const again = taking('planning', 'submit', plan(page, '- docs: Say it in the docs'), wave.context)
  expect(itemsIn(again.context).map(({ id, isDone = false }) => [id, isDone])).toEqual([
    ['api', true],
    ['page', false],
    ['docs', false],
  ])
  const all = taking('building', 'report', { done: [{ id: 'page' }, { id: 'docs' }] }, again.context)
  expect(all.state).toBe('looking')
  expect(taking('looking', 'next', {}, all.context).state).toBe('built')
  expect(taking('building', 'report', { done: [{ id: 'page' }] }, all.context).row.kind).toBe('invalid')
})

// What words take: the example of the docs, whose words take a document, findings, a choice, a number and a text.

const designed = readFileSync(join(repository, 'docs/workflows/design.yaml'), 'utf8')

const design = () => rebuild(designed)

describe('each mistake in what words take is found, with its place and what was meant', () => {
  // biome-ignore format: a case is a line
  test.each<[what: string, part: string, other: string, fault: string]>([
    ['a misspelt artifact', 'artifact: design }', 'artifact: desing }', '7:26 "desing" is not known; did you mean "design"?'],
    ['a letter of no finding', 'raises: B', 'raises: F', '10:25 "F" is not known; did you mean "B"?'],
    ['a misspelt file that has to change', 'in: design }', 'in: desgn }', '7:71 "desgn" is not known; did you mean "design"?'],
    ['an option of every command', 'why: text', 'for: text', '13:76 "for" means something else in every command'],
    ['a kind that is none', 'why: text', 'why: txt', '13:76 "txt" is not known; did you mean "text"?'],
    ['a range without an end', 'least: 1, most: 10', 'least: 1', '13:45 "most" is missing'],
    ['a range that is none', 'least: 1, most: 10', 'least: 7, most: 7', '13:45 `most` is more than `least`'],
    ['two documents', 'settled: { settles: [B], in: design }', 'other: { artifact: design }', '7:5 a word hands in one file'],
    ['one name for two things', 'blocker: { raises: B }', 'document: { raises: B }', '10:14 "document" is something else that submit takes'],
    ['an artifact that is no file', 'artifacts:\n  design:', 'artifacts:\n  desgn:', '17:3 "desgn" is not known; did you mean "design"?'],
    ['a field that is nothing', 'risks!: texts', 'risks!: textes', '19:32 "textes" is not known; did you mean "texts"?'],
    ['what has to say something and is no field', 'says: [summary]', 'says: [sumary]', '18:12 "sumary" is not known; did you mean "summary"?'],
    ['a misspelt part of a field', 'risks!: texts', 'risks!: { is: texts, onse: true }', '19:53 "onse" is not known; did you mean "once"?'],
    ['a name that no word takes', 'taken: score', 'taken: scor', '32:70 "scor" is not known; did you mean "score"?'],
    ['a choice that is none', 'is: [high]', 'is: [hihg]', '33:73 "hihg" is not known; did you mean "high"? There is "low", "high"'],
    ['findings that are neither', 'findings: none', 'findings: some', '30:55 "some" is not known; did you mean "none"?'],
    ['a step that the numbers never reach', 'most: 10 }', 'most: 4 }', '32:5 D3 can never answer in reviewing: its condition never holds there'],
    ['findings that nobody can settle', ', settled: { settles: [B], in: design }', '', '24:3 from drafting no goal can be reached: submit, object'],
  ])('%s', (_, part, other, fault) => {
    const changed = designed.replace(part, other)
    expect(changed).not.toBe(designed)
    expect(faultsOf(changed)).toContainEqual(expect.stringContaining(fault))
  })
})

test('a word that takes something takes over nothing besides', () => {
  const changed = designed
    .replace('files: { ', 'files: { plan: plan.md, ')
    .replace('[ { show: design } ]', '[ take over ]')
  expect(faultsOf(changed)).toEqual(['30:94 submit takes something else, so it has no `--from`: '])
})

test('what is left open for ever is found, with the way to it', () => {
  const changed = designed
    .replace(' when: { findings: none },', '')
    .replace('{ taken: score, least: 5 }', '{ findings: none }')
  expect(faultsOf(changed)).toEqual(['25:3 from reviewing no goal can be reached: (submit, object) ×5, submit'])
})

describe('what a word takes is refused with each mistake, and its line', () => {
  const found: Found[] = [
    { name: 'B1', text: 'when is it emptied?', seen: { design: 'before' } },
    { name: 'B2', text: 'who owns it?', how: 'the team of the store', seen: { design: 'before' } },
  ]
  const right = 'Summary: a cache in front of the store\n\n## Risks\n\n- it is stale\n'
  // biome-ignore format: a case is a line
  test.each<[word: string, given: object, mistakes: string[]]>([
    ['submit', { document: right }, []],
    ['submit', { document: 'Summary: ok\n\nSize: huge\n' }, ['line 1, summary: “ok” says nothing; what is so?', 'risks: is missing', 'line 3, size: must be one of small, large, not "huge"']],
    ['submit', { document: right, settled: { B1: 'every hour, by a timer' } }, []],
    ['submit', { document: right, settled: { B1: 'done' } }, ['B1: “done” says nothing; what was done, or seen?']],
    ['submit', { document: right, settled: { B1: 'when is it emptied?' } }, ['B1: only repeats what it answers']],
    ['submit', { document: right, settled: { B2: 'every hour, by a timer' } }, ['B2: is not open; open: B1']],
    ['object', { blocker: ['who pays for it, and how?'] }, []],
    ['object', {}, ['--blocker: is missing']],
    ['object', { blocker: ['looks good'] }, ['--blocker: “looks good” says nothing; what should be different?']],
    ['object', { blocker: Array.from({ length: 40 }, (_, at) => `the row ${at} is wrong`) }, ['--blocker: more than 40 would be open']],
    ['approve', { risk: 'high', score: '7', why: 'it is stale' }, []],
    ['approve', { risk: 'hihg', score: '11' }, ['--risk: must be one of low, high, not "hihg"', '--score: must be a whole number from 1 to 10', '--why: is missing']],
  ])('%s %j', (word, given, mistakes) => {
    expect(mistakesIn(design(), found, { word, given: { ...given }, seen: { design: 'now' } })).toEqual(mistakes)
  })

  test('a finding is not settled by a text that says what it said before', () => {
    const settled = { B1: 'every hour, by a timer' }
    expect(
      mistakesIn(design(), found, { word: 'submit', given: { document: right, settled }, seen: { design: 'before' } }),
    ).toEqual(['B1: design.md says what it said when this was found'])
  })
})

/** Takes a step with what its word brings, as a piece of work does. */
function taken(state: string, word: string, given: object, context: object) {
  const { definition, facts } = ownWorkflow(design(), 'cache', {})
  const payload = { brought: { word, given, seen: { design: 'now' } } }
  const settings = { atlassian: { hosts: [] } } as never
  const now = facts(
    { '.ai/work/cache/rollback.md': 'Switch it off.\n' },
    settings,
    { definition: 'x', ...context },
    payload,
  )
  return reduce(definition, state, word, now, { ...context }, payload)
}

test('what is found has names, which are not used again, and what is found again is open under its own', () => {
  const first = taken('reviewing', 'object', { blocker: ['who owns it, and where?', 'when is it emptied?'] }, {})
  expect(foundIn(first.context).map(({ name }) => name)).toEqual(['B1', 'B2'])
  const document = 'Summary: a cache in front of the store\n\nRisks:\n- it is stale\n'
  const settled = { B1: 'the team of the store', B2: 'every hour, by a timer' }
  const back = (context: object) => ({
    ...context,
    'what was found': foundIn({ ...context }).map((one) => ({ ...one, seen: {} })),
  })
  const some = taken('drafting', 'submit', { document, settled: { B1: settled.B1 } }, back(first.context))
  expect(some.row.id).toBe('no submit in drafting')
  const all = taken('drafting', 'submit', { document, settled }, back(first.context))
  expect(all).toMatchObject({ state: 'reviewing', row: { id: 'D1' } })
  expect(foundIn(all.context).map(({ how }) => how)).toEqual([settled.B1, settled.B2])
  const again = taken('reviewing', 'object', { blocker: ['When is it emptied?', 'what does it cost?'] }, all.context)
  expect(foundIn(again.context).map(({ name, how = 'open' }) => `${name} ${how}`)).toEqual([
    `B1 ${settled.B1}`,
    'B2 open',
    'B3 open',
  ])
})

test.each([
  ['4', 'reviewing', 'no approve in reviewing'],
  ['5', 'building', 'D3'],
])('a step asks for the number that is given with its word: %s', (score, state, row) => {
  expect(taken('reviewing', 'approve', { risk: 'low', score, why: 'it is small' }, {})).toMatchObject({
    state,
    row: { id: row },
  })
})

test('a step asks for what was taken before', () => {
  const { context } = taken('reviewing', 'approve', { risk: 'high', score: '7', why: 'it is stale' }, {})
  expect(takenIn(context)).toEqual({ risk: 'high', score: '7', why: 'it is stale' })
  expect(taken('building', 'next', {}, context).row.id).toBe('D4')
  expect(taken('building', 'next', {}, { 'what was taken': { risk: 'low' } }).row.id).toBe('D5')
})
