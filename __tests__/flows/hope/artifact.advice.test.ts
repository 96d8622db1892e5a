import { readArtifact } from '../../../src/flows/hope/artifact'
import type { Artifacts, Kind } from '../../../src/flows/hope/schemas'
import { knowing } from '../../support/hope-session'

const adviceOn = (kind: Kind, text: string) => readArtifact(kind, text, knowing({})).advice

test('a shape is advised on each criterion that says no way to see it', () => {
  const advice = adviceOn('shape', 'CRITERIA:\n- x\n- y (verify: npm test)\nMUST NOT:\n- z')
  expect(advice).toEqual(['CRITERIA 1: say how it is verified'])
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
