import fc from 'fast-check'
import { maxArtifactBytes, readArtifact } from '../../../src/workflows/hope/artifact'
import { type Artifacts, type Kind, kinds } from '../../../src/workflows/hope/schemas'

const read = (kind: Kind, value: unknown, given = {}) => readArtifact(kind, JSON.stringify(value), given)

const brief = {
  objective: 'Orders as CSV',
  acceptance: ['A download appears', 'It must NOT hang', 'Commas are quoted'],
}
const shape = { criteria: [{ text: 'A file appears', verify: 'npm test' }, 'It opens'], mustNot: ['Touch the schema'] }
const criteria = [
  { id: 'C1', text: 'A file appears' },
  { id: 'C2', text: 'It opens' },
]
const items = {
  items: [
    { id: 'model', text: 'Write the model', criteria: ['C1'] },
    { id: 'view', text: 'Write the view', dependsOn: ['model'], criteria: ['C2'], reversible: false },
  ],
}
const review = { findings: [{ severity: 'BLOCKER', text: 'No test' }], intentMismatch: true, consent: false }
const result = { criterion: 'C1', pass: true, evidence: 'execution-output', reference: 'npm test: 12 passed' }
const verification = { results: [result] }
const role = { name: 'api', model: 'large', focus: 'Server', owns: ['src/api'] }
const blueprint = { roles: [role, { ...role, name: 'ui', owns: ['src/ui/**'] }], coupling: ['the types'] }
const right: Readonly<Record<Kind, object>> = { brief, shape, items, review, verification, blueprint }

describe.each(kinds)('%s', (kind) => {
  test('that is right has no problem', () => {
    const { artifact, problems, missing } = read(kind, right[kind], { criteria })
    expect({ problems, missing }).toEqual({ problems: [], missing: [] })
    expect(artifact).toMatchObject(kind === 'shape' ? {} : right[kind])
  })

  test('stays what it is when it is read again', () => {
    const { artifact } = read(kind, right[kind], { criteria })
    expect(read(kind, artifact, { criteria }).artifact).toEqual(artifact)
  })

  test.each([
    ['', 'must not be empty'],
    ['   \n', 'must not be empty'],
    ['"text"', 'must be a JSON object'],
    ['[[[', 'line 1, column 4: is not valid JSON'],
    ['{"a": 1,\n b}', 'line 2, column 2: is not valid JSON'],
    ['['.repeat(100_000), 'line 1, column 100001: is not valid JSON'],
    [' '.repeat(maxArtifactBytes + 1), `has more than ${maxArtifactBytes} characters`],
  ])('of %j is refused', (text, problem) => {
    const { artifact, problems } = readArtifact(kind, text.slice(0, maxArtifactBytes + 1))
    expect(artifact).toBeUndefined()
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  test('whatever comes, it is read or all its faults are told', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record(Object.fromEntries(Object.keys(right[kind]).map((key) => [key, fc.anything()])), { requiredKeys: [] })
        .map((value) => {
          try {
            return JSON.stringify(value) ?? ''
          } catch {
            return ''
          }
        }),
    )
    fc.assert(
      fc.property(anything, (text) => {
        const { artifact, problems, missing } = readArtifact(kind, text)
        expect(artifact === undefined).toBe(problems.length > 0)
        for (const name of missing) expect(problems.some((problem) => problem.startsWith(`${name}: `))).toBe(true)
      }),
    )
  })
})

