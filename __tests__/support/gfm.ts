import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import { frontmatter } from 'micromark-extension-frontmatter'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import { type CriteriaCount, countCriteria } from '../../src/workflows/engineer/criteria'

/** Our count of criteria against a parser that others wrote, on documents made to tell them apart. */

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
const boxes = ['[ ] ', '[x] ', '[X]\t', '[ ]', '[\t] ', '[\n] ', '[\n  ] ', '- [ ] a', '- [x] b', '- [ ]\n', '1. [ ] c']
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
const definitions = ['[a]: <b> "c"\n', '[a]: b "c', "'d'", '[a\\]]: b', '[a', '(c\nd)', '[]: b\n', '"', '\\[ ]', '[x]:']
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

/** Fails where the parser counts something else. */
export const agrees = (markdown: string): void => {
  expect(countCriteria(markdown)).toEqual(countWithParser(markdown))
}

/** What documents there are, and how many of a kind make a proof. */
export const documents: readonly (readonly [what: string, documents: fc.Arbitrary<string>, proof: number])[] = [
  ['a few fragments', pieces(12), 3000],
  ['lines in containers', lines, 2000],
  ['plain plans and what may upset them', plainPlan, 3000],
  ['a criterion and what follows', pieces(8).map((rest) => `- [ ] ${rest}`), 2000],
  ['a bullet and what precedes a box', pieces(8).map((text) => `- ${text}\n  [ ] a`), 2000],
  ['Markdown characters', fc.string({ unit: character, maxLength: 30, size: 'max' }), 3000],
  ['any characters', fc.string({ unit: 'binary', maxLength: 200, size: 'max' }), 500],
  ['documents of up to 20 kB', pieces(5000, 2000).map((text) => text.slice(0, 20_000)), 10],
]
