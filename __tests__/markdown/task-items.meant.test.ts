import { meantBoxes, taskItems } from '../../src/markdown/task-items'

const found = (markdown: string) => meantBoxes(markdown).map(({ sign, text, ticked }) => [sign, text, ticked])

test.each([
  ['another sign', '- [~] a', '[~]'],
  ['a dash', '* [-] a', '[-]'],
  ['an arrow', '1. [>] a', '[>]'],
  ['nothing in it', '- [] a', '[]'],
  ['a space before the x', '- [ x] a', '[ x]'],
  ['a space behind it', '- [X ] a', '[X ]'],
  ['two spaces', '- [  ] a', '[  ]'],
  ['a space that does not break', '- [\u00A0] a', '[\u00A0]'],
  ['a check mark', '- [✓] a', '[✓]'],
  ['an emoji', '- [✅] a', '[✅]'],
  ['a heavy mark in colour', '- [✔️] a', '[✔️]'],
  ['a Cyrillic х', '- [х] a', '[х]'],
  ['a word for the state', '- [In progress] a', '[In progress]'],
  ['no space behind it', '- [ ]a', '[ ]'],
  ['brackets that were escaped', '- \\[ \\] a', '\\[ \\]'],
  ['a ballot box', '- ☑ a', '☑'],
  ['no space before it', '-[ ] a', '-[ ]'],
  ['no bullet', '[x] a', '[x]'],
  ['a bullet of a word processor', '• [ ] a', '• [ ]'],
  ['a number of a section', '2.2 [ ] a', '2.2 [ ]'],
  ['a heading', '### [ ] a', '### [ ]'],
  ['a cell of a table', '| [ ] a', '| [ ]'],
  ['the second line of a paragraph', 'b\n[ ] a', '[ ]'],
])('%s is meant as a box, and counts as open', (_, markdown, sign) => {
  expect(found(markdown)).toEqual([[sign, 'a', false]])
  expect(taskItems(markdown)).toEqual([])
})

test.each([
  ['a link', '- [~](a.md) b\n- [x]: a.md\n- [!][a] b'],
  ['a note', '- [1] RFC 4180\n- [^1] b\n- [a] b\n- [P] T001 b\n- [API] b'],
  ['an alert', '> [!NOTE]\n> b'],
  ['a quote', '> - [~] b'],
  ['code', '```\n- [~] b\n```\n\n    - [~] b'],
  ['a comment', '<!--\n- [~] b\n-->'],
  ['front matter', '---\n- [~] b\n---\n'],
  ['an empty box', '- [ ]\n- [~]\n- [ ] <!-- what must work? -->\n- [~] <!-- b -->'],
  ['brackets in a text', '- b [~] c\nd [ ] e'],
])('%s is not', (_, markdown) => {
  expect(meantBoxes(markdown)).toEqual([])
})

test('the items below it are its own, and it stands among the others in their order', () => {
  const plan = '- [ ] a\n  - [~] b\n    - run: `npm test`\n- [x] c\n'
  expect(meantBoxes(plan)).toMatchObject([
    { line: 1, text: 'a', items: [{ line: 2, sign: '[~]' }] },
    { line: 2, text: 'b', items: [{ line: 3, text: 'run: `npm test`' }] },
    { line: 4, text: 'c', ticked: true },
  ])
})

test('a line that begins with one is not the end of the item above; what follows is its own', () => {
  expect(found('- [x] a\n  b\n2.2 [ ] c\n  d\n- [ ] e\n')).toEqual([
    [undefined, 'a b', true],
    ['2.2 [ ]', 'c d', false],
    [undefined, 'e', false],
  ])
})
