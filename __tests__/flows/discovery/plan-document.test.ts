import fc from 'fast-check'
import { fresh } from '../../../src/flows/discovery/plan'
import { criterionIn, planDocument, verificationItem } from '../../../src/flows/discovery/plan-document'
import { knownText } from '../../../src/markdown/known-text'
import { taskItems } from '../../../src/markdown/task-items'
import { readCriterion } from '../../../src/proof/criteria/criterion'
import { anyCharacter } from '../../support/random'

const artifact = '.ai/discovery/csv/artifacts/implementation_plan_artifact.json'
const written = (criteria: readonly string[], subtasks: unknown, more = {}) =>
  planDocument({ ...fresh, title: 'CSV export', ...more, acceptance_criteria: criteria }, subtasks, artifact)
const criteriaIn = (markdown: string) => taskItems(markdown).map(readCriterion)

test('a plan has a box for each criterion and subtask, and under it the commands that show it', () => {
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

What each subtask needs to know is in \`${artifact}\`.

## Acceptance Criteria

- [ ] Orders leave as CSV
  - run: \`node smoke.mjs\`
- [ ] It opens in Excel
  - verify: look at the page

## ST-1: Header row

Where: src/csv.ts

- [ ] ST-1: Header row
  - run: \`npm test -- header\`
- [ ] names are quoted
  - shell: \`npm run build && npm test\`
- [ ] it reads well

## ST-2: The button

- [ ] ST-2: The button
`)
})

// biome-ignore format: one way of saying it a line
test.each([
  ['npm test -- export',                    '- run: `npm test -- export`'],
  ['`npm test -- export`',                  '- run: `npm test -- export`'],
  ['pytest tests/test_export.py -k csv',    '- run: `pytest tests/test_export.py -k csv`'],
  ['./scripts/smoke.sh',                    '- run: `./scripts/smoke.sh`'],
  ['go test ./...',                         '- run: `go test ./...`'],
  ['`go test ./...`',                       '- run: `go test ./...`'],
  ['cargo test export',                     '- run: `cargo test export`'],
  ['make check',                            '- run: `make check`'],
  ['`check-orders`',                        '- run: `check-orders`'],
  ["node -e 'process.exit(0)'",             "- run: `node -e 'process.exit(0)'`"],
  ['npm run build && npm test',             '- shell: `npm run build && npm test`'],
  ['node export.js | wc -l',                '- shell: `node export.js | wc -l`'],
  ['CI=1 npm test',                         '- shell: `CI=1 npm test`'],
  ['`CI=1 npm test`',                       '- shell: `CI=1 npm test`'],
  ['npm test -- src/*.test.ts',             '- shell: `npm test -- src/*.test.ts`'],
  ['``node -e "console.log(`x`)"``',        '- shell: `` node -e "console.log(`x`)" ``'],
  ['look at the page',                      '- verify: look at the page'],
  ['manual check',                          '- verify: manual check'],
  ['make sure it works',                    '- verify: make sure it works'],
  ['go to the page',                        '- verify: go to the page'],
  ['npm test passes',                       '- verify: npm test passes'],
  ['npm test: 42 passed',                   '- verify: npm test: 42 passed'],
  ['npm test (unit only)',                  '- verify: npm test (unit only)'],
  ["npm's tests",                           "- verify: npm's tests"],
  ['run: the app',                          '- verify: run: the app'],
  ['npm test\nthen look',                   '- verify: npm test then look'],
  ['`npm test` passes',                     '- verify: `npm test` passes'],
])('%j is %s', (said, item) => {
  expect(verificationItem(said)).toBe(item)
})

test.each([
  ['A file appears', 'A file appears', ''],
  ['A file appears (verify: npm test)', 'A file appears', 'npm test'],
  ['A file\n  appears (Verify:  node -e "f(1)")', 'A file appears', 'node -e "f(1)"'],
  ['A file (the CSV) appears', 'A file (the CSV) appears', ''],
  ['(verify: npm test)', '(verify: npm test)', ''],
  ['A file (verify: npm test) appears', 'A file (verify: npm test) appears', ''],
])('the criterion %j is %j, verified by %j', (said, text, verify) => {
  expect(criterionIn(said)).toEqual({ text, verify })
})

const anyText = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ unit: anyCharacter, minLength: 1 }),
  fc.constantFrom(
    '- [x] done',
    '<!-- hidden',
    '```',
    '# Title',
    '> quote',
    '---',
    'a\n\n- [x] b',
    '1. one',
    '  x',
    '`',
    '\\',
  ),
)

test('whatever is said, the plan has its criteria and no others, none ticked, none with a fault or a command', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 4 }), anyText, anyText, (criteria, goal, title) => {
      const plain = criteria.map((text) => text.replace(/verify/gi, 'v'))
      const subtasks = [{ subtask_id: 'ST-1', title, location: goal, acceptance_criteria: plain }]
      const found = criteriaIn(written(plain, subtasks, { goal, title }))
      const wanted = plain.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
      expect(found).toHaveLength(2 * wanted.length + 1)
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
      expect(criterion?.commands.map(({ text }) => text)).toEqual([command.replace(/\s+/g, ' ')])
      expect([criterion?.faults, knownText(criterion?.text ?? '')]).toEqual([[], 'It works'])
    }),
  )
})
