import fc from 'fast-check'
import { maxArtifactBytes, readArtifact, schemas } from '../../../src/workflows/discovery/artifact'
import { fresh, type Phase, phases } from '../../../src/workflows/discovery/plan'
import { artifactProblems } from '../../../src/workflows/discovery/problems'
import { artifacts } from '../../support/discovery-plan'
import { often } from '../../support/proving'

const problemsOf = (phase: Phase, artifact: unknown) => readArtifact(phase, JSON.stringify(artifact)).problems
const found = { codebase_understanding: 'x' }

// biome-ignore format: one thing that is wrong, one line
test.each<[phase: Phase, artifact: unknown, ...problems: string[]]>([
  ['discovery', null, 'the artifact: must be a JSON object'],
  ['discovery', [], 'the artifact: must be a JSON object'],
  ['discovery', 'text', 'the artifact: must be a JSON object'],
  ['discovery', {}, 'the artifact: must not be empty'],
  ['discovery', { codebase_understanding: ' ' }, 'codebase_understanding: must not be empty'],
  ['discovery', { codebase_understanding: {} }, 'codebase_understanding: must not be empty: the discovery is incomplete. Check file permissions, and that the tools work'],
  ['discovery', { codebase_understanding: [] }, 'codebase_understanding: must be an object or text'],
  ['discovery', { findings: 7 }, 'codebase_understanding: must be an object or text'],
  ['discovery', { ...found, complexity: null }, 'complexity_assessment: must be one of LOW, MEDIUM, HIGH'],
  ['discovery', { ...found, relevant_files: ['a', '', 7] }, 'relevant_files[1]: must not be empty', 'relevant_files[2]: must be text'],
  ['discovery', { ...found, integration_points: [{ dependencies: 'x' }, ''] }, 'integration_points[0].dependencies: must be a list', 'integration_points[1]: must not be empty'],
  ['discovery', { ...found, ambiguities_discovered: [{ question: 'Which?' }, { question: 'Which separator' }, {}] }, 'ambiguities_discovered[1].question: must end with a question mark', 'ambiguities_discovered[2].question: is missing'],
  ['discovery', { ...found, questions: ['Which separator'] }, 'ambiguities_discovered[0].question: must end with a question mark'],
  ['clarification', { conversation_log: [{ speaker: 'Robot' }] }, 'conversation_log[0].speaker: must be one of AI, HUMAN, not "Robot"'],
  ['contracts', { method_contracts: [{ class_name: 7 }, 'x'] }, 'method_contracts[0].class_name: must be text', 'method_contracts[1]: must be an object'],
  ['implementation_plan', { subtasks: [{}, { subtask_id: '' }] }, 'subtasks[0].subtask_id: is missing', 'subtasks[1].subtask_id: must not be empty'],
  ['implementation_plan', { subtasks: [{ subtask_id: 'a' }, { subtask_id: 'a' }] }, 'subtasks[1].subtask_id: “a” is also that of subtasks[0]'],
  ['implementation_plan', { subtasks: [{ subtask_id: 'a', dependencies: ['b'] }] }, 'subtasks[0].dependencies: must be empty: the subtasks that it builds on are named in scope.depends_on_subtasks'],
  ['implementation_plan', { subtasks: [{ subtask_id: 'a', scope: { depends_on_subtasks: ['b'] } }, { subtask_id: 'b', scope: { depends_on_subtasks: ['a'] } }] }, 'subtasks: build on each other in a circle, a → b → a'],
  ['implementation_plan', { subtasks: [{ subtask_id: 'a' }, { subtask_id: 'a', scope: { depends_on_subtasks: ['b'] } }, { subtask_id: 'b', scope: { depends_on_subtasks: ['a'] } }] }, 'subtasks[1].subtask_id: “a” is also that of subtasks[0]', 'subtasks: build on each other in a circle, a → b → a'],
  ['validation', { requirement_coverage: [{ coverage_confidence: 1.1 }] }, 'requirement_coverage[0].coverage_confidence: must be from 0 to 1'],
])('%s: of %j everything that is wrong is told, with its place', (phase, artifact, ...problems) => {
  expect(problemsOf(phase, artifact)).toEqual(problems)
})

test.each([
  ['', 'line 1, column 1'],
  ['{"a": 1,\n b}', 'line 2, column 2'],
  ['```json\n{}\n```\n', 'line 1, column 1'],
  ['{"a": [\n 1,\n]\n}\n', 'line 3, column 1'],
  ["\uFEFF{\n 'a': 1\n}\n", 'line 2, column 2'],
  ['{"a": NaN}\n', 'line 1, column 7'],
  ['{"a": "b\n', 'line 1, column 9'],
  ['{"a": 1', 'line 1, column 8'],
])('%j is no JSON, and the place is told', (text, place) => {
  expect(readArtifact('discovery', text).problems).toEqual([`${place}: is not valid JSON`])
})

