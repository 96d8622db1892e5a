import { parse } from 'valibot'
import { adviceOn as advise } from '../../../src/flows/hope/advice'
import { type Kind, schemas } from '../../../src/flows/hope/schemas'
import { type Circumstances, knowing } from '../../support/hope-session'

const adviceOn = (kind: Kind, value: unknown, given: Circumstances = {}) =>
  advise(kind, parse(schemas[kind], value) as never, knowing(given))

test('a brief with open points labels them', () => {
  const brief = (objective: string) => ({ objective, acceptance: ['y'] })
  expect(adviceOn('brief', brief('x'), { waived: true })).toEqual([
    'the brief: points that are still open are labelled [ASSUMPTION]',
  ])
  expect(adviceOn('brief', brief('x [ASSUMPTION]'), { waived: true })).toEqual([])
})

test('a shape is advised on what the session would have to guess', () => {
  const shape = { criteria: [{ text: 'x' }], mustNot: ['y'] }
  const advice = 'CRITERIA 1: say how it is verified'
  expect(adviceOn('shape', shape, { tier: 'trivial' })).toEqual([advice])
  expect(adviceOn('shape', shape)).toEqual([
    'ROLLBACK: say how it is taken back and how long that takes, or that it cannot be',
    advice,
  ])
  const whole = { criteria: [{ text: 'x', verify: 'npm test' }], mustNot: ['y'], rollback: 'git revert' }
  expect(adviceOn('shape', whole)).toEqual([])
})

test('a shape is advised on each point of ACCEPTANCE that nothing in it covers', () => {
  const acceptance = ['A header row', 'A row for each order', 'must NOT lose an order', 'It opens in Excel']
  const given = { ...knowing({ tier: 'trivial' }), brief: parse(schemas.brief, { objective: 'x', acceptance }) }
  const uncovered = (criteria: object[], mustNot: string[]) =>
    advise('shape', parse(schemas.shape, { criteria, mustNot }), given).filter((advice) => /^ACCEPTANCE/.test(advice))
  expect(uncovered([{ text: 'npm test passes' }], ['need a database'])).toHaveLength(4)
  expect(uncovered([{ text: 'npm test passes', covers: ['1', '4'] }], ['lose an order'])).toEqual([
    'ACCEPTANCE 2: no criterion says `(covers: 2)`: A row for each order',
  ])
  expect(uncovered([{ text: 'a  HEADER row.' }, { text: 'x', covers: ['2', '3', '4'] }], ['y'])).toEqual([])
})

test('items are advised on criteria that none serves', () => {
  const items = [{ id: 'a', text: 'Do it', criteria: ['C2'] }]
  const criteria = [
    { id: 'C1', text: 'x' },
    { id: 'C2', text: 'y' },
  ]
  expect(adviceOn('items', { items }, { criteria })).toEqual(['ITEMS: none serves the criterion C1'])
})
