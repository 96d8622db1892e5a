import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Options } from 'prettier'
import * as markdown from 'prettier/plugins/markdown'
import { format } from 'prettier/standalone'
import { taskItems } from '../../../src/text/markdown/task-items'
import { readCriterion } from '../../../src/workflow/criteria/criterion'
import { identitiesOf } from '../../../src/workflow/criteria/status'
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
    expect(items.length).toBeGreaterThanOrEqual(5)
    for (const item of items) {
      const command = item.startsWith('by') ? '' : '  - run: `npm test`\n'
      const [criterion] = taskItems(`- [ ] It works\n${command}  - ${item}\n`).map(readCriterion)
      expect({ item, faults: criterion?.faults }).toEqual({ item, faults: [] })
    }
  })
})

test('no template has a box in a comment', () => {
  for (const name of ['context', 'plan', 'task', 'review-task', 'comments']) {
    const text = readFileSync(`templates/engineer/files/.ai/task/${name}.md`, 'utf8')
    for (const [comment] of text.matchAll(/<!--[\s\S]*?-->/g)) expect(comment).not.toMatch(/\[[ xX]?\]/)
  }
})
