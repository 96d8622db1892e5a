import fc from 'fast-check'
import { countCriteria } from '../../../src/workflows/engineer/criteria'
import { agrees, documents } from '../../support/gfm'

// Generous for slow machines.
jest.setTimeout(60_000)

describe('what counts as a criterion', () => {
  test.each([
    ['an open one', '- [ ] It works', 1, 1],
    ['a ticked one', '- [x] It works', 1, 0],
    ['a ticked one with a capital', '- [X] It works', 1, 0],
    ['every bullet', '- [ ] a\n\n* [ ] b\n\n+ [ ] c\n\n1. [ ] d\n\n2) [ ] e', 5, 5],
    ['any depth', '- [ ] a\n  - [x] b\n    1. [ ] c', 3, 2],
    ['a block quote', '> - [ ] a\n> > * [x] b', 2, 1],
    ['CRLF', '- [ ] a\r\n- [x] b\r\n', 2, 1],
    ['lone CR', '- [ ] a\r- [x] b\r', 2, 1],
    ['a byte order mark', '\uFEFF- [ ] a', 1, 1],
    ['text in the next line', '- [ ]\n  It works', 1, 1],
    ['text in the line after the bullet', '-\n  [ ] It works', 1, 1],
    ['a definition above the box', '- [a]: b\n  [ ] It works', 1, 1],
    ['code as its text', '- [ ] `npm test`', 1, 1],
    ['a link as its text', '- [ ] [](x)', 1, 1],
    ['a thematic break in the first line', '---\n\n- [ ] a', 1, 1],
    ['HTML around its text', '- [ ] <b>fast</b>', 1, 1],
  ])('%s', (_, markdown, criteria, openCriteria) => {
    expect(countCriteria(markdown)).toEqual({ criteria, openCriteria })
  })

  test.each([
    ['nothing', ''],
    ['an empty box', '- [ ]\n- [ ] \n- [x]\t\n'],
    ['a box with a comment only', '- [ ] <!-- what must work? -->'],
    ['a box with white space by reference', '- [ ] &#32;&Tab;'],
    ['a box with a line break only', '- [ ] \\\n  <br>'],
    ['a box without white space after it', '- [ ]a'],
    ['a box in a paragraph', '[ ] a\n\n- a [ ] b'],
    ['fenced code', '```\n- [ ] a\n```\n~~~\n- [ ] b'],
    ['indented code', 'a\n\n    - [ ] b'],
    ['code in a list', '- a\n\n      - [ ] b'],
    ['a comment', '<!--\n- [ ] a\n\n- [ ] b\n-->'],
    ['an HTML block', '<div>\n- [ ] a\n</div>'],
    ['front matter', '---\nlist:\n- [ ] a\n---\n'],
    ['front matter after a byte order mark', '\uFEFF---\nlist:\n- [ ] a\n---\n'],
    ['a heading with a box', '- [ ] a\n  ==='],
    ['the second paragraph of an item', '- a\n\n  [ ] b'],
    ['a number too long', '1234567890. [ ] a'],
    ['a list that may not interrupt text', 'a\n2. [ ] b'],
    ['a thematic break', '- - -\n[ ] a'],
  ])('none in %s', (_, markdown) => {
    expect(countCriteria(markdown)).toEqual({ criteria: 0, openCriteria: 0 })
  })

  test('a criterion below a comment, code and front matter', () => {
    const plan = '---\na: b\n---\n<!-- a -->\n\n```\n- [ ] no\n```\n\n- [ ] yes\n'
    expect(countCriteria(plan)).toEqual({ criteria: 1, openCriteria: 1 })
  })
})

describe('agreement with a GFM parser', () => {
  // Ten times as many are a proof of their own.
  test.each(documents)('on %s', (_, markdown, proof) => {
    fc.assert(fc.property(markdown, agrees), { numRuns: proof / 10 })
  })

  test.each([
    ['a number after indented code', '    a\n\n2. [ ] b'],
    ['a number in a quote after text', 'a\n> 2. [ ] b'],
    ['a lazy box after a bare bullet', '- a\n\n  -\n  [x] b'],
    ['a lazy tag after text', '> a\n<b>\n> - [ ] c'],
    ['a bare bullet with a space', '- \n  [ ] a'],
    ['front matter that is never closed', '---\n- [ ] a'],
    ['an odd bracket at the end of CDATA', '<![CDATA[\n]]]>\n- [ ] a'],
  ])("on the parser's quirks: %s", (_, markdown) => agrees(markdown))
})

describe('a large document', () => {
  // What is not linear would take minutes for any of these.
  const SIZE = 500_000
  const fill = (text: string, size = SIZE): string => text.repeat(size / text.length)
  const ONE = '\n\n- [ ] a\n'

  test('has hundreds of thousands of criteria', () => {
    const plan = `---\n${fill('- [ ] a\n- [x] b\n', 2_000_000)}`
    expect(countCriteria(plan)).toEqual({ criteria: 250_000, openCriteria: 125_000 })
  })

  test.each([
    ['deep quotes', `${fill('> ')}- [ ] a`],
    ['deep lists', `${fill('- ')}[ ] a`],
    ['deep lists that nearly are a thematic break', `${fill('- ')}a -${ONE}`],
    ['deep quotes and lists', `${fill('> - ')}[ ] a`],
    ['deep quotes, then lazy lines', fill('> ', SIZE / 2) + fill('a\n', SIZE / 2) + ONE],
    ['deep lists, then blank lines', `${fill('- ', SIZE / 2)}a${fill('\n', SIZE / 2)}${ONE.trimStart()}`],
    ['deep lists in a quote, then its blank lines', `>${fill(' -', SIZE / 2)} a${fill('\n>', SIZE / 2)}${ONE}`],
    ['opening brackets', fill('[') + ONE],
    ['brackets, line by line', fill('[a\n') + ONE],
    ['less-than signs', fill('<') + ONE],
    ['a tag with many attributes', `- [ ] <a ${fill('b=c ')}`],
    ['comments', `- [ ] ${fill('<!-- a -->')}a`],
    ['a comment that is never closed', `- [ ] <!--\n${fill('a\n')}`],
    ['closing brackets in CDATA', `<![CDATA[${fill(']')}>${ONE}`],
    ['definitions', fill('[a]: b\n') + ONE],
    ['a title that is never closed', `[a]: b\n"${fill('c\n')}${ONE}`],
    ['one line', `- [ ] ${fill('a')}`],
    ['white space', fill(' ') + ONE],
    ['tabs', fill('\t') + ONE],
    ['line endings', fill('\r\n') + ONE],
    ['backticks', fill('` ') + ONE],
    ['number signs', fill('# ') + ONE],
    ['NUL characters', fill('\0') + ONE],
  ])('is read in linear time: %s', (_, markdown) => {
    expect(countCriteria(markdown)).toEqual({ criteria: 1, openCriteria: 1 })
  })

  test.each([
    ['a fence', `\`\`\`\n${fill('- [ ] a\n')}`],
    ['a comment', `<!--\n${fill('- [ ] a\n')}`],
  ])('is read in linear time: %s that is never closed', (_, markdown) => {
    expect(countCriteria(markdown).criteria).toBe(0)
  })
})
