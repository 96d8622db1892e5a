import fc from 'fast-check'
import type { ListItem as GfmListItem, Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import { frontmatter } from 'micromark-extension-frontmatter'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import type { ListItem } from '../../src/text/markdown/task-item'
import { taskItems } from '../../src/text/markdown/task-items'

type Parsed = { text: string; boxes: GfmListItem[] }

/** The result of a real GFM parser: the text without front matter, and the items with a box. */
function parse(markdown: string): Parsed {
  const text = withoutFrontMatter(markdown)
  const boxes: GfmListItem[] = []
  const visit = (node: Nodes): void => {
    if (node.type === 'listItem' && hasBox(node)) boxes.push(node)
    if ('children' in node) node.children.forEach(visit)
  }
  visit(fromMarkdown(text, { extensions: [gfmTaskListItem()], mdastExtensions: [gfmTaskListItemFromMarkdown()] }))
  return { text, boxes }
}

/** Keeps its lines, but empty. Removed before parsing: the extension would read an unclosed one as text. */
function withoutFrontMatter(markdown: string): string {
  const text = markdown.replace(/^\uFEFF/, '')
  const [first] = fromMarkdown(text, {
    extensions: [frontmatter()],
    mdastExtensions: [frontmatterFromMarkdown()],
  }).children
  if (first?.type !== 'yaml') return text
  const end = first.position?.end.offset ?? 0
  return text.slice(0, end).replace(/[^\r\n]/g, '') + text.slice(end)
}

const hasBox = ({ checked }: GfmListItem) => typeof checked === 'boolean'
const headOf = ({ children: [head] }: GfmListItem) => (head?.type === 'paragraph' ? head : undefined)

/** Whether part of a paragraph is visible in its first line. */
function shows(part: Nodes): boolean {
  if (part.type === 'text') return /^[ \t]*[^ \t\r\n]/.test(part.value)
  return part.type !== 'html' && part.type !== 'break'
}

/** Whether an item has a box, and text after it in the same line. */
function isTask(item: GfmListItem, { text }: Parsed): boolean {
  const line = item.position?.start.line ?? 0
  return (
    hasBox(item) &&
    headOf(item)?.children.some((part) => shows(part) && part.position?.start.line === line) === true &&
    /\[[ xX]\][ \t]+[^ \t]/.test(text.split(/\r\n?|\n/)[line - 1] ?? '')
  )
}

function itemOf(item: GfmListItem, parsed: Parsed): ListItem {
  const { start, end } = headOf(item)?.position ?? {}
  const line = item.position?.start.line ?? 0
  const textFrom = (from = 0) => spaced(parsed.text.slice(from, end?.offset ?? 0))
  if (!hasBox(item)) return { line, text: textFrom(start?.offset) }
  // The parser leaves out the box, with or without the white space after it.
  const box = parsed.text.indexOf('[', item.position?.start.offset)
  if (!isTask(item, parsed)) return { line, text: textFrom(box) }
  return { line, text: textFrom(box + '[ ]'.length), ticked: item.checked === true }
}

/** The amount of white space does not matter: tabs that may be indentation become spaces. */
const spaced = (text: string) => text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')

/** Fails if the parser finds other task items, or differs in their text, line, tick or nested items. */
export const agrees = (markdown: string): void => {
  const parsed = parse(markdown)
  const theirs = parsed.boxes
    .filter((item) => isTask(item, parsed))
    .map((item) => ({
      ...itemOf(item, parsed),
      items: item.children.flatMap((child) =>
        child.type === 'list' ? child.children.map((nested) => itemOf(nested, parsed)) : [],
      ),
    }))
  const ours = taskItems(markdown).map((task) => ({
    ...task,
    text: spaced(task.text),
    items: task.items.map(({ line, text, ticked }) => ({ line, text: spaced(text), ticked })),
  }))
  expect(ours).toEqual(theirs)
}

/** How many items with a box and a visible first paragraph the parser finds, wherever that begins. */
export const boxesWithText = (markdown: string): number =>
  parse(markdown).boxes.filter(({ children }) =>
    children
      .find((child) => child.type === 'paragraph')
      ?.children.some((part) => (part.type === 'text' ? part.value.trim() !== '' : shows(part))),
  ).length

/** After indented code the parser takes `2.` or a bare marker for text; GitHub does so only after text. */
function hasIndentedCode(markdown: string): boolean {
  const isCode = (node: Nodes): boolean =>
    (node.type === 'code' && !/^[`~]/.test(markdown.slice(node.position?.start.offset))) ||
    ('children' in node && node.children.some(isCode))
  return isCode(fromMarkdown(markdown))
}

/** The parser takes a box in the line after a bare bullet for one of the item around it: left out on purpose. */
const hasLazyBox = (markdown: string): boolean =>
  /(?:^|\s)(?:[-*+]|\d{1,9}[.)])[ \t]*(?:\r\n?|\n)[ \t]*\[[ xX]\]/.test(markdown)

const gaps = ['-   ', '-    ', '-\t', '1.\t', '* \t']
const markers = ['- ', '* ', '+ ', '1. ', '1) ', ...gaps]
const numbers = ['2. ', '10) ', '0. ', '007) ', '123456789. ']
const indents = ['', '', '', ' ', '  ', '   ']
const deeper = ['    ', '     ', '      ', '        ', '\t', ' \t', '  \t ', '\t\t']
const bare = ['*', '+', '1.', '2)']
// biome-ignore format: in one paragraph
const boxes = [
  '[ ] a', '[x] b', '[X]\tc', '[ ]  `d  e`', '[ ] [ ] f', '[ ] - g', '[x] # h', '[ ] ***', '[ ] é 😀', '[x] \u00A0',
]
const noBoxes = ['[ ]', '[x]i', '[] j', '[y] k', '[ ] <!-- l -->', '[x] <!-- m --><!-- n -->', '\\[ ] o', '\u00A0[ ] p']
const words = ['q', 'run: `r  s`', 't u  v', '`w', '*x*', '[y](z)', '-a', '1.b', '1234567890. c', 'd <!-- e -->']
const others = ['# f', '#', '####### g', '***', '* * *', '___', '_ _ _', '+ * *\t*']
const fences = ['```', '````', '`````', '``` h', '``` i`', '~~~', '~~~~', '~~~ j`']
const comments = ['<!--', '-->', '<!-- k', 'l -->', '<!-- m -->', '<!-- n --> o', '<!---->', '<!-->', '--> <!--']
const contents = [...boxes, ...boxes, ...noBoxes, ...words, ...others, ...fences, ...comments]
const endings = ['\n', '\n', '\n', '\n', '\n\n', '\n \t\n', '\r\n', '\r\n\r\n', '\r', ' \n', '\t\r\n']
// biome-ignore format: in one paragraph
const heads = [
  '', '', '', '\uFEFF', '---\n', '---\na: b\n---\n', '---\r\nc:\r\n- [ ] d\r\n--- \r\n', '\uFEFF---\n---\n', '---\n',
]

const anyOf = (...lists: readonly (readonly string[])[]) => fc.constantFrom(...lists.flat())
const line = (indent: fc.Arbitrary<string>, marker: fc.Arbitrary<string>, content: fc.Arbitrary<string>) =>
  fc
    .tuple(indent, fc.array(marker, { maxLength: 3 }), content, fc.constantFrom(...endings))
    .map(([before, markers, ...rest]) => before + markers.join('') + rest.join(''))
const leaves = [
  [''],
  ['a'],
  ['b', '  c'],
  ['', '```', '- [ ] d', '', '~~~', '```'],
  ['~~~~', '- [ ] e', '~~~'],
  ['<!-- f', '- [ ] g', '-->'],
]

/** Well-formed lists: an item's content is indented as far as its text. */
const { block } = fc.letrec<{ item: string[]; block: string[] }>((tie) => ({
  item: fc
    .tuple(
      anyOf(markers, numbers),
      anyOf(boxes, boxes, noBoxes, words, fences, comments),
      fc.array(tie('block'), { maxLength: 3 }),
    )
    .map(([marker, content, blocks]) => {
      const indent = ' '.repeat(marker.endsWith('\t') ? 4 : marker.length)
      return [marker + content, ...blocks.flat().map((text) => text && indent + text)]
    }),
  block: fc.oneof({ maxDepth: 3 }, fc.constantFrom(...leaves.map((lines) => [...lines])), tie('item'), tie('item')),
}))
const lists = fc
  .tuple(fc.constantFrom(...heads), fc.array(block, { maxLength: 4 }), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([head, all, ending]) => head + all.flat().join(ending))

/** Without quotes, underlines, tags, definitions and escapes, which are excluded on purpose. */
const character = fc.constantFrom(...'*+ \n\t[]xa1.)#`~_', '+ [ ] ', '\r\n')

const characters = fc
  .array(character, { maxLength: 30, size: 'max' })
  .map((all) => all.join(''))
  .filter((markdown) => !hasIndentedCode(markdown) && !hasLazyBox(markdown))

const anyLine = line(anyOf(indents, deeper), anyOf(markers, ['-     ', '-\t\t']), anyOf(contents))
const flatLine = line(anyOf(indents), anyOf(markers, numbers), anyOf(contents, bare, bare))
const plan = (one: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
  fc
    .tuple(fc.constantFrom(...heads), fc.array(one, { minLength, maxLength, size: 'max' }))
    .map(([head, all]) => head + all.join(''))

/** The kinds of documents, and how many of each make a proof. */
export const documents: readonly (readonly [what: string, documents: fc.Arbitrary<string>, proof: number])[] = [
  ['lists', lists.filter((markdown) => !hasIndentedCode(markdown)), 3000],
  ['lines of any indentation', plan(anyLine, 0, 12), 4000],
  ['lines with any number', plan(flatLine, 0, 12).filter((markdown) => !hasLazyBox(markdown)), 4000],
  ['Markdown characters', characters, 3000],
  ['documents of some 20 kB', plan(anyLine, 500, 1500), 10],
]
