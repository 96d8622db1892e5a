import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { standard } from '../../../src/work/settings/settings'
import type { ProofsNow } from '../../../src/workflow/criteria/proofs-now'
import { readWorkflow } from '../../../src/workflows/own/read-workflow'
import { ownWorkflow } from '../../../src/workflows/own/workflow'

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
  ['a criterion of the developer does not wait yet', 'planning', byDeveloper, {}, undefined, 'you', 'say **next**, **drop** or **leave**'],
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
test.each<[example: string, state: string, written: readonly string[], who: string, does: string]>([
  ['rollout', 'preparing', [], 'agent', 'at “Preparation”'],
  ['outage', 'sighting', [], 'agent', 'at “Sighting”'],
  ['outage', 'sighting', ['sighting.md'], 'you', 'say **real**, **nothing**, **late** or **relieve**'],
  ['outage', 'limiting', [], 'agent', 'at “Limiting”'],
  ['choice', 'doubting', [], 'agent', 'at “Doubts”'],
  ['choice', 'doubting', ['doubts.md'], 'you', 'say **read** or **leave**'],
])('while the agent is at work a way out, and a call for help, are no turn of the developer: %s, %s with %j', async (example, state, written, who, does) => {
  const { file } = readWorkflow(readFileSync(join(__dirname, `examples/${example}.yaml`), 'utf8'))
  if (!file) throw new Error(`${example} is not proven`)
  const own = ownWorkflow(file, 'one', {})
  const probe = Object.fromEntries(written.map((path) => [`.ai/work/one/${path}`, 'Done.\n']))
  const facts = own.facts(probe, standard, { definition: '' })
  expect(await own.turn({ state, context: {}, facts, probe })).toMatchObject({ who, does })
})
