import { oneLine, quote, visible } from '../../../../src/commands/review/github/quote'

test.each([
  ['a', '> a'],
  ['a\r\n\r\nb\rc', '> a\n>\n> b\n> c'],
  ['\n\na\n\n\n', '> a'],
  ['# a', '> # a'],
  ['---\na: b\n---', '> ---\n> a: b\n> ---'],
  ['```suggestion\n\ta\n```', '> ```suggestion\n> \ta\n> ```'],
  ['<!-- hidden -->', '> &lt;!-- hidden -->'],
  ['a</blockquote>b</BLOCKQUOTE>', '> a&lt;/blockquote>b&lt;/BLOCKQUOTE>'],
  ['Vec<T> <b>', '> Vec<T> <b>'],
  ['', '>'],
])('%j is quoted as %j', (text, quoted) => {
  expect(quote(text)).toBe(quoted)
})

test.each([
  ['\u001b[31mred\u0007', '␛[31mred␇'],
  ['\0\u007f', '␀␡'],
  ['a\u202Eb\u200Bc', 'a[U+202E]b[U+200B]c'],
  ['\u0085\u2028', '[U+0085][U+2028]'],
  ['\u{E0068}\u{E0069}', '[U+E0068][U+E0069]'],
  ['tab\tand\nline', 'tab\tand\nline'],
  ['👩‍💻 ü 漢', '👩‍💻 ü 漢'],
])('of %j everything is seen', (text, seen) => {
  expect(visible(text)).toBe(seen)
})

test('a name becomes one line', () => {
  expect(oneLine(' a\r\n## b\u2028c ')).toBe('a ## b c')
})
