import { discovery } from '../../../src/workflows/discovery'
import { readArtifact } from '../../../src/workflows/discovery/artifact'
import { type Feedback, fresh, phases, reviewerIn, states } from '../../../src/workflows/discovery/plan'
import { feedbackProblems, findingProblems, unfailingIn } from '../../../src/workflows/discovery/problems'
import { toReview } from '../../../src/workflows/discovery/show'
import {
  artifactFile,
  artifacts,
  begun,
  planned,
  reviewOf,
  saved,
  simple,
  standingAt,
  submitted,
  walkTo,
} from '../../support/discovery-plan'
import { makeFolder } from '../../support/folder'

test.each(states)(
  'in %s both parts are whole: no placeholder is left, no name of a state reaches the developer',
  async (state) => {
    for (const autonomous_mode of [false, true]) {
      const { ai, developer } = await planned(makeFolder(standingAt(state, { autonomous_mode })), 'status')
      expect(`${ai}${developer}`).not.toMatch(/\{\{|undefined/)
      expect(ai).toContain('### Rules')
      expect(developer).not.toMatch(/_awaiting_|complexity_decision/)
    }
  },
)

test('another plan can begin while one is there, and one that is gone is not said to have never been', async () => {
  const { spells } = await planned(makeFolder(standingAt('discovery')), 'status')
  const start = spells.find(({ name }) => name === 'start')
  expect(start?.summary).toBe('this plan has begun; `spell discovery start "…"` begins another')
  const { ai, developer } = await planned(makeFolder(), 'status')
  for (const said of [ai, developer]) expect(said).toMatch(/No plan `[\w-]+` is in progress\./)
})

test('an agent gets the artifacts of the phases before, and the reviewer the one at hand, too', async () => {
  const quoted = async (state: (typeof states)[number]) => {
    const { ai } = await planned(makeFolder(standingAt(state)), 'status')
    return phases.filter((phase) => ai.includes(`### Text of \`${artifactFile(phase)}\``))
  }
  expect(await quoted('discovery')).toEqual([])
  // At the end nothing is to be done with them: their folder is named.
  expect(await quoted('verified')).toEqual([])
  expect(await quoted('contracts')).toEqual(['discovery', 'clarification'])
  expect(await quoted('contracts_awaiting_ai_review')).toEqual(['discovery', 'clarification', 'contracts'])
  // Rendered for the human, it is not quoted as well.
  expect(await quoted('contracts_awaiting_human_review')).toEqual(['discovery', 'clarification'])
})

const sentBack: Feedback = { id: 'F1', phase: 'clarification', text: 'And quotes?', by: 'human', revision: 1 }
const firstVersion = (phase: (typeof phases)[number]) => artifactFile(phase).replace(/json$/, 'r1.json')

test('a version that was sent back is named, and shown with the feedback to a look, until there is a new one', async () => {
  const folder = makeFolder(standingAt('contracts_awaiting_ai_review'))
  const { ai: said } = await planned(folder, 'revise', { feedback: ['Name the errors.'] })
  expect(said).toContain(
    `begin the draft with a copy of \`${firstVersion('contracts')}\`, and submit with how each is settled: \`--settled "F1: how"\``,
  )
  expect(said).not.toContain('Name the errors.')
  const { ai } = await planned(folder, 'status')
  expect(ai).toContain('Name the errors.')
  expect(ai).toContain(`### Text of \`${firstVersion('contracts')}\``)
  expect(ai).toContain(String(Object.values(artifacts.contracts)[0]))
  expect((await submitted(folder, artifacts.contracts)).ai).not.toContain(firstVersion('contracts'))
})

test('so does what a replan has set aside of the phase that begins again', async () => {
  const folder = makeFolder(standingAt('verified'))
  const restart = { from: 'validation', trigger: 'review_failed', changes: 'A risk was found.' }
  expect((await planned(folder, 'replan', restart)).ai).toContain(`a copy of \`${firstVersion('validation')}\``)
  expect((await planned(folder, 'status')).ai).toContain(`### Text of \`${firstVersion('validation')}\``)
})

const questions = { ambiguities_discovered: [{ question: 'Which separator?' }] }
test.each([
  ['the questions of the discovery', questions, {}, true],
  ['what shows that it is done, if that was not given', {}, { acceptance_criteria: [] }, true],
  ['nothing, where neither is open', {}, {}, false],
  ['nothing again, where its answers were sent back', questions, { feedback: [sentBack] }, false],
])('a clarification asks the developer for %s', async (_, found, more, isAsking) => {
  const files = standingAt('clarification', { acceptance_criteria: ['A header row'], ...more })
  const discovered = { [artifactFile('discovery')]: JSON.stringify({ ...artifacts.discovery, ...found }) }
  const { developer } = await planned(makeFolder({ ...files, ...discovered }), 'status')
  expect(developer).toMatch(
    isAsking ? /You: answer the agent's questions\.$/ : /The agent is working on the clarification\.$/,
  )
  expect(developer.includes('Which separator?')).toBe(isAsking && found === questions)
})

test('an artifact that the plan builds on and that is gone is warned of', async () => {
  const { [artifactFile('discovery')]: _, ...files } = standingAt('contracts')
  const { warnings } = await planned(makeFolder(files), 'status')
  expect(warnings).toEqual([expect.stringContaining(`${artifactFile('discovery')} is gone`)])
})

test('who has to review is said in a whole sentence', async () => {
  const told = async (state: (typeof states)[number]) =>
    (await planned(makeFolder(standingAt(state)), 'submit', { text: '{}' })).developer
  expect(await told('contracts_awaiting_ai_review')).toContain('in review, and the agent reviews it first')
  expect(await told('contracts_awaiting_human_review')).toContain('in review, and it waits for your review')
})

// biome-ignore format: one refusal a line
test.each<[string, Parameters<typeof planned>[1], Parameters<typeof planned>[2], string]>([
  ['a file', 'submit', { text: '[]', source: 'my plan.json' }, 'correct these, then: spell discovery submit "my plan.json" --task csv-export'],
  ['no file', 'submit', { text: '[]' }, `correct these, then: spell discovery submit .ai/discovery/csv-export/draft-contracts.json --task csv-export`],
  ['a phase that cannot be reached, and a right reason', 'replan', { from: 'validation', trigger: 'Testing_Failed' }, 'spell discovery replan --from contracts --trigger testing_failed --changes "…" --task csv-export'],
  ['a right phase, and a wrong reason', 'replan', { from: 'clarification', trigger: 'boredom', changes: 'x' }, 'spell discovery replan --from clarification --trigger requirements_changed --changes "…" --task csv-export'],
])('where %s was given that is refused, the command that works is named', async (_, event, brought, fix) => {
  const folder = makeFolder(standingAt('contracts'))
  await expect(planned(folder, event, brought)).rejects.toMatchObject({
    exitCode: 2,
    code: event === 'submit' ? 'artifact-invalid' : 'replan-invalid',
    fix: expect.stringMatching(new RegExp(`^${fix.replace(/[.*+?]/g, '\\$&')}`)),
  })
})

test('what was left behind by a replan is not handed on', async () => {
  const folder = makeFolder(standingAt('verified'))
  await planned(folder, 'replan', {
    from: 'implementation_plan',
    trigger: 'implementation_failed',
    changes: 'It does not fit.',
    preserve: ['contracts'],
    invalidate: ['The export is one function.'],
  })
  const { ai } = await planned(folder, 'status')
  expect(ai).toContain(artifactFile('contracts'))
  expect(ai).not.toContain(artifactFile('discovery'))
  expect(ai).toContain('It does not fit.\nNo longer true:\n- The export is one function.')
})

test('a discovery whose tools failed is taken, with a warning', async () => {
  const folder = makeFolder(standingAt('discovery'))
  const { warnings } = await submitted(folder, { ...artifacts.discovery, tool_failures: ['grep', 'glob'] })
  expect(warnings).toEqual(['Discovery is partial: 2 of its tools failed. There may be gaps.'])
})

test('what is called simple and is not is taken, with a point to judge', async () => {
  const folder = makeFolder(standingAt('discovery'))
  const { points, ai, developer, warnings } = await submitted(folder, { ...simple, integration_points: ['the shop'] })
  expect(points).toEqual([{ id: 'K1', text: expect.stringContaining('contracts will not be skipped') }])
  // The agent judges it first; the developer is shown it with what the agent found.
  expect([ai.match(/K1: The/g), developer.match(/K1/g), warnings]).toEqual([['K1: The'], null, []])
})

test('a question without an answer is refused, however it is spaced; one without words is a point to judge', async () => {
  const questions = ['Which separator?', 'Which  encoding?']
  const folder = makeFolder(standingAt('clarification'))
  const answer = (original_question: string) => ({ original_question, final_decision: 'What the shop has' })
  const submit = (...resolved_ambiguities: object[]) =>
    planned(folder, 'submit', { questions, text: JSON.stringify({ resolved_ambiguities }) })
  await expect(submit(answer('which encoding? '))).rejects.toMatchObject({
    code: 'artifact-invalid',
    details: ['resolved_ambiguities: no answer to “Which separator?”'],
  })
  const { points } = await submit(answer('Which separator?'), { ...answer('Which encoding?'), delegated: true })
  expect(points).toEqual([{ id: 'K1', text: expect.stringContaining('without the developer') }])
})

test('what was decided alone at a high risk is warned of until the plan is verified', async () => {
  const folder = makeFolder()
  const risky = {
    resolved_ambiguities: [
      { original_question: 'Which separator?', final_decision: 'Semicolons everywhere', risk_level: 'high' },
    ],
  }
  await walkTo(folder, 'clarification')
  await planned(folder, 'autonomous', { on: true })
  const { warnings } = await submitted(folder, risky)
  expect(warnings).toEqual(['Decided without you, at a high risk: Semicolons everywhere'])
  await planned(folder, 'approve')
  for (const phase of ['contracts', 'implementation_plan', 'validation'] as const) {
    expect((await planned(folder, 'status')).warnings).toEqual(warnings)
    await submitted(folder, artifacts[phase])
    await planned(folder, 'approve')
  }
  expect((await planned(folder, 'status')).warnings).toEqual([])
})

test('from the fourth replan on it is asked whether the task is cut well', async () => {
  const folder = makeFolder(standingAt('contracts'))
  const again = { from: 'discovery', trigger: 'new_discovery', changes: 'More.' }
  const warned: number[] = []
  for (let count = 1; count <= 5; count++) {
    if ((await planned(folder, 'replan', again)).warnings.length > 0) warned.push(count)
  }
  expect(warned).toEqual([4, 5])
})

/** Fills in what a text asks for: each value is the first that the text names, otherwise any text. */
function filledIn(asked: string): object {
  const json = asked.replace(
    /((?:^|[{,])\s*)(\w+)(\[\]|: ([A-Z][\w-]*)( \| \w+)*|:)?/g,
    (_, before: string, key: string, rest = ': "Any text at all?"', word = '') =>
      `${before}"${key}"${word ? `: "${word}"` : rest === '[]' ? ': ["Any text at all?"]' : rest}`,
  )
  return JSON.parse(`{${json}}`)
}

test.each(phases)('what the text of %s asks for is taken: each word that it must be is named', async (phase) => {
  for (const autonomous_mode of [false, true]) {
    const { ai } = await planned(makeFolder(standingAt(phase, { autonomous_mode })), 'status')
    const asked = ai.match(/```text\n([\s\S]*?)```/)?.[1] ?? ''
    expect(readArtifact(phase, JSON.stringify(filledIn(asked)))).toMatchObject({ problems: [] })
  }
})

test('a plan without a criterion is asked for some, and no others are named', async () => {
  const told = async (phase: (typeof phases)[number], acceptance_criteria: string[]) =>
    (await planned(makeFolder(standingAt(phase, { acceptance_criteria })), 'status')).ai
  const ofCriteria: Partial<Record<(typeof phases)[number], [none: string, some: string]>> = {
    clarification: ['ask, too, what shows that it is done', 'what they leave to you is `"delegated": true`.\n'],
    implementation_plan: ['what shows that it is done', 'Cover each acceptance criterion'],
    validation: ['to compare the plan with', 'The program compares criteria'],
  }
  for (const phase of ['clarification', 'implementation_plan', 'validation'] as const) {
    const [none = '', some = ''] = ofCriteria[phase] ?? []
    const [without, given] = [await told(phase, []), await told(phase, ['A header row'])]
    expect([without.includes(none), without.includes(some)]).toEqual([true, false])
    expect([given.includes(none), given.includes(some)]).toEqual([false, true])
  }
})

test('an autonomous plan asks no human while it clarifies', async () => {
  const { ai } = await planned(makeFolder(standingAt('clarification', { autonomous_mode: true })), 'status')
  expect(ai).toContain('with the safest option')
  expect(ai).not.toContain('Settle them with the developer')
})

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
