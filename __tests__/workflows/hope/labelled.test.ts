import { labelledBlocks, listOf, textOf } from '../../../src/workflows/hope/labelled'

const labels = { objective: 'objective', stop: 'stop', nongoals: 'nonGoals' }
const read = (text: string) => labelledBlocks(text, labels)

test.each([
  'OBJECTIVE: ship it',
  'Objective:   ship it',
  '**OBJECTIVE:** ship it',
  '**OBJECTIVE**: ship it',
  '## OBJECTIVE\n\nship it',
  '### Objective:\nship it',
  'OBJECTIVE:\n- ship it',
  '```\nOBJECTIVE: ship\n  it\n```',
  'So, here it is.\n\nOBJECTIVE: ship it\n\nIs that right?',
])('%j has one block', (text) => {
  const { blocks, unknown } = read(text)
  expect(textOf(blocks.get('objective'))).toBe('ship it')
  expect(unknown).toEqual([])
})

test('every form of a bullet is one, and what stands below it belongs to it', () => {
  const { blocks } = read('STOP:\n- a\n* b\n+ c\n• d\n1. e\n2) f\n- [ ] g\n- [x] h\n- i\n  goes on\n- j\n  - and this')
  expect(listOf(blocks.get('stop'))).toEqual([...'abcdefgh', 'i goes on', 'j (and this)'])
})

test.each(['none', 'None.', 'n/a', '-', ''])('%j lists nothing', (said) => {
  expect(listOf(read(`NON-GOALS: ${said}`).blocks.get('nonGoals'))).toEqual([])
})

test('what is not there is undefined', () => {
  const { blocks } = read('NON-GOALS: none')
  expect([listOf(blocks.get('stop')), textOf(blocks.get('objective'))]).toEqual([undefined, undefined])
})

test('a label that comes again goes on', () => {
  expect(listOf(read('STOP:\n- a\n\nOBJECTIVE: x\n\nSTOP:\n- b').blocks.get('stop'))).toEqual(['a', 'b'])
})

test('a label that nobody knows ends the block before it, and is told; a sentence with a colon is none', () => {
  const { blocks, unknown } = read(
    'STOP:\n- a\nACCEPTENCE:\n- b\n\nNote: one thing\n## Risks\n- c\nOBJECTIVE: http://x: y',
  )
  expect(listOf(blocks.get('stop'))).toEqual(['a'])
  expect(unknown).toEqual(['ACCEPTENCE', 'Risks'])
  expect(textOf(blocks.get('objective'))).toBe('http://x: y')
})

test('names that every object has are no labels', () => {
  expect([...read('constructor: x\ntoString: y\n__proto__: z').blocks]).toEqual([])
})

test('a text of a megabyte is read in a moment', () => {
  const start = Date.now()
  for (const text of [
    '- '.repeat(500_000),
    'a:'.repeat(500_000),
    '\n'.repeat(1_000_000),
    'STOP:\n'.repeat(180_000),
    '`'.repeat(1_000_000),
  ])
    read(text)
  expect(Date.now() - start).toBeLessThan(5000)
})
