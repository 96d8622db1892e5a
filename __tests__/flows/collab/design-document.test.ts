import { itemsIn } from '../../../src/flows/collab/design-document'

const under = (text: string) =>
  itemsIn(`# Orders\n\n## Work Items\n\n${text}\n\n## Later\n\n### Item 99: Not this one\n`)

test('items have a number, a title, a type and a status', () => {
  const { items, problems } = under(`### Item 1: Add CSV export
**Type:** code
**Status:** documented

### Item 2: Docker
- **Type:** Task
- **Status:** pending

### Item 7: Quotes
**Type:** bugfix

### Notes
**Type:** code`)
  expect(problems).toEqual([])
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
  expect(under(`### Item 1: One\n**Type:** ${said}`).items[0]?.type).toBe(type)
})

test('what stands in a fenced block is no item', () => {
  expect(under('```\n### Item 1: One\n```\n\n### Item 2: Two').items.map(({ number }) => number)).toEqual([2])
})

test.each([
  ['# Orders\n', 'the document: has no heading "## Work Items"'],
  ['## Work Items\n', 'the document: has no "### Item N: title" under "## Work Items"'],
  ['## Work Items\n### Item 0: None\n', 'line 2: the number of an item must be 1 to 9999, not 0'],
  ['## Work Items\n### Item 1:\n', 'line 2: item 1 has no title'],
  ['## Work Items\n### Item 1: One\n\n### Item 1: Again\n', 'line 4: there is an item 1 already'],
  [`## Work Items\n### Item 1: ${'x'.repeat(201)}\n`, 'line 2: the title of item 1 has more than 200 characters'],
])('%j: %s', (text, problem) => {
  expect(itemsIn(text).problems).toEqual([problem])
})
