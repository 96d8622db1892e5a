import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import { frontmatter } from 'micromark-extension-frontmatter'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import { type CriteriaCount, countCriteria } from '../../../src/workflows/engineer/criteria'

// Generous for slow machines.
jest.setTimeout(60_000)

/** Counts with a real GFM parser: a task list item whose first paragraph (or heading) shows something. */
function countWithParser(markdown: string): CriteriaCount {
  const count: CriteriaCount = { criteria: 0, openCriteria: 0 }
  const visit = (node: Nodes): void => {
    const children: readonly Nodes[] = 'children' in node ? node.children : []
    if (node.type === 'listItem' && typeof node.checked === 'boolean') {
      const head = children.find(({ type }) => type === 'paragraph' || type === 'heading')
      if (head && 'children' in head && head.children.some(isVisible)) {
        count.criteria++
        if (!node.checked) count.openCriteria++
      }
    }
    children.forEach(visit)
  }
  visit(
    fromMarkdown(withoutFrontMatter(markdown), {
      extensions: [gfmTaskListItem()],
      mdastExtensions: [gfmTaskListItemFromMarkdown()],
    }),
  )
  return count
}

/** Taken away beforehand: the extension would read a document whose `---` is never closed as text without blocks. */
function withoutFrontMatter(markdown: string): string {
  const text = markdown.replace(/^\uFEFF/, '')
  const [first] = fromMarkdown(text, {
    extensions: [frontmatter()],
    mdastExtensions: [frontmatterFromMarkdown()],
  }).children
  return first?.type === 'yaml' ? text.slice(first.position?.end.offset) : text
}

function isVisible(node: Nodes): boolean {
  if (node.type === 'text') return !/^[ \t\r\n]*$/.test(node.value)
  return node.type !== 'html' && node.type !== 'break'
}

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
  const prefixes = [
    '',
    '',
    '  ',
    '    ',
    '\t',
    '- ',
    '* ',
    '+ ',
    '1. ',
    '2) ',
    '10. ',
    '-\t',
    '-     ',
    '> ',
    '>',
    '-',
    '1.',
  ]
  const boxes = [
    '[ ] ',
    '[x] ',
    '[X]\t',
    '[ ]',
    '[\t] ',
    '[\n] ',
    '[\n  ] ',
    '- [ ] a',
    '- [x] b',
    '- [ ]\n',
    '1. [ ] c',
  ]
  const blocks = [
    '# ',
    '#',
    '===',
    '---',
    '--',
    '***',
    '* * *',
    '```',
    '````',
    '~~~',
    '``` a`',
    '--- ',
    '[a]: b',
    '[a]:\nb',
  ]
  const html = [
    '<!--',
    '-->',
    '<!-->',
    '<?',
    '?>',
    '<!a',
    '<![CDATA[',
    ']]>',
    ']]]>',
    '<div>',
    '</div>',
    '<pre>',
    '</pre>',
  ]
  const tags = [
    '<b>',
    '</b>',
    '<b c="d">',
    "<b c='d' e=f>",
    '<b a=b=c>',
    '<b a=/x>',
    '<br/>',
    '<b\n',
    '<ab:c>',
    '<?a@b.c>',
  ]
  const inline = [
    'a',
    'b c',
    '\\',
    '\\\n',
    '  \n',
    '&#32;',
    '&Tab;',
    '&nbsp;',
    '&#00000032;',
    '**',
    '`',
    '[](x)',
    '![](x)',
    '<',
  ]
  const definitions = [
    '[a]: <b> "c"\n',
    '[a]: b "c',
    "'d'",
    '[a\\]]: b',
    '[a',
    '(c\nd)',
    '[]: b\n',
    '"',
    '\\[ ]',
    '[x]:',
  ]
  const endings = ['\n', '\n', '\n\n', '\r\n', '\r', '\n  ', '\n    ', '\n> ', '\n- ']
  const odd = ['\0', '\uFEFF', '\u2028', '\u00A0', '\x01', 'é', '😀', ' ', '\t']
  const vocabulary = [prefixes, boxes, blocks, html, tags, inline, definitions, endings, odd]
  const fragment = fc.oneof(...vocabulary.map((words) => fc.constantFrom(...words)))
  const pieces = (maxLength: number, minLength = 0) =>
    fc.array(fragment, { minLength, maxLength, size: 'max' }).map((words) => words.join(''))
  const line = fc
    .tuple(fc.array(fc.constantFrom(...prefixes), { maxLength: 4 }), fragment, fragment, fc.constantFrom(...endings))
    .map(([containers, ...rest]) => containers.join('') + rest.join(''))
  const lines = fc.array(line, { maxLength: 12, size: 'max' }).map((all) => all.join(''))
  const character = fc.constantFrom(...'-*+> \n\t[]xab12.)#=`~<!/?&;\\_:"\'(0\r\0')

  const plainLines = [
    '- [ ] a',
    '* [x] b',
    '+ [X] `c`',
    '- [ ] d [ ] e',
    '- [x]',
    '- d',
    'text',
    '# e',
    '',
    '> f',
    '1. g',
  ]
  const upsetting = [
    '  [ ] h',
    '  ---',
    ' ===',
    '---',
    '===',
    '- [ ] <b>',
    '    - [ ] i',
    '  - [ ] j',
    '[',
    '- [ ] *k*',
    '[l]: m',
    '"',
  ]
  const plainPlan = fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...plainLines) }, fc.constantFrom(...upsetting)), {
      maxLength: 10,
      size: 'max',
    })
    .map((all) => all.join('\n'))

  const agrees = (markdown: string): void => {
    expect(countCriteria(markdown)).toEqual(countWithParser(markdown))
  }

  test.each<[string, fc.Arbitrary<string>, number]>([
    ['a few fragments', pieces(12), 3000],
    ['lines in containers', lines, 2000],
    ['plain plans and what may upset them', plainPlan, 3000],
    ['a criterion and what follows', pieces(8).map((rest) => `- [ ] ${rest}`), 2000],
    ['a bullet and what precedes a box', pieces(8).map((text) => `- ${text}\n  [ ] a`), 2000],
    ['Markdown characters', fc.string({ unit: character, maxLength: 30, size: 'max' }), 3000],
    ['any characters', fc.string({ unit: 'binary', maxLength: 200, size: 'max' }), 500],
    ['documents of up to 20 kB', pieces(5000, 2000).map((text) => text.slice(0, 20_000)), 10],
  ])('on %s', (_, markdown, numRuns) => {
    fc.assert(fc.property(markdown, agrees), { numRuns })
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
  const SIZE = 2_000_000
  const fill = (text: string, size = SIZE): string => text.repeat(size / text.length)
  const ONE = '\n\n- [ ] a\n'

  test('has hundreds of thousands of criteria', () => {
    const plan = `---\n${fill('- [ ] a\n- [x] b\n', 5_000_000)}`
    expect(countCriteria(plan)).toEqual({ criteria: 625_000, openCriteria: 312_500 })
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
