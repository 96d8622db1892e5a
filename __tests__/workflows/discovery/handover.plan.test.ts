import fc from 'fast-check'
import { inline } from '../../../src/text/markdown/code'
import { knownText } from '../../../src/text/markdown/known-text'
import { taskItems } from '../../../src/text/markdown/task-items'
import { readCriterion } from '../../../src/workflow/criteria/criterion'
import { verificationItem } from '../../../src/workflow/criteria/said-command'
import { criterionIn } from '../../../src/workflows/discovery/coverage'
import { boxesOf, planDocument } from '../../../src/workflows/discovery/handover'
import { fresh } from '../../../src/workflows/discovery/plan'
import { anyCharacter } from '../../support/random'

const artifact = '.ai/discovery/csv/artifacts/implementation_plan_artifact.json'
const written = (criteria: readonly string[], subtasks: unknown, more = {}, coverage: readonly object[] = []) =>
  planDocument(
    { ...fresh, title: 'CSV export', ...more, acceptance_criteria: criteria },
    { implementation_plan: { subtasks }, validation: { requirement_coverage: coverage } },
    artifact,
  )
const criteriaIn = (markdown: string) => taskItems(markdown).map(readCriterion)

test('a plan has a box for each criterion, and under it the commands that show it; a subtask is a task', () => {
  const subtasks = [
    {
      subtask_id: 'ST-1',
      title: 'Header row',
      location: 'src/csv.ts',
      verify: 'npm test -- header',
      acceptance_criteria: ['names are quoted (verify: npm run build && npm test)', 'it reads well'],
    },
    { subtask_id: 'ST-2', description: 'The button' },
  ]
  const criteria = ['Orders leave as CSV (verify: node smoke.mjs)', 'It opens in Excel (verify: look at the page)']
  expect(written(criteria, subtasks, { goal: 'Orders leave\nas CSV' })).toBe(`# CSV export

Goal: Orders leave as CSV

## Acceptance Criteria

- [ ] Orders leave as CSV
  - run: \`node smoke.mjs\`
- [ ] It opens in Excel
  - verify: look at the page
- [ ] names are quoted
  - shell: \`npm run build && npm test\`
- [ ] it reads well
  - run: \`npm test -- header\`

## Tasks

What each needs to know is in \`${artifact}\`.

### ST-1: Header row

Where: src/csv.ts

### ST-2: The button
`)
})

