import { readArtifact } from '../../../src/workflows/discovery/artifact'
import { phases, states } from '../../../src/workflows/discovery/plan'
import { artifactFile, artifacts, planned, simple, standingAt, submitted, walkTo } from '../../support/discovery-plan'
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
