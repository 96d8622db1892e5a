import { itemsIn } from '../../../src/workflows/collab/design'
import { inferType } from '../../../src/workflows/collab/infer-type'
import { everyday } from './everyday-titles'

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

test.each([
  ['Setup the linter', 'task'],
  ['Deploy a fix', 'task'],
  ['The export is BROKEN', 'bugfix'],
  ['Show an error when the upload is too large', 'code'],
  ['Crash, on every start', 'bugfix'],
  ['Import fails on empty files', 'bugfix'],
  ['Log is empty', 'unknown'],
  ['Clean the parser', 'code'],
  ['feat: a header row', 'code'],
  ['Read and print months', 'code'],
  ['ms(59999) prints 60s and should print 59s', 'bugfix'],
  ['The total shows 0 instead of 10', 'bugfix'],
  ['The list should be sortable', 'unknown'],
  ['', 'unknown'],
])('"%s" is %s', (title, type) => {
  expect(inferType(title)).toBe(type)
})

test('of sixty everyday titles at least four in five are known, and at most three in a hundred are taken for something else', () => {
  const all = Object.entries(everyday).flatMap(([type, titles]) =>
    titles.map((title) => ({ title, type, told: inferType(title) })),
  )
  const wrong = all.filter(({ type, told }) => told !== type && told !== 'unknown')
  expect(all).toHaveLength(60)
  expect(all.filter(({ type, told }) => told === type).length / all.length).toBeGreaterThanOrEqual(0.8)
  expect({ wrong, isFew: wrong.length / all.length <= 0.03 }).toMatchObject({ isFew: true })
})
