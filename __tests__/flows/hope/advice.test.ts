import { parse } from 'valibot'
import { adviceOn as advise } from '../../../src/flows/hope/advice'
import type { Tier } from '../../../src/flows/hope/formulas'
import { type Kind, schemas } from '../../../src/flows/hope/schemas'
import { type Circumstances, knowing } from '../../support/hope-session'

const adviceOn = (kind: Kind, value: unknown, given: Circumstances = {}) =>
  advise(kind, parse(schemas[kind], value) as never, knowing(given))
const times = (count: number, text = 'x') => Array.from({ length: count }, () => text)
const limited = (count: number, limits: number) => [...times(count - limits), ...times(limits, 'must NOT fail')]

test.each<[tier: Tier, brief: object]>([
  ['trivial', { acceptance: limited(3, 1) }],
  ['standard', { acceptance: limited(5, 1), nonGoals: times(2), stop: times(2) }],
  ['standard', { acceptance: limited(7, 1), nonGoals: times(3), stop: times(3) }],
  [
    'critical',
    { acceptance: limited(7, 2), nonGoals: times(3), stop: times(3), constraints: ['x'], blastRadius: ['x'] },
  ],
  [
    'critical',
    { acceptance: limited(12, 2), nonGoals: times(5), stop: times(5), constraints: ['x'], blastRadius: ['x'] },
  ],
])('a brief of a %s task that has what is usual gets no advice: %j', (tier, brief) => {
  expect(adviceOn('brief', { objective: 'x', ...brief }, { tier })).toEqual([])
})

test.each<[tier: Tier | undefined, ...advice: string[]]>([
  [
    'trivial',
    'acceptance: 1; a trivial task has 3',
    'acceptance: 0 say what must NOT happen; a trivial task has at least 1',
  ],
  [
    undefined,
    'nonGoals: 0; a standard task has 2 to 3',
    'acceptance: 1; a standard task has 5 to 7',
    'stop: 0; a standard task has 2 to 3',
    'acceptance: 0 say what must NOT happen; a standard task has at least 1',
  ],
  [
    'critical',
    'nonGoals: 0; a critical task has 3 to 5',
    'acceptance: 1; a critical task has 7 to 12',
    'stop: 0; a critical task has 3 to 5',
    'acceptance: 0 say what must NOT happen; a critical task has at least 2',
    'constraints: is missing; a critical task says it',
    'blastRadius: is missing; a critical task says it',
  ],
])('a brief of a %s task with one criterion is advised', (tier, ...advice) => {
  expect(adviceOn('brief', { objective: 'x', acceptance: ['y'] }, tier && { tier })).toEqual(advice)
})

test('a bullet of more than twenty words is told', () => {
  const brief = { objective: 'x', acceptance: [...limited(2, 1), times(21).join(' ')] }
  expect(adviceOn('brief', brief, { tier: 'trivial' })).toEqual(['acceptance[2]: 21 words; 20 are enough'])
})

test('a brief with open points labels them', () => {
  const brief = (objective: string) => ({ objective, acceptance: limited(3, 1) })
  expect(adviceOn('brief', brief('x'), { tier: 'trivial', waived: true })).toEqual([
    'the brief: points that are still open are labelled [ASSUMPTION]',
  ])
  expect(adviceOn('brief', brief('x [ASSUMPTION]'), { tier: 'trivial', waived: true })).toEqual([])
})

test('a shape is advised on what it leaves open', () => {
  const shape = { criteria: [{ text: 'x' }], mustNot: ['y'] }
  expect(adviceOn('shape', shape)).toEqual([
    'mode: is missing; tool-review is taken',
    'tensions: name what pulls in two directions',
    'disposable: say whether the result is thrown away',
    'startAction: is missing',
    'mustNot: 1; a standard task has at least 2',
    'rollback: say how it is taken back and how long that takes, or that it cannot be',
    'evidence: cite what the shape rests on',
    'criteria[0]: say how it is verified',
  ])
  const whole = {
    criteria: [{ text: 'x', verify: 'npm test' }],
    mustNot: ['y'],
    mode: 'tool',
    tensions: ['a'],
    disposable: true,
    startAction: times(16).join(' '),
    evidence: ['b'],
  }
  expect(adviceOn('shape', whole, { tier: 'trivial' })).toEqual(['startAction: 16 words; 15 are enough'])
})

