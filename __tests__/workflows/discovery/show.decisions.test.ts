import { discovery } from '../../../src/workflows/discovery'
import { fresh, reviewerIn } from '../../../src/workflows/discovery/plan'
import { feedbackProblems, findingProblems, unfailingIn } from '../../../src/workflows/discovery/problems'
import { toReview } from '../../../src/workflows/discovery/show'
import { artifacts, begun, planned, reviewOf, saved, standingAt, submitted } from '../../support/discovery-plan'
import { makeFolder } from '../../support/folder'

// A reader of the developer's part alone can name each decision that was theirs, and each that was not.

const clarification = {
  resolved_ambiguities: [
    {
      original_question: 'Which separator?',
      human_response: 'a semicolon, as ever',
      final_decision: 'Semicolons everywhere',
    },
    {
      original_question: 'Old tokens?',
      human_response: 'you choose',
      delegated: true,
      final_decision: 'Drop old tokens',
    },
    { original_question: 'Which encoding?', final_decision: 'UTF-8 with a BOM', risk_level: 'HIGH' },
  ],
  decisions: ['Quotes are doubled.'],
}
const theirs = { 'Semicolons everywhere': 'a semicolon, as ever' }
const ofTheAgent = ['Drop old tokens', 'UTF-8 with a BOM', 'Quotes are doubled.']

/** @returns every page that the developer reads on the way from the start to the end */
async function pagesOf(autonomous: boolean): Promise<readonly string[]> {
  const folder = makeFolder()
  const heard = [await planned(folder, 'start', { ...begun, autonomous })]
  for (let { state } = saved(folder); state !== 'verified'; { state } = saved(folder)) {
    const reviewer = reviewerIn(state)
    const artifact = { ...artifacts, clarification }[state as keyof typeof artifacts]
    heard.push(reviewer ? await planned(folder, 'approve', { as: reviewer }) : await submitted(folder, artifact))
  }
  return heard.map(({ developer }) => developer)
}

test('every decision stands on the screens with the words that are passed on, or as one of the agent', async () => {
  const pages = await pagesOf(false)
  const lines = pages.flatMap((page) => page.split('\n'))
  const about = (decision: string) => lines.filter((line) => line.includes(decision))
  for (const [decision, words] of Object.entries(theirs)) {
    expect(about(decision).length).toBeGreaterThan(0)
    for (const line of about(decision)) expect(line).toContain(`(the agent passes on: “${words}”)`)
  }
  for (const decision of ofTheAgent) {
    expect(about(decision).length).toBeGreaterThan(0)
    for (const line of about(decision)) expect(line).toContain('(the agent decided')
  }
  // Where it is decided, and with the last approval.
  const ofOne = pages.map((page) => page.split('Drop old tokens').length - 1)
  expect(ofOne.filter((count) => count > 0)).toEqual([1, 1])
  expect(pages.filter((page) => page.includes('Decided without You'))).toEqual([
    expect.stringContaining('The agent approved the validation.'),
  ])
  const [last = ''] = pages.filter((page) => page.includes('Decided without You'))
  for (const decision of ofTheAgent) expect(last.slice(last.indexOf('Decided without You'))).toContain(decision)
  expect(pages.join()).not.toMatch(/contracts (is|was|has)\b/)
  expect(pages.join()).toContain('Implementation plan, revision 1 (subtasks: 1).')
})

test('in autonomous mode, too, where nothing was reviewed by the developer', async () => {
  const lines = (await pagesOf(true)).flatMap((page) => page.split('\n'))
  for (const decision of ofTheAgent) {
    const about = lines.filter((line) => line.includes(decision))
    expect(about.length).toBeGreaterThan(0)
    for (const line of about) expect(line).toMatch(/the agent decided|Decided without you/)
  }
})

const { memory } = discovery('csv')
const retold = (about: Record<string, unknown>, word?: string) => memory?.retell?.({ by: 'human', ...about }, word)

test('words that are passed on stand as passed on: with the word that was seen, or as typed', () => {
  const said = 'great work, I love the regexes'
  expect(retold({ said }, 'said')).toBe(`the developer (approve); the agent passes on: “${said}”`)
  expect(retold({ said }, 'unseen')).toBe(`the agent passes on: “${said}”`)
  expect(retold({ said: 'Approve.' }, 'said')).toBe('the developer: “Approve.”')
  expect(retold({ said, typed: true })).toBe(`the developer: “${said}”`)
})

// biome-ignore format: one step a line
test.each([
  [{}, 'said', 'by the developer'],
  [{}, 'unseen', 'by the agent'],
  [{ by: 'ai' }, undefined, 'by the agent'],
  [{ autonomous: true }, undefined, 'by the agent, in autonomous mode'],
  [{ on: true }, 'said', 'autonomous mode on, by the developer'],
] as const)('a step of %j with the word %s is told as %s', (about, word, told) => {
  expect(retold(about, word)).toBe(told)
})

