import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWorkflow } from '../../../src/workflows/own/read-workflow'

/** Which word of the developer is a consent. Each case says so of one step. */

const incident = `
workflow: incident
about: From an alarm to its lessons
start: planning
words: { next: go on, reject: return it, handover: another team, resume: take it back, park: give it up }
files: { plan: plan.md }
counts: { rounds: { most: 3 } }
states:
  planning: { phase: planning, title: Plan, agent: "Write {plan}.", developer: "Look." }
  mending: { phase: task, title: Mending, agent: "Do {plan}.", developer: "Look." }
  elsewhere: { phase: between, title: Elsewhere, agent: "Wait.", developer: "Look." }
  reading: { phase: review, title: Being read, agent: "Wait.", developer: "Look." }
  ended: { phase: complete, title: Ended, goal: true, developer: "Look." }
  parked: { phase: complete, title: Parked, goal: true, developer: "Look." }
steps:
  - { id: open, from: planning, word: next, by: developer, when: { count: open, in: plan, least: 1 }, answer: refuse, text: "open boxes" }
  - { id: plan, from: planning, word: next, by: developer, needs: [plan], to: mending }
  - { id: mend, from: mending, word: next, to: reading }
  - { id: read, from: reading, word: next, by: developer, to: ended }
  - { id: reject, from: [mending, reading], word: reject, by: developer, to: planning }
  - { id: stay, from: reading, word: handover, by: developer, when: { count: rounds, most: 2 }, to: same, do: [ { add: rounds } ] }
  - { id: handover, from: mending, word: handover, by: developer, to: elsewhere, do: [ { remember: origin } ] }
  - { id: resume, from: elsewhere, word: resume, by: developer, to: { back: origin } }
  - { id: park, from: [planning, mending, reading, elsewhere], word: park, by: developer, to: parked }
`
const agreeing = (id: string): string => incident.replace(new RegExp(`id: ${id}, .*(?= }$)`, 'm'), '$&, agrees: true')
const faultsOf = (text: string) => readWorkflow(text).faults.map(({ message }) => message)
const noStep = 'agrees, so it is `by: developer`, names the state that it leads to, and has no `answer`'

// biome-ignore format: a case is a line
test.each<[what: string, id: string, faults: readonly string[]]>([
  ['agrees to a plan', 'plan', []],
  ['accepts what was made', 'read', []],
  ['refuses', 'open', [`open ${noStep}`]],
  ['is the agent’s', 'mend', [`mend ${noStep}`]],
  ['stays', 'stay', [`stay ${noStep}`]],
  ['leads back to where it was', 'resume', [`resume ${noStep}`]],
  ['goes back', 'reject', ['reject agrees, and goes back from mending to planning']],
  ['hands over', 'handover', ['handover agrees, and hands over: from elsewhere the work only comes back to mending']],
  ['gives up', 'park', ['park agrees, and gives up in planning, where another word leads on']],
])('a step that %s', (_, id, faults) => {
  expect(faultsOf(incident)).toEqual([])
  expect(faultsOf(agreeing(id))).toEqual(faults)
})

test.each(['rfc', 'release'])('the example %s says which word agrees', (name) => {
  const text = readFileSync(join(__dirname, `../../../docs/workflows/${name}.yaml`), 'utf8')
  const words = readWorkflow(text).file?.steps.flatMap(({ agrees, word }) => (agrees ? [word] : []))
  expect(words).toEqual(['approve'])
})
