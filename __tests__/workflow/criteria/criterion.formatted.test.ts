import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Options } from 'prettier'
import * as markdown from 'prettier/plugins/markdown'
import { format } from 'prettier/standalone'
import { likelyBoxes, taskItems } from '../../../src/text/markdown/task-items'
import { readCriterion } from '../../../src/workflow/criteria/criterion'
import { identitiesOf } from '../../../src/workflow/criteria/status'
import { mayHaveCommands } from '../../../src/workflows/engineer/criteria'
import { isUnwritten } from '../../../src/workflows/engineer/facts'
import { allAtNight, oftenAtNight } from '../../support/proving'

/** Prettier changes bullets, indentation and wrapping. What a plan says, and what its criteria are known by, stays. */

const formatted = (text: string, options: Options) =>
  format(text, { parser: 'markdown', plugins: [markdown], ...options })

const styles: readonly Options[] = [
  ...[10, 20, 30, 40, 60, 80, 100].map((printWidth): Options => ({ printWidth, proseWrap: 'always' })),
  { proseWrap: 'never', tabWidth: 4 },
  { useTabs: true },
  { tabWidth: 8, proseWrap: 'always' },
]

/** A plan with every item, in a style of a person's. */
const plan = (bullet: string, below: string, gap: string) => {
  const criteria = [
    [
      '[ ] Orders can be exported as *CSV* with every field that `orders list` has, and one line for each\\_order',
      [
        'run: `npm test -- export --with a-long-option --and another-one --and-more-of-them`',
        'shell: `npm run build && grep -c "*" dist/orders.csv | wc -l > count.txt`',
        'in: `packages/api`',
        'within: 90s',
      ],
    ],
    [
      '[x] The **old** endpoint answers 410',
      [
        'run: `node scripts/smoke.mjs old-endpoint`',
        'in: `packages/a folder with spaces in its name`',
        'expect: stdout contains `410 Gone: see the notes of the release for what comes instead of it`',
        'expect: exit 3',
        'expect: tests >= 12 in `reports/of-the-continuous-integration/junit.xml`',
        'red: first',
        'Prose about it, such as a note: it is long enough to be wrapped, and says nothing that is read.',
      ],
    ],
    ['[ ] The page reads well on a phone', ['by: developer']],
    ['[ ] The page reads well on a phone', ['Run: `npm test`', 'expect: 12', 'within: soon']],
    ['[ ] It takes ``a `tick` `` and a [link](https://example.com/a_b_c)', ['run: ``printf `date` ``']],
  ] as const
  const lines = criteria.map(([text, items]) =>
    [`${bullet} ${text}`, ...items.map((item) => `${' '.repeat(bullet.length + 1)}${below} ${item}`)].join('\n'),
  )
  return `# Orders\n\n## Acceptance Criteria\n\n${lines.join(gap)}\n`
}

/** Where a line is may change, and with it the place of a mistake. */
const meaning = (text: string) => {
  const criteria = taskItems(text).map(readCriterion)
  return {
    known: identitiesOf(criteria),
    says: criteria.map(({ ticked, commands, redFirst, byDeveloper, faults }) => ({
      ticked,
      commands: commands.map(({ line: _, ...command }) => command),
      redFirst,
      byDeveloper,
      faults: faults.map(({ message }) => message),
    })),
  }
}

describe.each([
  ['-', '-'],
  ['*', '*'],
  ['+', '-'],
  ['1.', '-'],
  ['1)', '*'],
  ['-', '1.'],
])('a plan with %s, and %s below,', (bullet, below) => {
  test.each(allAtNight(styles))('means the same once it is formatted with %j', async (style) => {
    for (const gap of ['\n', '\n\n']) {
      const text = plan(bullet, below, gap)
      const before = meaning(text)
      expect(before.says.map(({ commands, faults }) => [commands.length, faults.length])).toEqual([
        [2, 0],
        [1, 0],
        [0, 0],
        [0, 3],
        [1, 0],
      ])
      const after = await formatted(text, style)
      expect(meaning(after)).toEqual(before)
      expect(meaning(await formatted(after, { ...style, proseWrap: 'always', printWidth: 33 }))).toEqual(before)
      expect(meaning(after.replaceAll('\n', '\r\n'))).toEqual(before)
    }
  })
})

