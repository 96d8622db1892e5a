import { readArtifact } from '../../../src/flows/hope/artifact'
import type { Artifacts, Kind } from '../../../src/flows/hope/schemas'
import { type Circumstances, knowing } from '../../support/hope-session'

const adviceOn = (kind: Kind, text: string, given: Circumstances = {}) =>
  readArtifact(kind, text, knowing(given)).advice

test('a brief with open points labels them', () => {
  const advice = 'the brief: points that are still open are labelled [ASSUMPTION]'
  expect(adviceOn('brief', 'OBJECTIVE: x\nACCEPTANCE:\n- y', { waived: true })).toEqual([advice])
  expect(adviceOn('brief', 'OBJECTIVE: x [ASSUMPTION]\nACCEPTANCE:\n- y', { waived: true })).toEqual([])
})

test('a shape is advised on what the session would have to guess', () => {
  const shape = 'CRITERIA:\n- x\nMUST NOT:\n- y'
  const advice = 'CRITERIA 1: say how it is verified'
  expect(adviceOn('shape', shape, { tier: 'trivial' })).toEqual([advice])
  expect(adviceOn('shape', shape)).toEqual([
    'ROLLBACK: say how it is taken back and how long that takes, or that it cannot be',
    advice,
  ])
  const whole = 'CRITERIA:\n- x (verify: npm test)\nMUST NOT:\n- y\nROLLBACK: git revert'
  expect(adviceOn('shape', whole)).toEqual([])
})

test('a shape is advised on each point of ACCEPTANCE that nothing in it covers', () => {
  const points = '- A header row\n- A row for each order\n- must NOT lose an order\n- It opens in Excel'
  const brief = readArtifact('brief', `OBJECTIVE: x\nACCEPTANCE:\n${points}`).artifact as Artifacts['brief']
  const uncovered = (criteria: string, limit: string) =>
    readArtifact('shape', `CRITERIA:\n${criteria}\nMUST NOT:\n- ${limit}`, { ...knowing({}), brief }).advice.filter(
      (advice) => /^ACCEPTANCE/.test(advice),
    )
  expect(uncovered('- npm test passes', 'need a database')).toHaveLength(4)
  expect(uncovered('- npm test passes (covers: 1, 4)', 'lose an order')).toEqual([
    'ACCEPTANCE 2: no criterion says `(covers: 2)`: A row for each order',
  ])
  expect(uncovered('- a  HEADER row.\n- x (covers: 2, 3)', 'y (covers: 4) (verify: npm test)')).toEqual([])
})
