import { likelyBoxes, taskItems } from '../../../src/text/markdown/task-items'
import { readCriterion } from '../../../src/workflow/criteria/criterion'

const found = (markdown: string) => likelyBoxes(markdown).map(({ sign, text, ticked }) => [sign, text, ticked])

test.each([
  ['no space behind it', '- [ ]a', '[ ]'],
  ['no space before it', '-[ ] a', '-[ ]'],
  ['a heading', '### [ ] a', '### [ ]'],
  ['a cell of a table', '| [ ] a', '[ ]'],
  ['a cell of its own', '| a | [x] |', '[x]'],
  ['a ballot box in a table', '| ☐ | a |', '☐'],
  ['a box of HTML', '- <input type="checkbox" checked> a', '<input type="checkbox" checked>'],
  ['one with a label', '<label><input disabled type=checkbox> a</label>', '<label><input disabled type=checkbox>'],
  ['an item of HTML', '<ul>\n<li>[ ] a</li>\n</ul>', '<li>[ ]'],
  ['a colon behind it', '- [ ]: a', '[ ]:'],
  ['its end', '- a [ ]', '[ ]'],
  ['its end, ticked', '* a [x]', '[x]'],
  ['the name of an emoji', '- :white_check_mark: a', ':white_check_mark:'],
  ['a character reference', '- &#9744; a', '&#9744;'],
  ['a letter', '- [y] a', '[y]'],
  ['the line above its text', '- [ ]\n  a', '[ ]'],
  ['the line above its text, with a number', '1. [x]\na', '[x]'],
  ['the second line of a paragraph', 'b\n[ ] a', '[ ]'],
])('%s is meant as a box, and counts as open', (_, markdown, sign) => {
  expect(found(markdown)).toEqual([[sign, 'a', false]])
  expect(taskItems(markdown)).toEqual([])
})

test.each([...'\0\x07\xAD\u200C\u200D\u200E\u200F\u202B\u2060\u2066\u2800\u3164\uFE0F\uFEFF'])(
  'a sign that cannot be seen hides no box: %j',
  (sign) => {
    for (const line of [`${sign}- [x] a`, `-${sign}[x] a`, `-${sign} [x] a`, `- ${sign}[x] a`, `1. ${sign}[x] a`])
      expect([line, found(`- [x] b\n${line}`)]).toEqual([
        line,
        [
          [undefined, 'b', true],
          [expect.any(String), 'a', false],
        ],
      ])
  },
)

test('a tick with a colon is one before a text, and a link before a place', () => {
  expect(found('- [x]: a b\n- [x]: a.md')).toEqual([['[x]:', 'a b', false]])
})

test('a number of a section stays in the text behind it', () => {
  expect(found('2.2 [ ] a')).toEqual([['2.2 [ ]', '2.2 a', false]])
})

// Each sign, behind each marker, at each indentation, in each container.
// biome-ignore format: in one paragraph
const signs = [
  '[~]', '[-]', '[>]', '[]', '[ x]', '[X ]', '[  ]', '[\u00A0]', '[\u3000]', '［ ］', '［ｘ］', '【x】', '[✓]', '[✅]', '[✔️]', '[х]',
  '☐', '☑', '☒', '□', '⬜', '🔲', '\\[ \\]', '**[ ]', '~~[x]', '_[ ]', '#1 [ ]', 'AC-2: [x]', '(3) [ ]',
]
const onlyInItems = [
  '[In progress]',
  '[deferred]',
  '(x)',
  '( )',
  '()',
  '{x}',
  '✅',
  '✅\uFE0F',
  '✓',
  '✔',
  '✗',
  '❌',
  '■',
  '⬛',
]
const markers = ['- ', '* ', '+ ', '1. ', '2) ', '-\u00A0', '\u200B- ', '- \u00A0', '－ ', '• ', '１． ', '']
const containers: Readonly<Record<string, readonly [before: string, indent: string]>> = {
  'the beginning': ['', ''],
  'a list': ['- [x] b\n', ''],
  'a section': ['- [x] b\n\n## C\n\n', ''],
  'an item': ['- [x] b\n', '  '],
  'an item with a number': ['1. b\n', '   '],
  'an item of an item': ['- b\n  - [x] c\n', '    '],
  'a list after text': ['b\n', ''],
  'text that goes on, far in': ['b\n', '    '],
}

describe.each(Object.entries(containers))('in %s', (place, [before, indent]) => {
  test.each([...signs, ...onlyInItems])('%s is meant as a box', (sign) => {
    const others: string[] = []
    for (const marker of markers) {
      const isItem = /^[-*+\d]\S? /.test(marker) && !place.startsWith('text')
      // A number other than 1 goes on with the text above it.
      if (onlyInItems.includes(sign) && (!isItem || (marker === '2) ' && before !== ''))) continue
      for (const more of ['', ' ', '   ']) {
        const markdown = `${before}${indent}${more}${marker}${sign} a\n`
        const line = markdown.split('\n').length - 1
        const [box, ...rest] = likelyBoxes(markdown).filter((each) => each.line === line)
        const isOne = box?.ticked === false && box.text.endsWith('a') && box.sign?.includes(sign)
        if (!isOne || rest.length > 0) others.push(markdown)
      }
    }
    expect(others).toEqual([])
  })
})