describe('what says the same is one criterion', () => {
  const four = ['Readers get 403', 'A header row (verify: node t.js)', 'It opens in Excel', 'Names are quoted']
  const boxes = (subtasks: unknown, coverage: readonly object[] = []) =>
    written(four, subtasks, {}, coverage)
      .split('\n')
      .filter((line) => /^(- \[| {2}- )/.test(line))

  test('however it is spaced, written in capitals or ended, with every command once', () => {
    const subtasks = [
      {
        subtask_id: 'A',
        title: 'Deny',
        verify: 'npm test',
        acceptance_criteria: ['readers  get 403. (verify: npm test)'],
      },
      { subtask_id: 'B', verify: 'node b.js', acceptance_criteria: ['A header row', '*names* are quoted'] },
      {
        subtask_id: 'C',
        acceptance_criteria: ['it opens in excel (verify: look)', 'Names are quoted (verify: node q.js)'],
      },
    ]
    expect(boxes(subtasks)).toEqual([
      '- [ ] Readers get 403',
      '  - run: `npm test`',
      '- [ ] A header row',
      '  - run: `node t.js`',
      '- [ ] It opens in Excel',
      '  - verify: look',
      '- [ ] Names are quoted',
      '  - run: `node b.js`',
      '  - run: `node q.js`',
    ])
  })

  test('so is what the validation names a subtask for: the commands of the subtask show it', () => {
    const subtasks = [
      {
        subtask_id: 'ST-1',
        title: 'Deny',
        verify: 'npm test',
        acceptance_criteria: ['403 for them (verify: node d.js)'],
      },
      {
        subtask_id: 'ST-2',
        title: 'Rest',
        verify: 'node r.js',
        acceptance_criteria: ['It opens in Excel', 'A header row'],
      },
    ]
    const coverage = [
      { requirement: 'readers get 403', implementation_location: 'ST-1 (deny.ts)' },
      { requirement: 'Names are quoted', implementation_location: 'ST-2' },
    ]
    expect(boxes(subtasks, coverage)).toEqual([
      '- [ ] Readers get 403',
      '  - run: `node d.js`',
      '  - run: `npm test`',
      '- [ ] A header row',
      '  - run: `node t.js`',
      '- [ ] It opens in Excel',
      '  - run: `node r.js`',
      '- [ ] Names are quoted',
      '  - run: `node r.js`',
    ])
    expect(written(four, subtasks, {}, coverage)).toContain('### ST-1: Deny\n\nDone when: 403 for them\n')
  })

  test('and no command is lost, by either of the two that can name it', () => {
    const any = fc.constantFrom(...four, 'a new one', 'Another (verify: node n.js)')
    const subtask = fc.record({
      verify: fc.constantFrom('node a.js', 'node b.js'),
      acceptance_criteria: fc.array(any, { maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(subtask, { maxLength: 4 }), fc.array(any, { maxLength: 3 }), (those, named) => {
        const subtasks = those.map((one, index) => ({ ...one, subtask_id: `ST-${index}` }))
        const coverage = named.map((requirement, index) => ({ requirement, implementation_location: `ST-${index}` }))
        const lines = boxes(subtasks, coverage)
        for (const { verify } of those) expect(lines).toContain(`  - run: \`${verify}\``)
        const texts = lines.filter((line) => line.startsWith('-')).map((line) => line.toLowerCase())
        expect(new Set(texts).size).toBe(texts.length)
        expect(texts.slice(0, 4)).toEqual(four.map((one) => `- [ ] ${criterionIn(one).text}`.toLowerCase()))
      }),
    )
  })
})

// biome-ignore format: one way of saying it a line
test.each([
  ['`npm test -- export`',                  '- run: `npm test -- export`'],
  ['./scripts/smoke.sh',                    '- run: `./scripts/smoke.sh`'],
  ['`go test ./...`',                       '- run: `go test ./...`'],
  ['`check-orders`',                        '- run: `check-orders`'],
  ["node -e 'process.exit(0)'",             "- run: `node -e 'process.exit(0)'`"],
  [`node -e "for (const n of [1, 2]) if (n > 2) throw new Error('not this.')"`, `- run: \`node -e "for (const n of [1, 2]) if (n > 2) throw new Error('not this.')"\``],
  ['npm run build && npm test',             '- shell: `npm run build && npm test`'],
  ['CI=1 npm test',                         '- shell: `CI=1 npm test`'],
  ['``node -e "console.log(`x`)"``',        '- shell: `` node -e "console.log(`x`)" ``'],
  ['look at the page',                      '- verify: look at the page'],
  ['make sure it works',                    '- verify: make sure it works'],
  ['npm test (unit only)',                  '- verify: npm test (unit only)'],
  ["npm's tests",                           "- verify: npm's tests"],
  ['npm test\nthen look',                   '- verify: npm test then look'],
  ['`npm test` passes',                     '- verify: `npm test` passes'],
])('%j is %s', (said, item) => {
  expect(verificationItem(said)).toBe(item)
})

test.each([
  ['A file appears (verify: npm test)', 'A file appears', 'npm test'],
  ['A file\n  appears (Verify:  node -e "f(1)")', 'A file appears', 'node -e "f(1)"'],
  ['(verify: npm test)', '(verify: npm test)', ''],
  ['A file (verify: npm test) appears', 'A file (verify: npm test) appears', ''],
])('the criterion %j is %j, verified by %j', (said, text, verify) => {
  expect(criterionIn(said)).toEqual({ text, verify })
})

const anyText = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ unit: anyCharacter, minLength: 1 }),
  // biome-ignore format: in one paragraph
  fc.constantFrom(
    '- [x] done', '<!-- hidden', '```', '# Title', '> quote', '---', 'a\n\n- [x] b', '1. one', '  x', '`', '\\',
  ),
)

test('whatever is said, the plan has its criteria and no others, none ticked, none with a fault or a command', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 4 }), anyText, anyText, (criteria, goal, title) => {
      const plain = criteria.map((text) => text.replace(/verify/gi, 'v'))
      const subtasks = [{ subtask_id: 'ST-1', title, location: goal, acceptance_criteria: plain }]
      const found = criteriaIn(written(plain, subtasks, { goal, title }))
      const plan = { ...fresh, acceptance_criteria: plain }
      expect(found).toHaveLength(boxesOf(plan, { implementation_plan: { subtasks } }).length)
      expect(
        found.filter(({ ticked, faults, commands }) => ticked || faults.length > 0 || commands.length > 0),
      ).toEqual([])
    }),
  )
})

test('whatever command is in backticks, the plan has it as it is', () => {
  const anyCommand = fc
    .string({ minLength: 1 })
    .map((text) => text.trim())
    .filter((text) => text !== '' && !/[`\p{C}]/u.test(text))
  fc.assert(
    fc.property(anyCommand, (command) => {
      const [criterion] = criteriaIn(written([`It works (verify: \`${command}\`)`], []))
      expect(criterion?.commands.map(({ text }) => text)).toEqual([inline(command)])
      expect([criterion?.faults, knownText(criterion?.text ?? '')]).toEqual([[], 'It works'])
    }),
  )
})
