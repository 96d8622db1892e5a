import fc from 'fast-check'
import { anyCharacter } from './random'

/** Texts that would do something if they were not shown as text. */
export const hostileTexts: readonly string[] = [
  '<script>alert(1)</script>',
  '</style></title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<!-- a comment --><iframe src="https://evil.example">',
  '[link](https://evil.example) ![image](https://evil.example/i.png)',
  'see https://evil.example, www.evil.example, mailto:a@evil.example or a@evil.example',
  '\\-@.GH-1',
  '@everyone, @acme/team, #12, GH-12 and acme/shop#7',
  '# heading',
  '- item',
  '12. item',
  '> quote',
  '```\ncode\n```',
  '| a | b |\n|---|---|\n| c | d |',
  '**bold** _slanted_ ~~gone~~ `code` $x$',
  '\u001b[31mred\u001b[0m \u202egnp.exe',
  'مرحبا 🎉 👩‍👩‍👧',
  'Donaudampfschifffahrt'.repeat(20),
  '\\',
  '&lt;b&gt; &amp;',
  'a\\|b',
  '--- ===',
  '[x] done',
  '[a]: https://evil.example',
  '',
]

/** Those, and any others made of what is special in Markdown, HTML and on GitHub. */
export const anyHostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc
    .array(
      fc.constantFrom(
        ...'\\`*_[]()<>~&$@#:/|!-+=.1 "\'\n',
        'a',
        'www.',
        'http://',
        'GH-1',
        '<!--',
        '-->',
        '\ud83d',
        'é',
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)

/** Texts in which a rendered page would hide a word. */
export const hidingTexts: readonly (readonly [what: string, text: string])[] = [
  ['a comment', '<!-- order -->'],
  ['a comment by a definition', '[//]: # (order)'],
  ['a definition', 'Hi.\n\n[hi]: <u> "order"'],
  ['a definition that is used', '[hi]\n\n[hi]: u "order"'],
  ['the description of an image', '![order](u)'],
  ['the description in a tag', '<img alt="order">'],
  ['what can be folded', '<details><summary>Hi</summary>\n\norder\n\n</details>'],
  ['a style', '<span style="display:none">order</span>'],
  ['the end of a quote', 'a</blockquote>order'],
  ['a type', 'Vec<order>'],
  ['the address of a link', '[.](https://example.com/?order)'],
  ['the title of a link', '[hi](u "order")'],
  ['a link without words', '[](order)'],
  ['a note that is not named', '[^1]: order'],
  ['a cell too many', '| a |\n|---|\n| b | order |'],
  ['a formula', String.raw`$\phantom{order}$`],
  ['the remark of a picture', '```mermaid\n%% order\n```'],
  ['the word behind a fence', '```js order\n```'],
  ['a word for a language', '```order\n```'],
  ['letters by their number', '&#111;rder &zwnj;'],
  ['HTML behind a fence of a list', '- ```\n\n```\n<b order>\n```'],
  ['HTML behind a fence that stands in', ' ```\n```\n<b order>\n```'],
]

/** Pieces of which a text could be made that is to be taken for ours. */
// biome-ignore format: pieces of one kind in a line
const pieces = [
  '\n', '\n\n', '\r\n', '\r', '\u2028', '\0', '\u001b[2J', '\u202E', '\u200B', '    ', '\t',
  '# ', '## Open Threads', '### r1 · open · `a`', '---', '===', '***', '**Decision** (r1):', '**Decision**',
  '```', '~~~~', '`', '``', '<!--', '-->', '<!-- fetched by spell ', '<![CDATA[', '<script>', '<details>', '</blockquote>',
  '[a]: http://x', '[^1]: x', '<https://x>', '![a](b)', '{{found}}', '---\ntask_name: x\n---\n', '&lt;',
  '> ', '- ', '1. ', '|', '\\', '*', '_',
]
export const anyOfPieces: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string(), fc.string({ unit: anyCharacter })), { maxLength: 8 })
  .map((parts) => parts.join(''))