test('a shape is advised on each point of ACCEPTANCE that nothing in it covers', () => {
  const acceptance = ['A header row', 'A row for each order', 'must NOT lose an order', 'It opens in Excel']
  const given = { ...knowing({ tier: 'trivial' }), brief: parse(schemas.brief, { objective: 'x', acceptance }) }
  const uncovered = (criteria: object[], mustNot: string[]) =>
    advise('shape', parse(schemas.shape, { criteria, mustNot }), given).filter((advice) => /^acceptance/.test(advice))
  expect(uncovered([{ text: 'npm test passes' }], ['need a database'])).toHaveLength(4)
  expect(uncovered([{ text: 'npm test passes', covers: ['1', '4'] }], ['lose an order'])).toEqual([
    'acceptance[1]: no criterion says `(covers: 2)`: A row for each order',
  ])
  expect(uncovered([{ text: 'a  HEADER row.' }, { text: 'x', covers: ['2', '3', '4'] }], ['y'])).toEqual([])
})

test('items are advised on their number, their criteria and their words', () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `i${index}`, text: 'Do it', files: [`${index}.js`] }))
  const itemsOf = (count: number) => ({ items: items(count) })
  expect(adviceOn('items', itemsOf(5))).toEqual([])
  expect(adviceOn('items', itemsOf(21))).toEqual([])
  expect(adviceOn('items', itemsOf(22))).toEqual(['items: 22; 21 are the most that is usual'])
  expect(adviceOn('items', itemsOf(3), { disposable: true })).toEqual([])
  expect(adviceOn('items', itemsOf(4), { disposable: true })).toEqual(['items: 4; what is thrown away takes at most 3'])
  expect(adviceOn('items', itemsOf(5), { criteria: [{ id: 'C1', text: 'x' }] })).toEqual([
    'items: none serves the criterion C1',
  ])
  expect(adviceOn('items', { items: [...items(4), { id: 'z', text: 'Read and write', files: ['0.*'] }] })).toEqual([
    'items: i0 and z share files, so they go one after the other',
    'items[4].text: say one thing in one sentence without "and"',
  ])
})

test('of a verification it is told what will not pass the gate', () => {
  const results = (evidence: string, reference = 'npm test: passed') => ({
    results: [{ criterion: 'C1', pass: 'pass', evidence, reference }],
  })
  const criteria = [{ id: 'C1', text: 'x' }]
  expect(adviceOn('verification', results('observation'), { criteria })).toEqual([])
  expect(adviceOn('verification', results('assumption'), { criteria })).toEqual([
    'results[0].evidence: an assumption never passes',
  ])
  expect(adviceOn('verification', results('code-review'))).toEqual([
    'results[0].evidence: only read, so ship it with monitoring',
  ])
  expect(adviceOn('verification', results('execution-output', 'ok'))).toEqual([
    'results[0].reference: cite the command and what came of it',
  ])
})

test('a blueprint is advised on its tasks and where the roles touch', () => {
  const role = (name: string, tasks: number) => ({ name, model: 'm', focus: 'f', owns: [name], tasks: times(tasks) })
  expect(adviceOn('blueprint', { roles: [role('a', 4), role('b', 6)] })).toEqual([
    'roles[0].tasks: 4; 5 or 6 are usual',
    'coupling: name where the roles touch',
  ])
  expect(adviceOn('blueprint', { roles: [role('a', 5), role('b', 6)], coupling: ['x'] })).toEqual([])
})
