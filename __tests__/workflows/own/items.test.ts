import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reduce } from '../../../src/engine/reduce'
import type { WorkflowFile } from '../../../src/workflows/own/format'
import { type Held, itemsText, listStateOf } from '../../../src/workflows/own/items'
import { mistakesIn } from '../../../src/workflows/own/mistakes'
import { readWorkflow } from '../../../src/workflows/own/read-workflow'
import { itemsIn } from '../../../src/workflows/own/stored-items'
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
