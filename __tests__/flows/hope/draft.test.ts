import { shapeOfRequest } from '../../../src/flows/hope/artifact'

const limit = 'change anything that the request does not name'

test.each([
  ['Fix the typo', [{ id: 'C1', text: 'Fix the typo' }], [limit]],
  [
    'Fix the typo (verify: npm test)\nIt is in README.md',
    [{ id: 'C1', text: 'Fix the typo', verify: 'npm test' }],
    [limit],
  ],
  [
    'Fix it\nDONE: a says b (verify: grep b a)\nMUST NOT: touch c',
    [{ text: 'a says b', verify: 'grep b a' }],
    ['touch c'],
  ],
  [
    'Fix it\n\n## Criteria\n- one\n- two\n',
    [
      { id: 'C1', text: 'one' },
      { id: 'C2', text: 'two' },
    ],
    [limit],
  ],
  ['(verify: npm test)', [{ id: 'C1', text: '(verify: npm test)' }], [limit]],
  [`x${'y'.repeat(7000)}`, [{ id: 'C1', text: `x${'y'.repeat(1999)}` }], [limit]],
])('%j is its own shape', (text, criteria, mustNot) => {
  expect(shapeOfRequest(text)).toMatchObject({ criteria, mustNot })
})
