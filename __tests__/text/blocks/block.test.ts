import { textBlocks } from '../../../src/text/blocks/block'
import { html } from '../../../src/text/blocks/write-html'

test.each<[what: string, markdown: string, blocks: readonly string[]]>([
  ['lines of a paragraph belong together', 'a\nb\n\nc', ['text: a b', 'text: c']],
  ['a heading ends what is before it', 'a\n## b\nc', ['text: a', 'heading: b', 'text: c']],
  ['items keep their second line', '- a\n  b\n2. c', ['item: a b', 'item: c']],
  ['a box is no text', '- [x] a', ['item: a']],
  ['code keeps its lines, and its headings are none', '```sh\n# a\n\n  b\n```\nc', ['code: # a\n\n  b', 'text: c']],
  ['code that is not ended goes to the end', '~~~\na\n```\nb', ['code: a\n```\nb']],
  ['nothing has no block', ' \n\n', []],
])('%s', (_, markdown, expected) => {
  expect(textBlocks(markdown).map(({ kind, text }) => `${kind}: ${text}`)).toEqual(expected)
})

test('a text ends neither an element nor an attribute, in either kind of quotation marks', () => {
  const text = `<b>&"'`
  expect(html`<p title="${text}" lang='${text}'>${[text, 1, false, undefined]}</p>`.html).toBe(
    `<p title="&lt;b&gt;&amp;&quot;&#39;" lang='&lt;b&gt;&amp;&quot;&#39;'>&lt;b&gt;&amp;&quot;&#39;1</p>`,
  )
})
