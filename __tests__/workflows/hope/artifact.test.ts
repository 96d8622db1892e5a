import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { readArtifact, shapeOfRequest } from '../../../src/workflows/hope/artifact'
import { type ArtifactKind, type Artifacts, schemas } from '../../../src/workflows/hope/artifacts'
import { briefText, shapeText } from '../../../src/workflows/hope/documents'
import { empty } from '../../../src/workflows/hope/session'
import { knowing, known } from '../../support/hope-session'

const read = (kind: ArtifactKind, body: string, given = {}) => readArtifact(kind, body, knowing(given))

const kinds = Object.keys(schemas) as ArtifactKind[]

const criteria = [
  { id: 'C1', text: 'A file appears' },
  { id: 'C2', text: 'It opens' },
]
const shape = 'CRITERIA:\n- A file appears (verify: npm test)\n- It opens\nMUST NOT:\n- Touch the schema\n'

describe.each(kinds)('%s', (kind) => {
  test.each([
    ['', 'must not be empty'],
    ['   \n', 'must not be empty'],
    ['{"objective": "x"}', 'must be labels with bullets under them, such as `STOP:`, not JSON or front matter'],
    ['```json\n[]\n```', 'not JSON or front matter'],
    ['\uFEFF```markdown\n---\r\nmode: tool\r\n---\n```', 'not JSON or front matter'],
    ['---js\nmodule.exports = {}\n---\nx', 'not JSON or front matter'],
  ])('of %j is refused', (text, problem) => {
    const { artifact, problems } = readArtifact(kind, text)
    expect(artifact).toBeUndefined()
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  test('whatever comes, it is read or all its faults are told', () => {
    // biome-ignore format: in one paragraph
    const label = fc.constantFrom(
      'OBJECTIVE', 'ACCEPTANCE', 'criteria', 'mustNot', 'ITEMS', 'FINDINGS', 'COVERAGE', 'CONSENT', '__proto__', 'x',
    )
    const bullet = fc.oneof(fc.string(), fc.constantFrom('a: b (depends on: c)', 'BLOCKER: x', 'a: b (run: c'))
    const block = fc
      .tuple(label, fc.array(bullet))
      .map(([name, bullets]) => [`${name}:`, ...bullets.map((one) => `- ${one}`)].join('\n'))
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(block).map((blocks) => blocks.join('\n')),
    )
    fc.assert(
      fc.property(text, (body) => {
        const { artifact, problems } = readArtifact(kind, body)
        expect(artifact === undefined).toBe(problems.length > 0)
      }),
    )
  })
})

// biome-ignore format: one thing that is wrong, one line
test.each<[kind: ArtifactKind, text: string, ...problems: string[]]>([
  ['brief', 'Hello', 'objective: is missing', 'acceptance: is missing'],
  ['brief', 'OBJECTIVE:\nACCEPTANCE: none', 'line 1, objective: must not be empty', 'line 2, acceptance: must not be empty'],
  ['brief', `OBJECTIVE: ${'x'.repeat(2001)}\nACCEPTANCE:\n- a`, 'line 1, objective: must have at most 2000 characters'],
  ['brief', `OBJECTIVE: x\nACCEPTANCE:\n${'- a\n'.repeat(201)}`, 'line 2, acceptance: must have at most 200 entries', 'line 4, acceptance[1]: says what acceptance[0] says: make them one'],
  ['brief', 'OBJECTIV: x\n\nACCEPTANCE:\n- y', 'objective: is missing', 'line 1, OBJECTIV: is no label of the brief, and is left out'],
  ['shape', 'CRITERIA:\n- C1: a\n- c1: b\nMUST NOT:\n- x', 'line 3, criteria[1].id: “c1” is also that of criteria[0]'],
  ['review', 'FINDINGS: none\nCONSENT: sure', 'line 2, consent: must be one of yes, no, not "sure"'],
  ['panel', 'QUESTION: q\nTENSIONS: none\nCONSENSUS: none\nTRADE-OFF:\n- fine', 'line 2, tensions: must not be empty', 'line 5, tradeOff[0]: “fine” says nothing; what is so?', 'dissent: is missing'],
  ['single', 'QUESTION: q\nCOVERAGE: none\nANSWER:\n- ok', 'line 2, coverage: must be one of Documented, Inferred, Extrapolated, not "none"', 'line 4, answer[0]: “ok” says nothing; what is so?'],
  ['items', 'ITEMS:\n- just a text\n- a: write rows (depends on: b)', 'line 2, items[0].id: is missing', 'line 3, items[1].dependsOn[0]: there is no item “b”'],
  ['items', 'ITEMS:\n- a: (depends on: a)', 'line 2, items[0].id: is missing', 'line 2, items[0].text: “a:” says nothing; what is done?', 'line 2, items[0].dependsOn[0]: there is no item “a”'],
  ['items', 'ITEMS:\n- a: write rows (criteria: C3)', 'line 2, items[0].criteria[0]: there is no criterion “C3”'],
  ['items', 'ITEMS:\n- a: write rows (criteria: C1)\n- lunch: order lunch (criteria: none)', 'line 3, items[1].criteria: lunch serves none: name what it serves, (criteria: C1), or why it is needed, (why: …)', 'line 1, items: no item serves C2: the item after which it holds names it, (criteria: C2)'],
  ['items', 'ITEMS:\n- a: write rows (criteria: C1, C2)\n- b: show all rows (why: ok)', 'line 3, items[1].why: “ok” says nothing; what is so?'],
  ['items', 'ITEMS:\n- a: Do stuff (why: it was in the list)\n- b: write rows (criteria: C1, C2)', 'line 2, items[0].text: “Do stuff” says nothing; what is done?'],
  ['items', 'ITEMS:\n- a: Do more stuff (why: it was in the list)\n- b: write rows (criteria: C1, C2)', 'line 2, items[0].why: a names nothing that is wanted: say it with a word of the request, the brief or the shape'],
  ['shape', 'CRITERIA:\n- a\nMUST NOT:\n- x (covers: all)', 'line 4, mustNot[0].covers[0]: must be a whole number from 1 to 999'],
  ['items', 'ITEMS:\n- c1: write rows', 'line 2, items[0].id: “c1” is also that of a criterion or a limit'],
  ['review', 'Well.\n\nFINDINGS:', 'line 3, findings: must say what there is, or none'],
  ['review', 'FINDINGS:\n- FATAL: x', 'line 2, findings[0].severity: must be one of BLOCKER, WARNING, SUGGESTION, not "FATAL"'],
])('%s: of %j everything that is wrong is told, with its place', (kind, text, ...problems) => {
  expect(read(kind, text, { criteria }).problems).toEqual(problems)
})

test.each([
  ['grep -q "parseBytes("', 'it opens'],
  ['grep -q ")" a.js', 'it opens'],
  ['grep "((" a.js', 'it opens (soon)'],
])('a command with parentheses that no other closes stays whole: %s', (command, text) => {
  for (const notes of [`(covers: 1) (verify: ${command})`, `(verify: ${command}) (covers: 1)`])
    expect(read('shape', `CRITERIA:\n- ${text} ${notes}\nMUST NOT:\n- x\n`).artifact).toMatchObject({
      criteria: [{ text, covers: [1], verify: command }],
    })
})

test('a shape says how it is taken back, and which points of ACCEPTANCE its criteria cover', () => {
  const text =
    'CRITERIA:\n- It opens (in (a) browser) (covers: 1, 2) (verify: node -e "f((1))")\nMUST NOT:\n- x\nROLLBACK: git revert, a minute\n'
  expect(read('shape', text).artifact).toMatchObject({
    criteria: [{ text: 'It opens (in (a) browser)', covers: [1, 2], verify: 'node -e "f((1))"' }],
    rollback: 'git revert, a minute',
  })
  expect(read('shape', text.replace('1, 2', 'all')).problems).toEqual([
    'line 2, criteria[0].covers[0]: must be a whole number from 1 to 999',
  ])
  const brief = { objective: 'x', acceptance: ['y'], nonGoals: [], constraints: [], stop: [], blastRadius: [] }
  expect(readArtifact('shape', text.replace('- x', '- x (covers: 3)'), { ...empty, brief }).problems).toEqual([
    'line 2, criteria[0].covers[1]: ACCEPTANCE has 1, not 2',
    'line 4, mustNot[0].covers[0]: ACCEPTANCE has 1, not 3',
  ])
})

test.each<[kind: ArtifactKind, text: string, more: string, ...missing: string[]]>([
  ['shape', shape, 'PREMORTEM:\n- It is slow', 'premortem'],
  ['brief', 'OBJECTIVE: x\nACCEPTANCE:\n- y\n', 'STOP:\n- z\nBLAST RADIUS:\n- all', 'stop', 'blastRadius'],
])('the %s of a critical task needs more, that of any other does not', (kind, text, more, ...missing) => {
  const problems = missing.map((part) => `${part}: is missing; a critical task needs it`)
  expect(read(kind, text, { tier: 'critical' }).problems).toEqual(problems)
  expect(read(kind, `${text}${more}`, { tier: 'critical' }).problems).toEqual([])
  expect(read(kind, text, { tier: 'standard' }).problems).toEqual([])
})

test.each([
  ['Add CSV export of orders', 'Lunch for all of us', ['csv', 'export', 'orders']],
  ['Add CSV export of orders', 'Orders leave as CSV', []],
  ['加快导出速度', '午餐', [...'加快导出速度']],
])('a brief for “%s” names what is asked: %s', (request, objective, words) => {
  const { problems } = readArtifact('brief', `OBJECTIVE: ${objective}\nACCEPTANCE:\n- x`, { ...empty, text: request })
  const [problem = ''] = problems
  expect(problem.split(': ').at(-1)).toBe(words.join(', '))
})

test('criteria without an id get one that no other has', () => {
  const { artifact } = read('shape', 'CRITERIA:\n- a\n- c2: b\n- c\n- d\nMUST NOT:\n- x')
  expect((artifact as Artifacts['shape']).criteria.map(({ id }) => id)).toEqual(['C1', 'c2', 'C3', 'C4'])
})

test('what is left out is told, the first twenty of it', () => {
  const { advice } = read('brief', 'OBJECTIVE: x\nACCEPT:\n- y\n\nACCEPTANCE:\n- z')
  expect(advice).toContain('line 2, ACCEPT: is no label of the brief, and is left out')
  const strange = Array.from({ length: 9000 }, (_, index) => `## Strange ${'x'.repeat(index % 20)}\n`).join('')
  const ignored = read('brief', `OBJECTIVE: x\nACCEPTANCE:\n- y\n${strange}`).advice
  expect(ignored.filter((line) => line.includes('left out'))).toHaveLength(20)
})

test('a shape is advised on each criterion that says no way to see it', () => {
  const { advice } = read('shape', 'CRITERIA:\n- x\n- y (verify: npm test)\nMUST NOT:\n- z')
  expect(advice).toEqual(['CRITERIA 1: say how it is verified'])
})

test('a shape is advised on each point of ACCEPTANCE that nothing in it covers', () => {
  const points = '- A header row\n- A row for each order\n- must NOT lose an order\n- It opens in Excel'
  const brief = readArtifact('brief', `OBJECTIVE: x\nACCEPTANCE:\n${points}`).artifact as Artifacts['brief']
  const uncovered = (criteria: string, limit: string) =>
    readArtifact('shape', `CRITERIA:\n${criteria}\nMUST NOT:\n- ${limit}`, { ...knowing({}), brief }).advice.filter(
      (advice) => /^ACCEPTANCE/.test(advice),
    )
  expect(uncovered('- npm test passes', 'need a database')).toHaveLength(4)
  expect(uncovered('- npm test passes (covers: 1, 4)', 'lose an order')).toEqual([
    'ACCEPTANCE 2: no criterion says `(covers: 2)`: A row for each order',
  ])
  expect(uncovered('- a  HEADER row.\n- x (covers: 2, 3)', 'y (covers: 4) (verify: npm test)')).toEqual([])
})

// biome-ignore format: a text, and what it means
test.each<[kind: ArtifactKind, text: string, artifact: object]>([
  [
    'shape',
    'criteria:\n- C1: A file appears (verify: npm test)\n- API: answers (soon)\n- C3: It opens\n  - verify: open -a "(x)"\nmustNot:\n- Touch it\ntensions: none\nstart action: Open the file\npre-mortem:\n- slow',
    {
      criteria: [
        { id: 'C1', text: 'A file appears', verify: 'npm test' },
        { id: 'C2', text: 'API: answers (soon)' },
        { id: 'C3', text: 'It opens', verify: 'open -a "(x)"' },
      ],
      mustNot: ['Touch it'],
      startAction: 'Open the file',
      premortem: ['slow'],
    },
  ],
  [
    'items',
    'ITEMS:\n- model: Write the file (criteria: C1)\n- `view`: Show the file (depends on: model) (criteria: C1, c2) \n- end: Close the file\n  - depends on: view, `model`\n  - why: what opens closes',
    {
      items: [
        { id: 'model', text: 'Write the file', dependsOn: [], criteria: ['C1'] },
        { id: 'view', text: 'Show the file', dependsOn: ['model'], criteria: ['C1', 'c2'] },
        { id: 'end', text: 'Close the file', dependsOn: ['view', 'model'], criteria: [] },
      ],
    },
  ],
  [
    'review',
    'INTENT MISMATCH: yes\nCONSENT: no\nFINDINGS:\n- **SUGGESTION**: rename it\n- [WARNING]: loud\n- BLOCKER: No test',
    {
      findings: [
        { severity: 'SUGGESTION', text: 'rename it' },
        { severity: 'WARNING', text: 'loud' },
        { severity: 'BLOCKER', text: 'No test' },
      ],
      intentMismatch: true,
      approachFailure: false,
      consent: false,
    },
  ],
  ['review', 'FINDINGS: none', { findings: [], checked: [], intentMismatch: false, approachFailure: false, consent: false }],
])('%s: %j', (kind, text, expected) => {
  const { artifact, problems } = readArtifact(kind, text, knowing({ criteria }))
  expect(problems).toEqual([])
  expect(artifact).toMatchObject(expected)
})

test('what a session quotes of its brief and its shape can be handed in again', () => {
  const { brief } = known
  const again = (kind: ArtifactKind, text: string) => readArtifact(kind, text).artifact
  expect(again('brief', briefText(known))).toEqual(brief)
  expect(again('shape', shapeText(known))).toEqual(known.shape)
})

describe('items in any number, that wait for any that come before them', () => {
  type Needs = readonly (readonly string[])[]
  const ordered = fc
    .array(fc.array(fc.nat(), { maxLength: 4 }), { minLength: 1, maxLength: 40 })
    .map(
      (needs): Needs =>
        needs.map((some, index) => (index === 0 ? [] : [...new Set(some.map((one) => `i${one % index}`))])),
    )
  const lines = (needs: Needs) =>
    needs.map((some, index) => `- i${index}: write rows (depends on: ${some.join(', ') || 'none'})\n`)
  const problems = (list: readonly string[]) => read('items', `ITEMS:\n${list.join('')}`).problems

  test('are read, in whatever order they stand', () => {
    fc.assert(
      fc.property(ordered, fc.nat(), (needs, turn) => {
        const all = lines(needs)
        const at = turn % all.length
        expect(problems([...all.slice(at), ...all.slice(0, at)])).toEqual([])
      }),
    )
  })

  test('are refused as soon as the first waits for the last that waits for it', () => {
    fc.assert(
      fc.property(ordered, (needs) => {
        const chained = needs.map((some, index) => [`i${(index === 0 ? needs.length : index) - 1}`, ...some])
        expect(problems(lines(chained))).toEqual([
          expect.stringMatching(/^line 1, items: build on each other in a circle, i\d+ → /),
        ])
      }),
    )
  })
})

const untouched = 'change anything that the request does not name'

test.each([
  ['Fix the typo', [{ id: 'C1', text: 'Fix the typo' }], [untouched]],
  [
    'Fix the typo (verify: npm test)\nIt is in README.md',
    [{ id: 'C1', text: 'Fix the typo', verify: 'npm test' }],
    [untouched],
  ],
  [
    'Fix it\nDONE: a says b (verify: grep b a)\nMUST NOT: touch c',
    [{ text: 'a says b', verify: 'grep b a' }],
    ['touch c'],
  ],
  [
    'Fix it\n\n## Criteria\n- one\n- two\n',
    [
      { id: 'C1', text: 'one' },
      { id: 'C2', text: 'two' },
    ],
    [untouched],
  ],
  ['(verify: npm test)', [{ id: 'C1', text: '(verify: npm test)' }], [untouched]],
  [`x${'y'.repeat(7000)}`, [{ id: 'C1', text: `x${'y'.repeat(1999)}` }], [untouched]],
])('trivial work: %j is its own shape', (text, criteria, mustNot) => {
  expect(shapeOfRequest(text)).toMatchObject({ criteria, mustNot })
})

/** What docs/hope-artifacts.md shows, by the heading. */
const shown = readFileSync('docs/hope-artifacts.md', 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    kind: section.split('\n')[0]?.toLowerCase() as ArtifactKind,
    examples: [...section.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text),
  }))

test('every artifact has an example in the documentation', () => {
  expect(shown.map(({ kind, examples }) => [kind, examples.length])).toEqual(kinds.map((kind) => [kind, 1]))
})

test.each(shown)('the examples of $kind are right, and nothing in them is left out', ({ kind, examples }) => {
  for (const text of examples) {
    const { problems, advice } = readArtifact(kind, text, knowing({ tier: 'critical', criteria, mustNot: ['x', 'y'] }))
    expect(problems).toEqual([])
    expect(advice.filter((line) => line.includes('left out'))).toEqual([])
  }
})