test('emphasis around it is no part of its text, and a number is', () => {
  expect(found('- **[ ] a**\n- ~~[x] b~~\n- **[ ]** c\n- #1 [ ] d\n- **2.** [x] **e**')).toEqual([
    ['**[ ]', 'a', false],
    ['~~[x]', 'b', false],
    ['**[ ]', 'c', false],
    ['#1 [ ]', '#1 d', false],
    ['**2.** [x]', '**2.** **e**', false],
  ])
})

test.each([
  ['a link', '- [~](a.md) b\n- [x]: a.md\n- [x]: a.md "b"\n- [!][a] b'],
  ['a note', '- [1] RFC 4180\n- [^1] b\n- [a] b\n- [P] T001 b\n- [API] b'],
  ['an alert', '> [!NOTE]\n> b'],
  ['a quote', '> - [~] b'],
  ['code', '```\n- [~] b\n```\n\n    - [~] b'],
  ['a comment', '<!--\n- [~] b\n-->'],
  ['front matter', '---\n- [~] b\n---\n'],
  ['an empty box', '- [ ]\n- [~]\n- [ ] <!-- what must work? -->\n- [~] <!-- b -->'],
  ['brackets in a text', '- b [~] c\nd [ ] e'],
  ['a link in bold', '- **[x](a.md)** b\n- **[open]** b'],
  ['a table without one', '| a | ✅ | [b] |\n| --- | --- | --- |'],
  ['a tag', '- <input type="text"> b\n- <b>c</b>'],
  ['a legend', 'Legend: [x] b, [ ] c\n\n- `[ ]` d'],
  ['a function', '- () => b\n- (x, y) b\n- {} b\n- (b) c'],
  ['a sign in a text, or in a heading', '✅ b\n\n### ✅ b\n\n- b ✅\n- v2 [done] b\n- b :x: c\n\nb [ ]'],
])('%s is not', (_, markdown) => {
  expect(likelyBoxes(markdown)).toEqual([])
})

test('what stands below a box that has its text in the next line is its own', () => {
  expect(likelyBoxes('- [ ]\n  a\n  - run: `b`\n')).toMatchObject([
    { line: 1, text: 'a', items: [{ text: 'run: `b`' }] },
  ])
})

test('the items below it are its own, and it stands among the others in their order', () => {
  const plan = '- [ ] a\n  - [~] b\n    - run: `npm test`\n- [x] c\n'
  expect(likelyBoxes(plan)).toMatchObject([
    { line: 1, text: 'a', items: [{ line: 2, sign: '[~]' }] },
    { line: 2, text: 'b', items: [{ line: 3, text: 'run: `npm test`' }] },
    { line: 4, text: 'c', ticked: true },
  ])
})

test('a line that begins with one is not the end of the item above; what follows is its own', () => {
  expect(found('- [x] a\n  b\n2.2 [ ] c\n  d\n- [ ] e\n')).toEqual([
    [undefined, 'a b', true],
    ['2.2 [ ]', '2.2 c d', false],
    [undefined, 'e', false],
  ])
})

// What opens, what is in it, and what ends what it hides: nothing, or another one that is closed.
const openings = { fence: ['```', '```js', '~~~', '````md'], comment: ['<!--', '<!-- a'] }
const closed = { fence: '```sh\nx\n```', comment: '<!-- x -->' }
describe.each(Object.entries(openings).flatMap(([kind, all]) => all.map((opening) => [opening, kind] as const)))(
  'boxes below %s that nothing closes',
  (opening, kind) => {
    const closing = kind === 'comment' ? '-->' : opening.replace(/\w+$/, '')
    const hidden = (markdown: string) => likelyBoxes(markdown).map((item) => [item.text, item.hidden])
    const by = (line: number) => ({ line, kind })

    test('are found, with the line that opens it, and are open', () => {
      const plan = `- [x] a\n\n${opening}\n\n- [x] b\n  - run: \`c\`\n\n## d\n\n1. [ ] e\n`
      expect(hidden(plan)).toEqual([['a', undefined], ...['b', 'e'].map((text) => [text, by(3)])])
      expect(likelyBoxes(plan).map((item) => readCriterion(item).faults.map(({ line }) => line))).toEqual([
        [],
        [3],
        [3],
      ])
      expect(taskItems(plan)).toHaveLength(1)
      expect(hidden(plan.replace('## d', closing))).toEqual([
        ['a', undefined],
        ['e', undefined],
      ])
    })

    test('and also where another one closes it, or its item ends', () => {
      const other = closed[kind as keyof typeof closed].replace('```', closing).replace(/```$/, closing)
      const plan = `${opening}\n\n- [ ] b\n\n${other}\n\n- [ ] c\n`
      expect(hidden(plan)).toEqual([
        ['b', by(1)],
        ['c', undefined],
      ])
      expect(hidden(`- [ ] a\n  ${opening}\n  - [ ] b\n- [ ] c\n`)).toEqual([
        ['a', undefined],
        ['b', by(2)],
        ['c', undefined],
      ])
    })
  },
)

test('many that nothing closes take no longer than one, and each box is found once', () => {
  const plan = '```js\n<!--\n~~~\n- [ ] a\n'.repeat(20_000)
  expect(likelyBoxes(plan)).toHaveLength(20_000)
})
