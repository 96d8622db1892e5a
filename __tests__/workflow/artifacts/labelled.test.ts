import { type Block, labelledBlocks, listOf, textOf } from '../../../src/workflow/artifacts/labelled'

const read = (text: string) => labelledBlocks(text, ['objective', 'stop', 'nonGoals'])
const texts = (block: Block) => listOf(block).map(({ text }) => text)
const block = (text: string, name: string) => read(text).blocks.get(name) ?? [{ text: 'there is none', line: 0 }]

test.each([
  'OBJECTIVE: ship it',
  'Objective:   ship it',
  '**OBJECTIVE:** ship it',
  '**OBJECTIVE**: ship it',
  '**OBJECTIVE**\nship it',
  '__Objective__\n- ship it',
  '## OBJECTIVE\n\nship it',
  '### Objective:\nship it',
  'OBJECTIVE:\n- ship it',
  '```\nOBJECTIVE: ship\n  it\n```',
  'So, here it is.\n\nOBJECTIVE: ship it\n\nIs that right?',
])('%j has one block', (text) => {
  expect(textOf(block(text, 'objective'))).toBe('ship it')
  expect(read(text).unknown).toEqual([])
})

test('every form of a bullet is one, and what stands below it belongs to it', () => {
  const stop = block(
    'STOP:\n- a\n* b\n+ c\n• d\n1. e\n2) f\n- [ ] g\n- [x] h\n- i\n  goes on\n- j\n  - and\n    this',
    'stop',
  )
  expect(texts(stop)).toEqual([...'abcdefgh', 'i goes on', 'j (and) this'])
})

test.each(['none', 'None.', 'n/a', '-', ''])('%j lists nothing', (said) => {
  expect(texts(block(`NON-GOALS: ${said}`, 'nonGoals'))).toEqual([])
})

test('a label that comes again goes on', () => {
  expect(texts(block('STOP:\n- a\n\nOBJECTIVE: x\n\nSTOP:\n- b', 'stop'))).toEqual(['a', 'b'])
})

test('an unknown label ends the block before it, and is told; a sentence with a colon is none', () => {
  const text = 'STOP:\n- a\nACCEPTENCE:\n- b\n\nNote: one thing\n## Risks\n- c\nOBJECTIVE: http://x: y'
  expect(texts(block(text, 'stop'))).toEqual(['a'])
  expect(read(text).unknown).toEqual([
    { text: 'ACCEPTENCE', line: 3 },
    { text: 'Risks', line: 7 },
  ])
  expect(textOf(block(text, 'objective'))).toBe('http://x: y')
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