test('what an agent passes on with an approval stands on the screen; what was typed needs no telling', async () => {
  const told = async (typed?: boolean) => {
    const folder = makeFolder(standingAt('contracts_awaiting_human_review'))
    const brought = { as: 'human', said: 'I love it', ...(typed && { typed }) } as const
    return [(await planned(folder, 'approve', brought)).developer, saved(folder).plan.notes] as const
  }
  expect(await told()).toEqual([
    expect.stringContaining('Passed on as your words: “I love it”'),
    [{ phase: 'contracts', text: 'I love it' }],
  ])
  expect(await told(true)).toEqual([
    expect.not.stringContaining('Passed on'),
    [{ phase: 'contracts', text: 'I love it', typed: true }],
  ])
})

test.each([
  ['code', 'the soup at lunch was warm and salty', true],
  ['code', 'the orders are in one module, as written', false],
  ['code', 'nobody asked for a dessert today', true],
  ['F1', 'the soup at lunch was warm and salty', true],
] as const)(
  'a review that says of %s: %s is refused if it names nothing of the artifact: %s',
  (name, text, isRefused) => {
    const feedback = [
      { id: 'F1', phase: 'discovery', text: 'Name it', by: 'ai', revision: 1, settled: 'done' },
    ] as const
    const findings = { ...reviewOf('discovery'), [name]: text }
    const reviewed = JSON.stringify(artifacts)
    const wrong = findingProblems({ ...fresh, feedback }, { points: [], findings, reviewed })
    expect(wrong).toEqual(isRefused ? [expect.stringContaining(`${name}: “${text}” names nothing of it`)] : [])
  },
)

test('feedback says what should be different; a few words of the developer do', () => {
  expect(feedbackProblems({ feedback: ['looks fine', 'Name the callers.'], as: 'ai' })).toEqual([
    '“looks fine” says nothing; what should be different?',
  ])
  expect(feedbackProblems({ feedback: ['use regex'], as: 'human' })).toEqual([])
  expect(feedbackProblems({ feedback: ['looks fine'], as: 'human' })).toHaveLength(1)
})

test.each(['true', ':', '`exit 0`', 'echo done'])('a plan whose command is %s shows nothing', (verify) => {
  const criterion = {
    subtask_id: 'ST-1',
    title: 'Write the header',
    acceptance_criteria: [`A header (verify: ${verify})`],
  }
  const subtask = { subtask_id: 'ST-2', title: 'Write the rows', verify, acceptance_criteria: ['A row an order'] }
  expect(unfailingIn({ subtasks: [criterion, subtask] })).toEqual([
    expect.stringContaining('subtasks[1].verify: `'),
    expect.stringContaining('subtasks[0].acceptance_criteria[0]: `'),
  ])
  expect(
    unfailingIn({
      subtasks: [
        { ...subtask, verify: 'npm test' },
        { ...subtask, verify: undefined },
      ],
    }),
  ).toEqual([])
})

const was = { decisions: ['Quotes are kept as they are.'], domain_knowledge_gained: ['Excel is used.'] }

// biome-ignore format: one version a line
test.each([
  ['what has changed, as it was and as it is', { decisions: ['Quotes are doubled.'], domain_knowledge_gained: ['Excel is used.'] }, '```diff\n- - Quotes are kept as they are. (the agent decided)\n+ - Quotes are doubled. (the agent decided)\n```'],
  ['that most of it has, with what is gone', { ...was, decisions: Array.from({ length: 20 }, (_, at) => `Column ${at} is named after its field.`) }, 'these lines are gone:\n\n```diff\n- - Quotes are kept as they are. (the agent decided)\n```'],
  ['that most of it is new', { ...was, additional_constraints: Array.from({ length: 20 }, (_, at) => `Column ${at} is named after its field.`) }, 'Most of it is new since you saw it.'],
  ['that no line has, where they were only moved', { ...was, conversation_log: [{ speaker: 'AI', message: 'And quotes?' }] }, 'No line of it has changed since you saw it.'],
  ['that nothing has but white space', { decisions: ['Quotes are  kept as\nthey are.'], domain_knowledge_gained: ['Excel\tis used.'] }, 'Nothing has changed since you saw it.'],
])('with each thing that was sent back the developer reads how it was settled, and %s', (_, artifact, expected) => {
  const feedback = [
    { id: 'F1', phase: 'clarification', text: 'And quotes?', by: 'human', revision: 1, settled: 'quotes are doubled' },
  ] as const
  const others = { updated_requirements: [{ original_requirement: 'A header row', updated_requirement: 'x'.repeat(200) }] }
  const now = { ...others, ...artifact }
  const text = toReview({ ...fresh, feedback }, 'clarification', { clarification: now }, [], JSON.stringify({ ...others, ...was }))
  expect(text).toContain('- F1, sent back; the agent passes on: “And quotes?”. Settled: quotes are doubled')
  expect(text).toContain(expected)
})