// biome-ignore format: one thing that is wrong, one line
test.each<[kind: Kind, artifact: unknown, ...problems: string[]]>([
  ['brief', [], 'the brief: must be a JSON object'],
  ['brief', {}, 'objective: is missing', 'acceptance: is missing'],
  ['brief', { objective: ' ', acceptance: [] }, 'objective: must not be empty', 'acceptance: must have at least one criterion'],
  ['brief', { objective: 7, acceptance: 'x', stop: [1, ''] }, 'objective: must be text', 'acceptance: must be a list', 'stop[0]: must be text', 'stop[1]: must not be empty'],
  ['brief', { objective: 'x'.repeat(2001), acceptance: ['a'] }, 'objective: must have at most 2000 characters'],
  ['brief', { objective: 'x', acceptance: Array(201).fill('a') }, 'acceptance: must have at most 200 entries'],
  ['shape', {}, 'criteria: is missing', 'mustNot: is missing'],
  ['shape', { ...shape, criteria: [{ id: 'a b', text: '' }, 7, null, []] }, 'criteria[0].id: must be letters, digits, dots, hyphens and underscores, at most 64', 'criteria[0].text: must not be empty', 'criteria[1]: must be an object', 'criteria[2]: must be an object', 'criteria[3]: must be an object'],
  ['shape', { ...shape, criteria: [{ id: 'C1', text: 'a' }, { id: 'c1', text: 'b' }] }, 'criteria[1].id: "c1" is also that of criteria[0]'],
  ['shape', { ...shape, mode: 'boss', disposable: 'yes' }, 'mode: must be one of tool, tool-review, colleague', 'disposable: must be true or false'],
  ['items', [], 'items: must have at least one item'],
  ['items', [7, { id: 'a' }], 'items[0]: must be an object', 'items[1].text: is missing'],
  ['items', [{ id: 'a', text: 'x' }, { id: 'a', text: 'y' }], 'items[1].id: "a" is also that of items[0]'],
  ['items', [{ id: 'model', text: 'x' }, { id: 'b', text: 'y', dependsOn: ['modle', 7] }], 'items[1].dependsOn[1]: must be text', 'items[1].dependsOn[0]: there is no item "modle"; there is model, b'],
  ['items', [{ id: 'a', text: 'x', dependsOn: ['b'] }, { id: 'b', text: 'y', dependsOn: ['a'] }], 'items: wait for each other in a circle, a → b → a'],
  ['items', [{ id: 'a', dependsOn: ['a'] }], 'items[0].text: is missing', 'items: wait for each other in a circle, a → a'],
  ['items', [{ id: 'a', text: 'x', criteria: ['C3'], reversible: 'no' }], 'items[0].reversible: must be true or false', 'items[0].criteria[0]: there is no criterion "C3"; there is C1, C2'],
  ['review', {}, 'findings: is missing'],
  ['review', { findings: [{ severity: 'FATAL', text: 'x' }, { severity: 'blocker' }], consent: 'sure' }, 'findings[0].severity: must be one of BLOCKER, WARNING, SUGGESTION', 'findings[1].text: is missing', 'consent: must be true or false'],
  ['verification', { results: [] }, 'results: must have at least one result'],
  ['verification', { results: [{ ...result, pass: 'maybe' }] }, 'results[0].pass: must be pass or fail'],
  ['verification', { results: [{ ...result, evidence: 'hope', reference: undefined }] }, 'results[0].evidence: must be one of execution-output, observation, measurement, code-review, assumption', 'results[0].reference: is missing'],
  ['verification', { results: [result, { ...result, criterion: 'a file appears' }, { ...result, criterion: 'C9' }] }, 'results[2].criterion: there is no criterion "C9"; there is C1, C2', 'results[1].criterion: "C1" is also that of results[0]'],
  ['blueprint', { roles: [role] }, 'roles: must be two to five; fewer need no team'],
  ['blueprint', { roles: Array.from({ length: 6 }, (_, index) => ({ ...role, name: `r${index}`, owns: [`p${index}`] })) }, 'roles: must be two to five; split what is left into a second team'],
  ['blueprint', { roles: [role, { ...role, owns: [] }] }, 'roles[1].owns: must have at least one path', 'roles[1].name: "api" is also that of roles[0]'],
  ['blueprint', { roles: [role, { ...role, name: 'b', owns: ['docs', 'src/api/x.ts'] }] }, 'roles[1].owns[1]: src/api/x.ts is also owned by roles[0], by src/api'],
])('%s: of %j everything that is wrong is told, with its place', (kind, artifact, ...problems) => {
  expect(read(kind, artifact, { criteria }).problems).toEqual(problems)
})

test.each<[kind: Kind, value: object, ...missing: string[]]>([
  ['brief', { objective: 'x', acceptance: [] }, 'acceptance'],
  ['shape', { mustNot: ['x'] }, 'criteria'],
  ['shape', { criteria: [7], mustNot: 'x' }],
  ['items', {}, 'items'],
])('%s: of %j it is told apart what is missing', (kind, value, ...missing) => {
  expect(read(kind, value).missing).toEqual(missing)
})

