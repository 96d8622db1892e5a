import { type ArtifactForm, artifactOf, type Read, withLines } from '../../../src/workflow/artifacts/form'
import { readHeadings, sectionsIn } from '../../../src/workflow/artifacts/headings'
import { readJson } from '../../../src/workflow/artifacts/json'
import { type LabelledBlock, labelledBlocks, listOf, textOf } from '../../../src/workflow/artifacts/labelled'
import { blocksIn, readLabels } from '../../../src/workflow/artifacts/labels'
import { inMarkdown } from '../../../src/workflow/artifacts/markdown'
import { judge } from '../../../src/workflow/artifacts/rules'

/** What a review of a shop hands in. */
const form: ArtifactForm = {
  also: { verdict: 'outcome' },
  fields: {
    'summary!': { is: 'filled text', asks: 'what was seen?' },
    outcome: { heading: 'Outcome', is: ['GOOD', 'BAD'], else: 'GOOD' },
    'points!': { heading: 'Points', each: { 'id!*': 'name', 'text!': 'filled text', needs: 'names' } },
    'remarks~': { heading: 'Remarks', each: { 'place*': 'text', text: 'text' } },
  },
}
const review = artifactOf('review', form)

const told = (read: Read | { readonly mistake: string }) =>
  'mistake' in read ? [read.mistake] : withLines(judge(review, read).mistakes, read.lineOf)
const inJson = (text: string) => told(readJson(review, text))
const inLabels = (text: string) => told(readLabels(review, blocksIn(review, text).blocks))

const json = `{
  "summary": "ok",
  "verdict": "fine",
  "points": [
    { "id": "a", "text": "A cart is kept" },
    {
      "text": "The sum, { \\"right\\" }",
      "needs": ["a b"]
    }
  ]
}`
const labels = `SUMMARY: ok
OUTCOME: fine

POINTS:
- a: A cart is kept
- The sum is right
  (needs: a b)
`

test('one set of rules holds for what is read from JSON and from labels, each mistake with its line', () => {
  const mistakes = (...lines: readonly number[]) => [
    `line ${lines[0]}, summary: “ok” says nothing; what was seen?`,
    `line ${lines[1]}, outcome: must be one of GOOD, BAD, not "fine"`,
    `line ${lines[2]}, points[1].id: is missing`,
    `line ${lines[3]}, points[1].needs[0]: must be letters, digits, dots, hyphens and underscores, at most 64`,
  ]
  expect(inJson(json)).toEqual(mistakes(2, 3, 6, 8))
  expect(inLabels(labels)).toEqual(mistakes(1, 2, 6, 6))
})

test('headings have the same rules, and what is not in a text has the line of what is around it, or none', () => {
  const plan = artifactOf('plan', { differ: true, fields: { 'Steps!': 'prose', 'End!': 'prose', 'Check!': 'prose' } })
  const text = '---\nfor: me\n---\n# Plan\n\n<!-- two\nlines -->\n## Steps\n\nDone.\n\n## Check\n\n`npm test`\n'
  const [section] = sectionsIn(text).within
  const wrong = (read: Read) => withLines(judge(plan, read).mistakes, read.lineOf)
  expect(wrong(readHeadings(plan, sectionsIn(text)))).toEqual([
    'line 8, Steps: “Done.” says nothing; what is so?',
    'End: is missing',
  ])
  expect(section && wrong(readHeadings(plan, section))).toContain('line 4, End: is missing')
  const same = sectionsIn('## Steps\n\nRead the file first.\n\n## End\n\nNone.\n\n## Check\n\nRead the file first.\n')
  expect(wrong(readHeadings(plan, same))).toEqual(['line 9, Check: says what Steps says'])
})

test('what is right is kept in the order of the fields, with words as the form has them, and the rest behind', () => {
  const text = '{"more": 1, "verdict": "bad", "points": [{"text": "x", "id": "a"}], "summary": "A cart is kept"}'
  const read = readJson(review, text)
  const { value, mistakes } = 'mistake' in read ? { value: {}, mistakes: [read.mistake] } : judge(review, read)
  expect(mistakes).toEqual([])
  expect(JSON.stringify(value)).toBe(
    '{"summary":"A cart is kept","outcome":"BAD","points":[{"id":"a","text":"x"}],"more":1}',
  )
})

test('it is shown by its headings, each of a list by its name', () => {
  const points = [{ id: 'a', text: 'A cart is kept', needs: ['b'] }]
  expect(inMarkdown(review, { more_of_it: 1, points, remarks: ['Slow'] })).toBe(
    '### Points\n\n- **a**\n  - Text: A cart is kept\n  - Needs: b\n\n### Remarks\n\n- Slow\n\n### More of it\n\n1',
  )
})

const read = (text: string) => labelledBlocks(text, ['objective', 'stop', 'nonGoals'])
const texts = (block: LabelledBlock) => listOf(block).map(({ text }) => text)
const block = (text: string, name: string) => read(text).blocks.get(name) ?? [{ text: 'there is none', line: 0 }]

test.each([
  'OBJECTIVE: ship it',
  '**OBJECTIVE:** ship it',
  '**OBJECTIVE**\nship it',
  '__Objective__\n- ship it',
  '## OBJECTIVE\n\nship it',
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

test('a text of a megabyte is read', () => {
  for (const text of [
    '- '.repeat(500_000),
    'a:'.repeat(500_000),
    '\n'.repeat(1_000_000),
    'STOP:\n'.repeat(180_000),
    '`'.repeat(1_000_000),
  ])
    expect(() => read(text)).not.toThrow()
})
