import { formOf } from '../../../src/text/markdown/form'

const same = (one: string, other: string) => expect(formOf(other)).toBe(formOf(one))
const other = (one: string, changed: string) => expect(formOf(changed)).not.toBe(formOf(one))

test.each([
  ['the indentation of nested items', '* a\n    * b\n\n      more\n', '- a\n  - b\n\n    more\n'],
  ['where lines break', 'One two\nthree four.\n', 'One two three\nfour.\n'],
  ['headings that are underlined', 'Title\n=====\ntext\n', '# Title\n\ntext\n'],
  ['rules and fences', '***\n~~~sh\na  b\n~~~\n', '---\n\n```sh\na  b\n```\n'],
  ['what stands in a quote', '> * a __b__\n> * c\n', '> - a **b**\n> - c\n'],
  ['the sign behind a number', '1) a\n2) b\n', '1. a\n2. b\n'],
  ['code in an item that has moved', '*   a\n\n    ```\n      x\n    ```\n', '- a\n\n  ```\n    x\n  ```\n'],
  ['the empty line below front matter, and line endings', '---\na: b\n---\n# A\n', '---\r\na: b\r\n---\r\n\r\n# A\r\n'],
  ['the quotes of front matter', "---\ntask_name: 't'\n---\n", '---\ntask_name: "t"\n---\n'],
  ['quotes that need not be', "---\na: 'one two'\n---\n", '---\na: one two\n---\n'],
  ['quotes in quotes', "---\na: 'it''s \"x\"'\n---\n", '---\na: "it\'s \\"x\\""\n---\n'],
  ['a list of front matter', "---\na: [b,'c']\n---\n", '---\na: [b, "c"]\n---\n'],
  ['a list over several lines', '---\na: [b,c]\n---\n', '---\na:\n  [\n    b,\n    c,\n  ]\n---\n'],
  ['the items of front matter', '---\na:\n- b\n-   c\n---\n', '---\na:\n  - b\n  - c\n---\n'],
  ['how far it is indented', '---\na:\n    b:   1\n    c: 2\n---\n', '---\na:\n  b: 1\n  c: 2\n---\n'],
  ['a text of it', '---\na: |\n    b  c\nd: e\n---\n', '---\na: |\n  b  c\nd: e\n---\n'],
  ['where a text of it breaks', '---\na: >\n  b\n  c\n---\n', '---\na: >\n  b c\n---\n'],
  ['a footnote', '[^1]: a\n    b\n[^2]: c\n', '[^1]: a b\n\n[^2]: c\n'],
  ['the quotes of what a link is called', "[a](b 'c')\n\n[d]: e 'f'\n", '[a](b "c")\n\n[d]: e "f"\n'],
  ['a bar in the code of a table', 'a | b\n--|--\n`x|y` | c\n', '| a   | b   |\n|---|---|\n| `x  |  y` | c |\n'],
  ['a star that ends a cell', '|a|b|\n|-|-|\n|c *d* *|e|\n', '| a       | b   |\n| --- | --- |\n| c _d_ * | e   |\n'],
  ['escapes', 'a \\# b 1\\. c \\[d] -\n', 'a # b 1. c [d] \\-\n'],
  ['a line that ends with a backslash', 'a\\\nb\n', 'a  \nb\n'],
  ['an address', 'see https://a.b/c_d\n', 'see <https://a.b/c_d>\n'],
])('a formatter may change %s', (_, one, formatted) => {
  same(one, formatted)
})

test.each([
  ['a word', 'It works.\n', 'It worked.\n'],
  ['a box', '- [ ] a\n', '- [x] a\n'],
  ['a number', '1. a\n2. b\n', '1. a\n3. b\n'],
  ['white space in a code span', 'see `a  b`', 'see `a b`'],
  ['white space of a command', '- [ ] a\n  - run: echo "a  b"\n', '- [ ] a\n  - run: echo "a b"\n'],
  ['an expectation', '- a\n  - expect: stdout contains  x\n', '- a\n  - expect: stdout contains x\n'],
  ['code', '```\na  b\n```\n', '```\na b\n```\n'],
  ['what stands in a quote', '> a `b  c`\n', '> a `b c`\n'],
  ['how deep a quote is', '> a\n', '> > a\n'],
  ['a cell of a table', 'a | b\n--|--\none | 2\n', 'a | b\n--|--\none | 3\n'],
  ['code that is indented', 'text\n\n    a  b\n', 'text\n\n    a b\n'],
  ['a link', '[a](x_a_b)', '[a](x*a*b)'],
  ['an address', 'https://a.b/*c*', 'https://a.b/_c_'],
  ['what an item belongs to', '- a\n  - b\n', '- a\n- b\n'],
  ['a paragraph', 'a\n\nb\n', 'a b\n'],
  ['what was text and is code', 'a\n', '```\na\n```\n'],
  ['a value of front matter', '---\na: b\n---\n', '---\na: c\n---\n'],
  ['a text of it to a number', "---\na: '1'\n---\n", '---\na: 1\n---\n'],
  ['a text of it to a word', '---\na: "no"\n---\n', '---\na: no\n---\n'],
  ['what an item of it belongs to', '---\na:\n  - b\nc:\n---\n', '---\na:\nc:\n  - b\n---\n'],
  ['its key', '---\na:\n  b: c\n---\n', '---\na:\nb: c\n---\n'],
  ['white space in a text of it', '---\na: |\n  b\n    c\n---\n', '---\na: |\n  b\n  c\n---\n'],
  ['a box that is escaped', '- \\[x] a\n', '- [x] a\n'],
  ['code that is escaped', 'a \\`b\\`\n', 'a `b`\n'],
  ['HTML that is escaped', 'a \\<b>\n', 'a <b>\n'],
  ['what a link is called', "[a](b 'c')", '[a](b "d")'],
  ['JSON', '```json\n{"a":1}\n```\n', '```json\n{ "a": 1 }\n```\n'],
  ['the language of code', '```sh\na\n```\n', '```js\na\n```\n'],
])('nobody may change %s', (_, one, changed) => {
  other(one, changed)
})

test('a hostile text takes no time', () => {
  const begun = performance.now()
  // biome-ignore format: in one paragraph
  for (const part of [
    '<', '](', '`', '*a ', '__ ', '- ', '| ', '\\*', '> ', '> - ', '[a]: ', ": '", ': "', '[{', "a: '\n", '\\',
  ])
    for (const text of [part.repeat(20_000), `---\na: ${part.repeat(20_000)}\n---\n`]) formOf(text)
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test.each(['\u00A0', '\u3000', '\uFEFF', '\u2028', ' \u00A0 '])('a line of white space, %j, is a blank one', (line) => {
  expect(formOf(`- a\n\n${line}\nb\n`)).toBe(formOf('- a\n\n\nb\n'))
  expect(formOf(`${line}\n`)).toBe('')
})