test('what is too long, and what is nested beyond all reason, is refused', () => {
  expect(readArtifact('discovery', ' '.repeat(maxArtifactBytes + 1)).problems).toEqual([
    `the artifact: has more than ${maxArtifactBytes} characters`,
  ])
  const nested = (levels: number) => `{"codebase_understanding":"x","more":${'['.repeat(levels)}${']'.repeat(levels)}}`
  expect(readArtifact('discovery', nested(99)).problems).toEqual([])
  expect(readArtifact('discovery', nested(100)).problems).toEqual(['the artifact: is nested too deeply'])
  const deep = `{"codebase_understanding":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  expect(readArtifact('discovery', deep).problems).toEqual(['the artifact: is nested too deeply'])
})

test('a long chain of subtasks is no circle, and does not take long', () => {
  const subtasks = Array.from({ length: 20_000 }, (_, index) => ({
    subtask_id: `${index}`,
    scope: { depends_on_subtasks: index > 0 ? [`${index - 1}`] : [] },
  }))
  expect(problemsOf('implementation_plan', { subtasks })).toEqual([])
})

test('an understanding is a text or any object, and says something', () => {
  const told = (codebase_understanding: unknown) =>
    artifactProblems(fresh, { text: JSON.stringify({ codebase_understanding }) }).problems
  expect(told({ modules: ['Orders are kept in orders.js.'] })).toEqual([])
  expect(told({ overview: 'ok' })).toEqual(['codebase_understanding: “ok” says nothing; what is so?'])
})

test('unknown fields are kept, enumerations are kept in capitals, a byte order mark is none of it', () => {
  const text = `\uFEFF${JSON.stringify({ file_operations: [{ operation: 'create', why: { a: 1 } }], mood: 'good' })}`
  expect(readArtifact('implementation_plan', text).artifact).toEqual({
    file_operations: [{ operation: 'CREATE', why: { a: 1 } }],
    mood: 'good',
  })
})

test('whatever is handed in is taken or refused with a place, never with an exception', () => {
  fc.assert(
    fc.property(fc.constantFrom(...phases), fc.oneof(fc.string(), fc.json()), (phase, text) => {
      const { artifact, problems } = readArtifact(phase, text)
      expect(artifact === undefined).toBe(problems.length > 0)
      for (const problem of problems) expect(problem).toMatch(/^.+: .+/s)
    }),
    { numRuns: often(500) },
  )
})

test('what is taken once is taken again, as it is', () => {
  const anything = fc.record(
    {
      codebase_understanding: fc.oneof(fc.stringMatching(/^\w{1,20}$/), fc.constant({ overview: 'x' })),
      complexity: fc.constantFrom('low', 'Medium', 'HIGH'),
      files_to_modify: fc.array(fc.stringMatching(/^\w{1,9}$/)),
      more: fc.jsonValue(),
    },
    { requiredKeys: ['codebase_understanding'] },
  )
  fc.assert(
    fc.property(anything, (given) => {
      const { artifact } = readArtifact('discovery', JSON.stringify(given))
      expect(readArtifact('discovery', JSON.stringify(artifact)).artifact).toEqual(artifact)
    }),
  )
})

const submitted = (phase: Phase, artifact: unknown) =>
  artifactProblems({ ...fresh, phase }, { text: JSON.stringify(artifact) }).problems

/** An artifact in which only the text at a path says something; of two names the first. */
function withText(path: string, text: string): object {
  const [step = '', ...rest] = path.split('.')
  const [key = ''] = step.replace('[]', '').split('|')
  const inner = rest.length > 0 ? withText(rest.join('.'), text) : text
  return { [key]: step.endsWith('[]') ? [inner] : inner }
}
/** What the field, and an item of a list, needs besides. */
const beside = { codebase_understanding: 'Orders are in one module.' }
const item = {
  subtask_id: 'ST-1',
  title: 'A header row',
  original_question: 'Which separator?',
  final_decision: 'Semicolons.',
}
const filledUp = (artifact: object): object =>
  JSON.parse(JSON.stringify({ ...beside, ...artifact }), (key, value) =>
    key === '0' && typeof value === 'object' ? { ...item, ...value } : value,
  )

const hollows = ['', ' ', 'ok', 'as agreed', 'fixed now', 'it works', '…………………', 'Looks good, nothing to add.']
const asked = phases.flatMap((phase) => (schemas[phase].says ?? []).map((path) => [phase, path] as const))
test.each(asked)(
  '%s: %s that says nothing is refused by its name, and one that says something is taken',
  (phase, path) => {
    const place = path.replaceAll('[]', '[0]').replace(/\|.*/, '')
    const end = path.endsWith('question') ? '?' : ''
    for (const hollow of hollows) {
      const text = path.endsWith('s_discovered[].question') ? `${hollow}?` : hollow
      const told = submitted(phase, filledUp(withText(path, text)))
      expect([text, told.join()]).toEqual([text, expect.stringContaining(`${place}: `)])
    }
    expect(submitted(phase, filledUp(withText(path, `The row is written first${end}`)))).toEqual([])
  },
)

test.each(phases)('%s: nothing of what it needs is no artifact', (phase) => {
  const told = submitted(phase, { poem: 'The row is written first' })
  expect(told.join()).toContain((schemas[phase].says?.[0] ?? '').split('.')[0]?.replace('[]', ''))
  expect(submitted(phase, artifacts[phase])).toEqual([])
})
