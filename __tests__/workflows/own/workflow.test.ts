import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cast } from '../../../src/cast/cast'
import { reduce } from '../../../src/engine/reduce'
import { standard } from '../../../src/work/settings/settings'
import { workIn } from '../../../src/work/work'
import type { ProofsNow } from '../../../src/workflow/criteria/proofs-now'
import type { Step, WorkflowFile } from '../../../src/workflows/own/format'
import { readWorkflow } from '../../../src/workflows/own/read-workflow'
import { reservedIn } from '../../../src/workflows/own/steps-of'
import { ownTexts } from '../../../src/workflows/own/texts'
import { ownWorkflow } from '../../../src/workflows/own/workflow'
import { edgeAt } from '../../support/casting'
import { makeRepository } from '../../support/folder'
import { git } from '../../support/git'
import { repository } from '../../support/source-files'

/** The first example of the docs, which is proven. */
const rfc = () => example('rfc')

function example(name: string, change = (text: string) => text) {
  const { file, faults } = readWorkflow(change(readFileSync(join(repository, `docs/workflows/${name}.yaml`), 'utf8')))
  if (!file) throw new Error(faults[0]?.message)
  return file
}

const beside = { states: {}, templates: { proposal: '# Proposal\n\n- [ ] Everybody agrees\n' } }
const folder = '.ai/work/cache'

/** A piece of work of the example, and a function that says a word. */
function begin(file = rfc()) {
  const here = makeRepository()
  git(here, 'config', 'user.email', 'ada@example.com')
  const flow = ownWorkflow(file, 'cache', beside.templates)
  const say = async (word: string, given?: object) => {
    const ctx = { ...edgeAt(here), texts: ownTexts(file, 'cache', beside, '') }
    const payload = given && { brought: { word, given, seen: { design: JSON.stringify(given) } } }
    const { row, outcome, to, ai, developer, turn } = await cast(workIn(here.path, flow), word, ctx, undefined, payload)
    return { row, outcome, to, ai, developer, turn }
  }
  return { ...here, say }
}

test('a file of which a copy is kept stays, and only the copy is told as new', async () => {
  const copied = rfc().steps.map((step) => (step.id === 'R6' ? { ...step, do: [{ copy: 'proposal' }] } : step))
  const { say, write, read } = begin({ ...rfc(), steps: copied })
  write({ [`${folder}/question.md`]: 'Who needs a cache?\n' })
  await say('next')
  write({ [`${folder}/proposal.md`]: 'We need none.\n' })
  await say('next')
  const { developer } = await say('back')
  expect([read(`${folder}/proposal.md`), read(`${folder}/proposal.r1.md`)]).toEqual(Array(2).fill('We need none.\n'))
  expect(developer).toContain(`Created \`${folder}/proposal.r1.md\`.`)
  expect(developer).not.toContain('Moved')
})

test('a file that is kept and created again is there from its template', async () => {
  const again = (file: WorkflowFile) => ({
    ...file,
    steps: file.steps.map((step) =>
      step.id === 'R6' ? { ...step, do: [{ keep: 'proposal' }, { create: 'proposal' }] } : step,
    ),
  })
  const { say, write, read } = begin(again(rfc()))
  write({ [`${folder}/question.md`]: 'Who needs a cache?\n' })
  await say('next')
  write({ [`${folder}/proposal.md`]: 'We need none.\n' })
  for (const word of ['next', 'back']) await say(word)
  expect(read(`${folder}/proposal.r1.md`)).toBe('We need none.\n')
  expect(read(`${folder}/proposal.md`)).toBe(beside.templates.proposal)
})

test('a word that no step takes as things are says what its steps wait for', async () => {
  const when = { all: [{ written: 'proposal' }, { count: 'open', in: 'proposal', most: 0 }] }
  const file = rfc()
  const steps = file.steps.map((step) => (step.id === 'R1' ? { ...step, needs: [], when } : step))
  const { say } = begin({ ...file, steps })
  expect(await say('next')).toMatchObject({
    outcome: 'blocked',
    developer: expect.stringContaining(
      `\`spell rfc next\` cannot be used right now: it waits until \`${folder}/proposal.md\` is written and \`${folder}/proposal.md\` has no open criteria.`,
    ),
  })
  expect(await say('approve')).toMatchObject({ developer: expect.stringContaining(': no step from here.') })
})