test('a critical task needs a premortem in its shape, any other does not', () => {
  const { problems, missing } = read('shape', shape, { tier: 'critical' })
  expect({ problems, missing }).toEqual({
    problems: ['premortem: is missing; a critical task needs one'],
    missing: ['premortem'],
  })
  expect(read('shape', { ...shape, premortem: ['It is slow'] }, { tier: 'critical' }).problems).toEqual([])
  expect(read('shape', shape, { tier: 'standard' }).problems).toEqual([])
})

test('criteria without an id get one that no other has', () => {
  const { artifact } = read('shape', { ...shape, criteria: ['a', { id: 'c2', text: 'b' }, 'c', { text: 'd' }] })
  expect((artifact as Artifacts['shape']).criteria.map(({ id }) => id)).toEqual(['C1', 'c2', 'C3', 'C4'])
})

test('names of fields are understood in every spelling, and what nobody reads is told', () => {
  const { artifact, advice } = read('brief', {
    OBJECTIVE: 'x',
    ACCEPTANCE: ['a'],
    'NON-GOALS': ['b'],
    blast_radius: ['c'],
    accept: [],
  })
  expect(artifact).toMatchObject({ objective: 'x', acceptance: ['a'], nonGoals: ['b'], blastRadius: ['c'] })
  expect(advice).toContain('accept: is not known here, and is left out')
  expect(read('items', [{ id: 'a', text: 'b', depends_on: [], owner: 'me' }]).advice).toContain(
    'items[0].owner: is not known here, and is left out',
  )
})

test('a field that is missing is told with the one that may have been meant by it', () => {
  expect(read('shape', { criteria: ['a'], mustNots: ['b'], notes: 1 }).problems).toEqual([
    'mustNot: is missing; "mustNots" is not known here',
  ])
})

test('JSON in a fence, and with a byte order mark, is JSON', () => {
  expect(readArtifact('brief', `\uFEFF\`\`\`json\n${JSON.stringify(brief)}\n\`\`\`\n`).problems).toEqual([])
})

test.each<[kind: Kind, text: string, artifact: object]>([
  [
    'brief',
    '## OBJECTIVE: Orders as CSV\n\nNON-GOALS:\n- PDF\n\nCONSTRAINTS: none\nACCEPTANCE:\n- A download appears\n\nSTOP CONDITIONS:\n1. The schema must change',
    {
      objective: 'Orders as CSV',
      nonGoals: ['PDF'],
      constraints: [],
      acceptance: ['A download appears'],
      stop: ['The schema must change'],
      blastRadius: [],
    },
  ],
  [
    'shape',
    'mode: Tool Review\ncriteria[]:\n- C1: A file appears (verify: npm test)\n- API: answers (soon)\nmustNot[]:\n- Touch it\ntensions: none\ndisposable: no, it stays\nstart: Open the file\npre-mortem:\n- slow',
    {
      mode: 'tool-review',
      criteria: [
        { id: 'C1', text: 'A file appears', verify: 'npm test' },
        { id: 'C2', text: 'API: answers (soon)' },
      ],
      mustNot: ['Touch it'],
      disposable: false,
      startAction: 'Open the file',
      premortem: ['slow'],
    },
  ],
  [
    'items',
    'ITEMS:\n- model: Write it (criteria: C1)\n- `view`: Show it (depends on: model) (criteria: C1, it opens) (irreversible)\n- end: Close it\n  - depends on: view, `model`',
    {
      items: [
        { id: 'model', text: 'Write it', dependsOn: [], criteria: ['C1'] },
        { id: 'view', text: 'Show it', dependsOn: ['model'], criteria: ['C1', 'C2'], reversible: false },
        { id: 'end', text: 'Close it', dependsOn: ['view', 'model'], criteria: [] },
      ],
    },
  ],
  [
    'review',
    'BLOCKERS:\n- No test\nWARNING: slow\nFINDINGS:\n- **SUGGESTION**: rename it\nINTENT MISMATCH: yes\nCONSENT: no',
    {
      findings: [
        { severity: 'SUGGESTION', text: 'rename it' },
        { severity: 'BLOCKER', text: 'No test' },
        { severity: 'WARNING', text: 'slow' },
      ],
      intentMismatch: true,
      approachFailure: false,
      consent: false,
    },
  ],
  ['review', 'FINDINGS: none', { findings: [], intentMismatch: false, approachFailure: false, consent: false }],
  [
    'verification',
    'RESULTS:\n- C1 | pass | execution output | npm test | 12 passed\n- it opens | Failed | Assumption | nobody looked',
    {
      results: [
        { criterion: 'C1', pass: true, evidence: 'execution-output', reference: 'npm test | 12 passed' },
        { criterion: 'C2', pass: false, evidence: 'assumption', reference: 'nobody looked' },
      ],
    },
  ],
  [
    'blueprint',
    'ROLES:\n- api | large | Server | src/api, `src/db`\n- ui | small | Pages | src/ui\nCOUPLING:\n- the types',
    {
      roles: [
        { name: 'api', model: 'large', focus: 'Server', owns: ['src/api', 'src/db'], tasks: [] },
        { name: 'ui', model: 'small', focus: 'Pages', owns: ['src/ui'], tasks: [] },
      ],
      coupling: ['the types'],
    },
  ],
])('%s in Markdown: %j', (kind, text, expected) => {
  const { artifact, problems } = readArtifact(kind, text, { criteria })
  expect(problems).toEqual([])
  expect(artifact).toMatchObject(expected)
})