test('a criterion with stars and lines in its text is the same once it is formatted', async () => {
  const piece = fc.constantFrom('a', '2', '*', '**', '_', '__', ' ', ' ', '`x * y`', '\\*', '.', 'b c', 'e\u0301')
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 9 }), async (pieces) => {
      const text = `- [ ] w ${pieces.join('').trim()} z\n`
      expect(meaning(await formatted(text, { proseWrap: 'never' }))).toEqual(meaning(text))
    }),
    { numRuns: oftenAtNight(640) },
  )
})

describe('the template of the plan, and its guide,', () => {
  const [template, guide] = ['task/plan.md', 'plan-guide.md'].map((name) =>
    readFileSync(`templates/engineer/files/.ai/${name}`, 'utf8').replaceAll('\r\n', '\n'),
  ) as [string, string]

  test.each(styles)('have no criterion when formatted with %j, and the template stays one', async (style) => {
    for (const text of [template, guide]) expect(taskItems(await formatted(text, style))).toEqual([])
    expect(isUnwritten(template.replace('- [ ]\n', ''))).toBe(true)
    expect(isUnwritten((await formatted(template, style)).replace(/^- \[ \]\n/m, ''))).toBe(true)
  })

  test('are as Prettier writes them', async () => {
    for (const text of [template, guide]) expect(await formatted(text, {})).toBe(text)
  })

  test('show an example that is read as it is meant', () => {
    const example = /^```markdown\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? ''
    const criteria = taskItems(example).map(readCriterion)
    expect(criteria.flatMap(({ faults }) => faults)).toEqual([])
    expect(criteria.map(({ commands, byDeveloper }) => [commands.map(({ text }) => text), byDeveloper])).toEqual([
      [['npm test -- export'], false],
      [['node scripts/smoke.mjs old-endpoint'], false],
      [[], true],
    ])
  })

  test('have every other item as it is read', () => {
    const said = [...guide.matchAll(/`` ?((?:in|expect|tests)[^`]* ?`[^`]+`) ?``|(?<!`)`((?:within|red|by): [^`]+)`/g)]
    const items = said.map(([, long, short]) => (long ?? short ?? '').replace(/^tests/, 'expect: tests'))
    expect(items.length).toBeGreaterThanOrEqual(4)
    for (const item of items) {
      const command = item.startsWith('by') ? '' : '  - run: `npm test`\n'
      const [criterion] = taskItems(`- [ ] It works\n${command}  - ${item}\n`).map(readCriterion)
      expect({ item, faults: criterion?.faults }).toEqual({ item, faults: [] })
    }
  })
})

// An item that belongs to no criterion, wherever it stands, is named with its line and the right form: it is never dropped.

const read = (plan: string) => likelyBoxes(plan).map(readCriterion)

const items = {
  run: '- run: `npm test`',
  shell: '- shell: `npm run build && npm test`',
  expect: '- expect: exit 3',
  by: '- by: developer',
} as const

/** Whether a line below a criterion is one of its items, by its indentation. */
const criteria = [
  ['- [x] It works', 2],
  ['1. [x] It works', 3],
  ['10) [x] It works', 4],
  ['-   [x] It works', 4],
  ['- Part\n  - [x] It works', 4],
] as const

const places: Readonly<Record<string, (item: string) => string>> = {
  'a list above that of the criterion': (item) => `\n${item}`,
  'a list below a blank line': (item) => `\n\n${item}`,
  'a line that goes on with the paragraph': (item) => `\n${item.slice(2)}`,
  'the same, indented': (item) => `\n    ${item.slice(2)}`,
  'a paragraph': (item) => `\n\n${item.slice(2)}`,
  'a quote': (item) => `\n> ${item}`,
  'a quote below a blank line': (item) => `\n\n> ${item.slice(2)}`,
  'a fence': (item) => `\n\`\`\`\n${item}\n\`\`\``,
  'a fence in the criterion': (item) => `\n    \`\`\`md\n    ${item}\n    \`\`\``,
  'indented code': (item) => `\n\n            ${item}`,
  'an item that is code by its spaces': (item) => `\n    -     ${item.slice(2)}`,
  'an item of an item': (item) => `\n    - First\n      ${item}`,
  'a row of a table': (item) => `\n\n| ${item.slice(2)} |`,
  'a section of its own': (item) => `\n\n## Commands\n\n${item}`,
}