test.each<[string[], Record<string, unknown>]>([
  [['add', 'add'], { approvals: 3, 'people of approvals': ['ann', 'bob', 'bob'] }],
  [['clear', 'add'], { approvals: 1, 'people of approvals': ['bob'] }],
  [['add', 'clear'], { approvals: 0, 'people of approvals': [] }],
])('a step counts in the order of its effects: %j', (verbs, after) => {
  const file = rfc()
  const effects = verbs.map((verb) => ({ [verb]: 'approvals' }) as NonNullable<Step['do']>[number])
  const steps = file.steps.map((step) => (step.id === 'R6' ? { ...step, when: undefined, do: effects } : step))
  const { definition } = ownWorkflow({ ...file, steps }, 'cache', {})
  const before = { approvals: 1, 'people of approvals': ['ann'] }
  expect(reduce(definition, 'reading', 'back', {}, before, { person: 'bob' }).context).toEqual(after)
})

test('an agent whose own word is refused says it again later; what is the developer’s it waits for', async () => {
  const { say, write } = begin()
  expect(await say('next')).toMatchObject({
    ai: expect.stringContaining('is not written yet. When that has changed, say it again.'),
    turn: { who: 'agent' },
  })
  expect(await say('approve')).toMatchObject({ ai: expect.stringContaining('no step from here. Wait.') })
  write({ [`${folder}/question.md`]: 'Who needs a cache?\n' })
  await say('next')
  write({ [`${folder}/proposal.md`]: '# Proposal\n\n- [ ] Ask the others\n' })
  expect(await say('next')).toMatchObject({ ai: expect.stringContaining('has open boxes. When that has changed,') })
})

test('as long as a finding is open, each text and each refusal names the option that settles it', async () => {
  const { say } = begin(example('design', (text) => text.replace('settled: {', 'answered: {')))
  const document = 'Summary: a cache in front of the store\n\n## Risks\n\n- it is stale\n'
  await say('submit', { document })
  const { ai, developer } = await say('object', { blocker: ['when is it emptied?'] })
  expect(ai).toContain('run `spell design submit --answered "B1: how" --work cache`.')
  expect(developer).toContain('Open; `--answered "B1: how"` settles one:')
  const refused = { fix: 'correct these, then: spell design submit --answered "B1: how" --work cache' }
  await expect(say('submit', { document: '' })).rejects.toMatchObject(refused)
  await say('submit', { document, answered: { B1: 'every hour, by a timer' } })
  expect((await say('status')).developer).not.toContain('Open')
})

test('a word is the developer’s where it does something, whatever refuses it', () => {
  const file = rfc()
  const refusing: Step = { id: 'R0', from: 'reading', word: 'back', when: { there: 'question' }, answer: 'refuse' }
  expect(reservedIn(file)).toEqual(['approve', 'back'])
  expect(reservedIn({ ...file, steps: [refusing, ...file.steps] })).toEqual(['approve', 'back'])
})

test('a counter that a step clears first has counted nobody', () => {
  const steps = (file: WorkflowFile) => ownWorkflow(file, 'cache', {}).definition.rows.map(({ id }) => id)
  const file = rfc()
  const first = { clear: 'approvals' }
  const cleared = file.steps.map(({ do: effects = [], ...step }) => ({ ...step, do: [first, ...effects] }))
  expect(steps(file)).toContain('R4: the same person')
  expect(steps({ ...file, steps: cleared })).not.toContain('R4: the same person')
})

/** Who acts next, in a state with a word of the agent that leads on, and one of the developer that leads back. */

