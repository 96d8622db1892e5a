import { textBlocks } from '../../src/report/text-blocks'

test.each<[string, string, ReturnType<typeof textBlocks>]>([
  [
    'lines of a paragraph belong together',
    'a\nb\n\nc',
    [
      { kind: 'text', text: 'a b' },
      { kind: 'text', text: 'c' },
    ],
  ],
  [
    'a heading ends what is before it',
    'a\n## b\nc',
    [
      { kind: 'text', text: 'a' },
      { kind: 'heading', text: 'b' },
      { kind: 'text', text: 'c' },
    ],
  ],
  [
    'items keep their second line',
    '- a\n  b\n2. c',
    [
      { kind: 'item', text: 'a b' },
      { kind: 'item', text: 'c' },
    ],
  ],
  ['a box is no text', '- [x] a', [{ kind: 'item', text: 'a' }]],
  [
    'code keeps its lines, and its headings are none',
    '```sh\n# a\n\n  b\n```\nc',
    [
      { kind: 'code', text: '# a\n\n  b' },
      { kind: 'text', text: 'c' },
    ],
  ],
  ['code that is not ended goes to the end', '~~~\na\n```\nb', [{ kind: 'code', text: 'a\n```\nb' }]],
  ['nothing has no block', ' \n\n', []],
])('%s', (_, text, expected) => {
  expect(textBlocks(text)).toEqual(expected)
})