test('of Markdown, too, everything that is wrong is told', () => {
  expect(readArtifact('items', 'ITEMS:\n- just a text\n- a: x (depends on: b)').problems).toEqual([
    'items[0].id: is missing',
    'items[1].dependsOn[0]: there is no item "b"; there is a',
  ])
  expect(readArtifact('verification', 'RESULTS:\n- C1 | pass').problems).toEqual([
    'results[0].evidence: is missing',
    'results[0].reference: is missing',
  ])
  const { problems, advice } = readArtifact('brief', 'OBJECTIV: x\n\nACCEPTANCE:\n- y')
  expect(problems).toEqual(['objective: is missing; "OBJECTIV" is not known here'])
  expect(advice).toEqual(['OBJECTIV: is no label of the brief, and is left out; the nearest is objective'])
})

test('what refers to thousands of things that are not there is refused in a moment', () => {
  const many = Array.from({ length: 300 }, (_, index) => ({
    id: `item-${index}`,
    text: 'x',
    dependsOn: Array.from({ length: 50 }, (_, at) => `x${index}-${at}`),
  }))
  const roles = Array.from({ length: 300 }, (_, index) => ({
    ...role,
    name: `r${index}`,
    owns: Array(40).fill('**/a*/**/b*'),
  }))
  const start = Date.now()
  expect(read('items', many).problems[0]).toBe('items: must have at most 200 entries')
  expect(read('blueprint', { roles }).artifact).toBeUndefined()
  expect(Date.now() - start).toBeLessThan(5000)
})

describe('items in any number, that wait for any that come before them', () => {
  const ordered = fc.array(fc.array(fc.nat(), { maxLength: 4 }), { minLength: 1, maxLength: 40 }).map((needs) =>
    needs.map((some, index) => ({
      id: `i${index}`,
      text: 'x',
      dependsOn: index === 0 ? [] : [...new Set(some.map((one) => `i${one % index}`))],
    })),
  )

  test('are read, in whatever order they stand', () => {
    fc.assert(
      fc.property(ordered, fc.nat(), (given, turn) => {
        const turned = [...given.slice(turn % given.length), ...given.slice(0, turn % given.length)]
        expect(read('items', turned).problems).toEqual([])
      }),
    )
  })

  test('are refused as soon as the first waits for the last that waits for it', () => {
    fc.assert(
      fc.property(ordered, (given) => {
        const chained = given.map((item, index) => ({
          ...item,
          dependsOn: index === 0 ? [] : [`i${index - 1}`, ...item.dependsOn],
        }))
        const closed = chained.map((item, index) =>
          index === 0 ? { ...item, dependsOn: [`i${given.length - 1}`] } : item,
        )
        expect(read('items', closed).problems).toEqual([
          expect.stringMatching(/^items: wait for each other in a circle, i\d+ → /),
        ])
      }),
    )
  })
})

test('thousands of fields that nobody knows are told in a moment, the first of them', () => {
  const strange = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`strange-${index}`, index]))
  const start = Date.now()
  expect(
    read('brief', { ...strange, objective: 'x', acceptance: ['y'] }).advice.filter((line) => /not known/.test(line)),
  ).toHaveLength(20)
  expect(read('brief', strange).missing).toEqual(['objective', 'acceptance'])
  expect(Date.now() - start).toBeLessThan(5000)
})
