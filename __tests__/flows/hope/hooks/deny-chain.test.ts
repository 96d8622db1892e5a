import fc from 'fast-check'
import { judgePlan, listen, maxDenials, parts, partsIn, tag } from '../../../../src/flows/hope/hooks/deny-chain'
import { empty, type Session } from '../../../../src/flows/hope/session'
import { types } from '../../../../src/flows/hope/session-type'
import { known } from '../../../support/hope-session'
import { assistant, brief, denial, shape, showsPlan, toolResult, user } from '../../../support/transcripts'

function hear(...lines: readonly string[]) {
  const { line, heard } = listen()
  for (const one of lines) line(one)
  return heard()
}
const judge = (lines: readonly string[], session: Session, plan = '') => judgePlan(hear(...lines), session, plan)

const allowed = { allow: true, missing: [] }
const nothing: Session = { ...empty, main: 'user_need' }
const engaged: Session = { ...known, main: 'user_need', brief: undefined, shape: undefined }
const whole = { brief: known.brief, shape: known.shape }
const said = ['OBJECTIVE: x', 'ACCEPTANCE:\n- y', 'criteria:\n- z', 'mustNot:\n- n']

test('a plan is shown without a transcript, before the developer has said how they take part, and for trivial work', () => {
  expect(judgePlan(undefined, engaged, '')).toEqual(allowed)
  expect(judge([], nothing)).toEqual(allowed)
  expect(judge([], { ...engaged, short: true })).toEqual(allowed)
})

test.each(parts.map((part, index) => [part, index] as const))(
  '%s is named if it is the first that is missing',
  (part, index) => {
    const others = said.filter((_, at) => at !== index)
    for (const plan of [others, said.slice(0, index)])
      expect(judge([], engaged, plan.join('\n\n'))).toEqual({ allow: false, part })
  },
)

test.each(types)('a session of the type %s needs what its pipeline has', (type) => {
  const session = { ...engaged, type }
  expect(judge([], session)).toEqual({ allow: false, part: 'OBJECTIVE' })
  expect(judge([], session, brief)).toMatchObject({ part: type === 'Reflect' ? 'coverage' : 'criteria' })
})

test('session and plan have the parts together, under the labels that `submit` takes', () => {
  expect(judge([], { ...engaged, ...whole })).toMatchObject({ part: 'coverage' })
  expect(judge([], { ...engaged, brief: whole.brief }, shape)).toMatchObject({ part: 'coverage' })
  expect(judge([], engaged, `# Plan\n\n\`\`\`\n## ${brief}\n\`\`\`\n\n${shape}`)).toMatchObject({ part: 'coverage' })
})

test.each([
  'the OBJECTIVE: is missing',
  'OBJECTIVE:',
  'OBJECTIVE',
  'ACCEPTANCE: none',
  'criteria:\n\nmustNot: -',
  `${tag} OBJECTIVE. The plan has no objective`,
])('%j says none of them', (text) => {
  expect(partsIn(text)).toEqual([])
})

test('what conversation, tools and gate say is no plan', () => {
  const everything = `${brief}\n${shape}`
  const lines = [
    user(everything),
    assistant(everything),
    toolResult('t', everything),
    ...denial('p1', `OBJECTIVE: the line OBJECTIVE: and\n${brief}`),
  ]
  expect(judge(lines, engaged)).toEqual({ allow: false, part: 'OBJECTIVE' })
})

test('coverage is denied once, with the beginning of the request, and passes on the next call', () => {
  const session = { ...engaged, ...whole, text: `Export\n  ${'x'.repeat(400)}` }
  const first = judge([], session)
  expect(first).toEqual({ allow: false, part: 'coverage', request: `Export ${'x'.repeat(293)}` })
  expect(judge(denial('p1', 'coverage'), session)).toEqual(allowed)
  expect(judge(denial('p1', 'criteria'), session)).toEqual(first)
})

test.each([0, 1, 2, 3, 4, 10])('after %d denials it prevents only if they are fewer than three', (count) => {
  const denials = Array.from({ length: count }, (_, index) => denial(`p${index}`, 'OBJECTIVE')).flat()
  expect(judge(denials, engaged)).toEqual(
    count < maxDenials ? { allow: false, part: 'OBJECTIVE' } : { allow: true, missing: parts },
  )
})

test('with a cap of three the last checks may not be reached; what is missing is told then', () => {
  const lines: string[] = []
  for (const [index, part] of parts.slice(0, 3).entries()) {
    expect(judge(lines, engaged, said.slice(0, index).join('\n\n'))).toEqual({ allow: false, part })
    lines.push(...denial(`p${index}`, part))
  }
  expect(judge(lines, engaged, said.slice(0, 3).join('\n\n'))).toEqual({ allow: true, missing: ['mustNot'] })
  expect(judge(lines, engaged, said.join('\n\n'))).toEqual(allowed)
})

describe('a denial', () => {
  test('is counted once, however often it is written down', () => {
    const [shown = '', result = ''] = denial('p1', 'OBJECTIVE')
    const again = JSON.stringify({ type: 'system', content: `${tag} OBJECTIVE. …`, toolUseID: 'p1' })
    expect(hear(shown, result, again, result, ...denial('p2', 'criteria')).count).toBe(2)
  })

  test('is none that a file, the user, the assistant or a subagent tells of', () => {
    const told = `See docs/agents.md: ${tag} OBJECTIVE.`
    const others = [user(`${tag} OBJECTIVE.`), assistant(`${tag} OBJECTIVE.`), assistant(told, { isSidechain: true })]
    expect(
      hear(toolResult('r1', told), toolResult('r2', [{ type: 'text', text: told }]), ...others, showsPlan('p1')).count,
    ).toBe(0)
    const [, result = ''] = denial('p1', 'OBJECTIVE')
    expect(hear(JSON.stringify({ ...JSON.parse(result), isSidechain: true })).count).toBe(0)
  })

  test('counts also where the call before it was not seen', () => {
    const lines = [toolResult('p1', `${tag} OBJECTIVE.`), toolResult('p2', `Hook: ${tag} criteria.`, true)]
    expect(hear(...lines).count).toBe(2)
    expect(hear(JSON.stringify({ type: 'system', content: `${tag} OBJECTIVE.` })).count).toBe(1)
  })
})

test('whatever stands in a transcript is heard without a word', () => {
  const block = fc.record({
    type: fc.constantFrom<unknown>('text', 'tool_result', 'tool_use'),
    content: fc.constantFrom<unknown>(tag, 7, null, [tag]),
    tool_use_id: fc.jsonValue(),
    is_error: fc.jsonValue(),
  })
  const entry = fc.record(
    {
      type: fc.constantFrom<unknown>('user', 'assistant', 'system', 7),
      message: fc.oneof(fc.jsonValue(), fc.record({ content: fc.oneof(fc.jsonValue(), fc.array(block)) })),
      content: fc.constantFrom<unknown>(tag, 7),
    },
    { requiredKeys: [] },
  )
  const line = fc.oneof(
    fc.string().map((text) => text + tag),
    fc.json(),
    entry.map((value) => JSON.stringify({ ...value, tag })),
  )
  fc.assert(fc.property(fc.array(line), (lines) => void hear(...lines)))
})
