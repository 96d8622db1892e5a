import { itemsIn } from '../../../src/workflows/collab/design'

const under = (text: string) =>
  itemsIn(`# Orders\n\n## Work Items\n\n${text}\n\n## Later\n\n### Item 99: Not this one\n`)

test('items have a number, a title, a type and a status', () => {
  const items = under(`### Item 1: Add CSV export
**Type:** code
**Status:** documented

### Item 2: Docker
- **Type:** Task
- **Status:** pending

### Item 7: Quotes
**Type:** bugfix

### Notes
**Type:** code`)
  expect(items).toEqual([
    { number: 1, title: 'Add CSV export', type: 'code', status: 'documented' },
    { number: 2, title: 'Docker', type: 'task', status: 'pending' },
    { number: 7, title: 'Quotes', type: 'bugfix', status: 'pending' },
  ])
})

test.each([
  ['feature', 'code'],
  ['refactor', 'code'],
  ['Spike', 'code'],
  ['whatever', 'unknown'],
  ['', 'unknown'],
])('the type "%s" is read as %s', (said, type) => {
  expect(under(`### Item 1: One\n**Type:** ${said}`)[0]?.type).toBe(type)
})

test('what stands in a fenced block is no item', () => {
  expect(under('```\n### Item 1: One\n```\n\n### Item 2: Two').map(({ number }) => number)).toEqual([2])
})

test.each([
  '# Orders\n',
  '## Work Items\n',
  '## Work Items\n### Item 0: None\n',
  '## Work Items\n### Item 1:\n**Type:** code\n',
  `## Work Items\n### Item 1: ${'x'.repeat(201)}\n`,
])('%j has no item', (text) => {
  expect(itemsIn(text)).toEqual([])
})