describe.each(criteria)('below %j', (criterion, indent) => {
  test.each(Object.keys(places))('an item in %s is named', (place) => {
    for (const [word, item] of Object.entries(items)) {
      const plan = `# P\n\n${criterion}${places[place]?.(item)}\n`
      const line = plan.split('\n').findIndex((each) => each.includes(item.slice(2))) + 1
      const [found] = read(plan)
      expect([word, found]).toMatchObject([word, { commands: [], byDeveloper: false }])
      const message = `\`${word}:\` is not read here: an item of its criterion is indented by ${indent} spaces.`
      expect(found?.faults).toContainEqual({ line, message, fix: item })
      expect(mayHaveCommands(plan)).toBe(true)
    }
  })

  test('each indentation either makes an item of the criterion, or is named', () => {
    for (const [word, item] of Object.entries(items).filter(([each]) => each !== 'expect'))
      for (let columns = 0; columns < 12; columns++) {
        const [found] = read(`${criterion}\n${' '.repeat(columns)}${item}\n`)
        const isRead = (found?.commands.length ?? 0) > 0 || found?.byDeveloper === true
        expect([word, columns, isRead]).toEqual([word, columns, columns >= indent && columns < indent + 4])
        expect(found?.faults).toHaveLength(isRead ? 0 : 1)
      }
  })
})

test.each([
  ['without its colon', '- Run `npm test`', '- run: `npm test`'],
  ['without backticks', '- run: npm test', '- run: `npm test`'],
  ['without backticks, in code', '```\nrun: npm test\n```', '- run: `npm test`'],
  ['with a slip', '- Exepct: exit 3', '- expect: stdout contains `410`'],
  ['with what cannot be expected', '- expect: nothing', '- expect: stdout contains `410`'],
])('one that is not written right is named as well: %s', (_, text, fix) => {
  expect(read(`- [x] a\n${text}\n`)).toMatchObject([
    { faults: [{ message: expect.stringContaining('is not read here'), fix }] },
  ])
})

test('one above every criterion is a fault of the first, and one in the text of its criterion is named', () => {
  expect(read('- run: `npm test`\n\n- [x] a\n')).toMatchObject([{ text: 'a', faults: [{ line: 1 }] }])
  for (const text of ['a: run: `npm test`', 'a (shell: `npm test`)'])
    expect(read(`- [x] ${text}`)).toMatchObject([{ faults: [{ line: 1, fix: expect.stringContaining('`npm test`') }] }])
})

test.each(['```\nnpm test\n```', '```sh\n$ npm test\n```', '   ~~~console\n   npm test\n   ~~~'])(
  'a command in a fence is named, unless it is beside another: %j',
  (fence) => {
    const plan = `- [x] a\n${fence}\n`
    expect(read(plan)).toMatchObject([{ commands: [], faults: [{ line: 3, fix: '- run: `npm test`' }] }])
    expect(mayHaveCommands(plan)).toBe(true)
    expect(read(`- [x] a\n  - run: \`b\`\n${fence}\n`)).toMatchObject([{ commands: [{ text: 'b' }], faults: [] }])
  },
)

test.each([
  ['a fence of something else', '- [ ] a\n  ```json\n  npm test\n  ```\n  ```\n  id;name\n  ```'],
  ['a fence further down', '- [ ] a\n\n## How\n\n```sh\nnpm test\n```'],
  ['prose that is wrapped', '- [ ] The script can\n  run `npm test` in\n  `src`'],
  [
    'prose below a heading',
    '- [ ] a\n\n## Notes\n\nRun: `npm test` takes a minute. By: Ann.\n\n- Run `npm ci` first\n- In: all parts',
  ],
  ['a label', '- [ ] a\n\n**Note:** `b`\nExample: `c`\n\nRisks: none\n\n- Review: Ann'],
  ['an example further down', '- [ ] a\n\n## How\n\n```md\n- run: `npm test`\n```\n\n> - run: `npm test`'],
  ['a comment', '- [ ] a\n\n<!-- run: `a` -->\n\n<!--\n- run: `a`\n-->'],
])('%s is none', (_, plan) => {
  expect(read(plan).flatMap(({ faults }) => faults)).toEqual([])
})
