import { formOf } from '../../src/markdown/form'

const same = (one: string, other: string) => expect(formOf(other)).toBe(formOf(one))
const other = (one: string, changed: string) => expect(formOf(changed)).not.toBe(formOf(one))

test.each([
  ['bullets', '# A\n* one\n* two\n', '# A\n\n- one\n- two\n'],
  ['the indentation of nested items', '* a\n    * b\n\n      more\n', '- a\n  - b\n\n    more\n'],
  ['where lines break', 'One two\nthree four.\n', 'One two three\nfour.\n'],
  ['headings that are underlined', 'Title\n=====\ntext\n', '# Title\n\ntext\n'],
  ['emphasis', 'a *b* and __c__ here', 'a _b_ and **c** here'],
  ['rules and fences', '***\n~~~sh\na  b\n~~~\n', '---\n\n```sh\na  b\n```\n'],
  ['the widths of a table', '|a|b|\n|-|:-:|\n|one|2|\n', '| a   |  b  |\n| --- | :-: |\n| one |  2  |\n'],
  ['the bars at the ends of a table', 'a | b\n--|--\none | 2\n', '| a   | b   |\n| --- | --- |\n| one | 2   |\n'],
  ['what stands in a quote', '> * a __b__\n> * c\n', '> - a **b**\n> - c\n'],
  ['the sign behind a number', '1) a\n2) b\n', '1. a\n2. b\n'],
  ['code in an item that has moved', '*   a\n\n    ```\n      x\n    ```\n', '- a\n\n  ```\n    x\n  ```\n'],
  ['the empty line below front matter, and line endings', '---\na: b\n---\n# A\n', '---\r\na: b\r\n---\r\n\r\n# A\r\n'],
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
  ['the indentation of code', '```\n  a\n```\n', '```\na\n```\n'],
  ['what stands in a quote', '> a `b  c`\n', '> a `b c`\n'],
  ['how deep a quote is', '> a\n', '> > a\n'],
  ['a cell of a table', 'a | b\n--|--\none | 2\n', 'a | b\n--|--\none | 3\n'],
  ['a number of a list', '1. a\n2. b\n', '1. a\n12. b\n'],
  ['code that is indented', 'text\n\n    a  b\n', 'text\n\n    a b\n'],
  ['a link', '[a](x_a_b)', '[a](x*a*b)'],
  ['an address', 'https://a.b/*c*', 'https://a.b/_c_'],
  ['what an item belongs to', '- a\n  - b\n', '- a\n- b\n'],
  ['a paragraph', 'a\n\nb\n', 'a b\n'],
  ['what was text and is code', 'a\n', '```\na\n```\n'],
  ['the language of code', '```sh\na\n```\n', '```js\na\n```\n'],
])('nobody may change %s', (_, one, changed) => {
  other(one, changed)
})

test('a hostile text takes no time', () => {
  const begun = performance.now()
  for (const part of ['<', '](', '`', '*a ', '__ ', '- ', '| ', '\\*', '> ', '> - ', '[a]: '])
    formOf(part.repeat(20_000))
  expect(performance.now() - begun).toBeLessThan(5_000)
})