const text = `
workflow: build
about: From a plan to its end
start: planning
words: { next: go on, back: return it, agree: agree to it, drop: give it up, leave: to others, take: take it back }
files: { plan: plan.md }
counts: { votes: { most: 2, people: distinct } }
states:
  planning: { phase: planning, title: Plan, agent: "Write {plan}.", developer: "Look." }
  doing: { phase: task, title: Doing, agent: "Do {plan}.", developer: "Look." }
  elsewhere: { phase: between, title: Elsewhere, agent: "Wait.", developer: "Look." }
  voting: { phase: review, title: Vote, agent: "Wait.", developer: "Look." }
  ended: { phase: complete, title: Ended, goal: true, developer: "Look." }
  dropped: { phase: complete, title: Dropped, goal: true, developer: "Look." }
steps:
  - { id: A, from: planning, word: next, by: developer, needs: [plan], to: doing }
  - { id: B, from: doing, word: next, when: { count: open, in: plan, least: 1 }, answer: refuse, text: "{plan} has open boxes." }
  - { id: C, from: doing, word: next, when: proven, to: voting }
  - { id: D, from: [doing, voting], word: back, by: developer, to: planning, do: [ { clear: votes } ] }
  - { id: E, from: voting, word: agree, when: { count: votes, most: 0 }, to: same, do: [ { add: votes } ] }
  - { id: F, from: voting, word: agree, to: ended, do: [ { add: votes } ] }
  - { id: G, from: [planning, doing, elsewhere], word: drop, by: developer, to: dropped }
  - { id: H, from: [planning, doing], word: leave, by: developer, to: elsewhere, do: [ { remember: origin } ] }
  - { id: I, from: elsewhere, word: take, by: developer, to: { back: origin } }
`
const { file, faults } = readWorkflow(text)
const flow = file && ownWorkflow(file, 'one', {})
const path = '.ai/work/one/plan.md'

function turnIn(state: string, plan: string, context = {}, person?: string) {
  if (!flow) throw new Error(faults[0]?.message)
  const probe = { [path]: plan }
  const facts = flow.facts(
    probe,
    standard,
    { definition: '', ...context },
    person === undefined ? undefined : { person },
  )
  return flow.turn({ state, context, facts, probe, proofs: { done: [plan.includes('[x]')] } as unknown as ProofsNow })
}
const counted = { votes: 1, 'people of votes': ['a@example.com'] }
const byDeveloper = '- [ ] a\n  - by: developer\n'

// biome-ignore format: a case is a line
test.each<[what: string, state: string, plan: string, context: object, person: string | undefined, who: string, does: string]>([
  ['nothing is written', 'planning', '', {}, undefined, 'agent', 'at “Plan”'],
  ['the developer leads on', 'planning', 'A plan.\n', {}, undefined, 'you', 'say **next**, **drop** or **leave**'],
  ['the agent has something to do', 'doing', '- [ ] a\n', {}, undefined, 'agent', 'at “Doing”'],
  ['only what the developer confirms is left', 'doing', byDeveloper, {}, undefined, 'you', 'run `spell build confirm 1 --work one`'],
  ['all is proven', 'doing', '- [x] a\n', {}, undefined, 'agent', 'at “Doing”'],
  ['only the developer can go on', 'elsewhere', '', { origin: 'doing' }, undefined, 'you', 'say **drop** or **take**'],
  ['one person has agreed', 'voting', '- [x] a\n', counted, 'A@Example.com', 'you', 'say **back** or **agree** (one who has not yet)'],
  ['another one can agree', 'voting', '- [x] a\n', counted, 'b@example.com', 'agent', 'at “Vote”'],
])('if %s', async (_, state, plan, context, person, who, does) => {
  expect(await turnIn(state, plan, context, person)).toMatchObject({ who, does })
})

// biome-ignore format: a case is a line
test.each<[state: string, written: readonly string[], who: string, does: string]>([
  ['sighting', [], 'agent', 'at “Sighting”'],
  ['sighting', ['sighting.md'], 'you', 'say **real**, **nothing**, **late** or **leave**'],
  ['learning', ['lessons.md'], 'you', 'say **over** or **leave**'],
])('while the agent is at work a way out, and a call for help, are no turn of the developer: %s with %j', async (state, written, who, does) => {
  const { file } = readWorkflow(readFileSync(join(__dirname, 'examples/outage.yaml'), 'utf8'))
  if (!file) throw new Error('the example is not proven')
  const own = ownWorkflow(file, 'one', {})
  const probe = Object.fromEntries(written.map((path) => [`.ai/work/one/${path}`, 'Done.\n']))
  const facts = own.facts(probe, standard, { definition: '' })
  expect(await own.turn({ state, context: {}, facts, probe })).toMatchObject({ who, does })
})
