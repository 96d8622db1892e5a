import fc from 'fast-check'
import type { Options } from 'prettier'
import * as markdown from 'prettier/plugins/markdown'
import { format } from 'prettier/standalone'
import { formOf } from '../../../src/text/markdown/form'
import { holdsWithinBudget } from '../../support/budget'

/** Prettier may format an archive as it likes; one changed word, number, box, link or piece of code is a change. */

const styles: readonly Options[] = [
  {},
  { tabWidth: 4 },
  { useTabs: true },
  { proseWrap: 'always', printWidth: 40 },
  { proseWrap: 'never' },
]

const word = fc.constantFrom(
  // biome-ignore format: in one paragraph
  ...[
    'orders', 'CSV', 'für', '12', '3.5', 'a_b', 'x*y', 'done.', 'Q&A', '2 * 3', 'C:\\dir', '50%', '#7', '5 - 2', '+',
    '-', '1.', '#', '>', '[note]', '[^1]', '!', '&nbsp;', 'if a < b', 'x | y', '~', '...', '“q”', '__init__', '(c)',
    '\\\\', '*',
  ],
)
const inline = fc.oneof(
  { weight: 8, arbitrary: word },
  word.map((text) => `*${text.replace(/\W/g, 'z')}*`),
  word.map((text) => `__${text.replace(/\W/g, 'z')}__`),
  fc.constantFrom('`a  b`', '``a `b` c``', '`*x*`', '[link](docs/a_b.md)', '[one two](https://a.b/*c*)'),
  fc.constantFrom(
    '<https://a.b/_c_>',
    'https://a.b/x_y_z',
    '![picture](a_b.png)',
    '~~gone~~',
    'AT&amp;T',
    '\\*kept\\*',
  ),
)
const prose = fc.array(inline, { minLength: 1, maxLength: 9 }).map((parts) => `The ${parts.join(' ')}`)
const lines = fc.array(prose, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n'))
const hard = fc.tuple(prose, fc.constantFrom('  ', '\\'), prose).map(([one, end, other]) => `${one}${end}\n${other}`)
const box = fc.constantFrom('', '[ ] ', '[x] ')
const bullet = fc.constantFrom('*', '-', '+')
const code = fc.constantFrom('```sh\nnpm  test\n  # deep\n```', '~~~\na  *b*\n~~~', '````md\n```\nx\n```\n````')
const inside = (text: string, width: number) => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)
const item = fc.tuple(
  box,
  prose,
  fc.array(
    fc.oneof(prose, fc.constantFrom('run: `npm  test -- "a  b"`', 'run: npm test', 'expect: stdout contains `a  b`')),
    { maxLength: 2 },
  ),
)
const list = fc
  .tuple(bullet, fc.constantFrom('\n', '\n\n'), fc.array(item, { minLength: 1, maxLength: 3 }))
  .map(([mark, gap, items]) =>
    items
      .map(([sign, text, below]) =>
        [`${mark} ${sign}${text}`, ...below.map((each) => `    ${mark} ${each}`)].join('\n'),
      )
      .join(gap),
  )
const numbered = fc
  .tuple(fc.constantFrom('.', ')'), fc.array(fc.tuple(prose, fc.option(code)), { minLength: 1, maxLength: 3 }))
  .map(([sign, items]) =>
    items
      .map(([text, below], index) => `${index + 1}${sign} ${text}${below ? `\n\n   ${inside(below, 3)}` : ''}`)
      .join('\n'),
  )
  // Prettier numbers what stands below another list on from there.
  .map((text) => `### Steps\n\n${text}`)
const block = fc.oneof(
  lines,
  hard,
  prose.map((text) => `## ${text}`),
  fc.constantFrom('Title\n=====', 'Second  title\n---', '***', '* * *', '<!-- a  note -->', '[ref]: docs/a_b.md'),
  list,
  numbered,
  code,
  fc.constant('### Code\n\n    indented  code\n      deeper'),
  lines.map((text) => text.replace(/^/gm, '> ')),
  fc
    .tuple(
      word.map((text) => `a ${text}`),
      prose,
    )
    .map((cells) => cells.map((text) => text.replaceAll(/[|\\]/g, '/')))
    .map(([a, b]) => [`|${a}|what|\n|---|:-:|\n|${b}|1|`, `${a} | what\n--- | ---\n${b} | 1`])
    .chain((tables) => fc.constantFrom(...tables)),
)
const document = fc
  .tuple(fc.constantFrom('', '---\ntask_name: one\n---\n'), fc.array(block, { minLength: 1, maxLength: 6 }))
  .map(([matter, blocks]) => `${matter}# Task\n${blocks.join('\n\n')}\n`)

test('what Prettier makes of an archive says the same', async () => {
  await holdsWithinBudget(
    { seconds: 5, atLeast: 4, all: 64, runs: 10 },
    fc.asyncProperty(document, fc.constantFrom(...styles), async (text, style) => {
      const formatted = await format(text, { parser: 'markdown', plugins: [markdown], ...style })
      expect(formOf(formatted)).toBe(formOf(text))
    }),
  )
})

/** What no formatter may touch: in words, numbers, boxes, code, code spans, items and links. */
const changes: readonly (readonly [string, string])[] = [
  ['The ', 'A '],
  ['12', '13'],
  ['[ ] ', '[x] '],
  ['a  b', 'a b'],
  ['npm  test', 'npm test'],
  ['  # deep', '# deep'],
  ['docs/a_b.md', 'docs/a-b.md'],
  ['/x_y_z', '/x*y*z'],
  ['/*c*', '/_c_'],
  ['`*x*`', '`_x_`'],
  ['indented  code', 'indented code'],
  ['1. The', '2. The'],
  ['    - ', '- '],
]

test('a text in which one thing is another does not say the same, however it is formatted', async () => {
  const tried = new Set<string>()
  await holdsWithinBudget(
    { seconds: 5, atLeast: 3, all: 48, runs: 10 },
    fc.asyncProperty(document, fc.constantFrom(...styles), async (text, style) => {
      for (const [from, to] of changes) {
        if (!text.includes(from)) continue
        tried.add(from)
        const formatted = await format(text.replace(from, to), { parser: 'markdown', plugins: [markdown], ...style })
        expect([from, formOf(formatted)]).not.toEqual([from, formOf(text)])
      }
    }),
  )
  expect(tried.size).toBeGreaterThan(changes.length / 2)
})
