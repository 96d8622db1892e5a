import { cast } from '../../src/cast/cast'
import { openNew } from '../../src/work/own/own-entry'
import { workIn } from '../../src/work/work'
import { readWorkflow } from '../../src/workflows/own/read-workflow'
import { makeRepository } from '../support/folder'
import { inSession, say } from '../support/words'

/** In a workflow of the repository only a word whose step says so agrees to what was shown. */

const text = `
workflow: build
about: From a plan to its end
start: planning
words: { next: go on, revise: keep it and begin again, drop: give it up }
files: { plan: plan.md }
counts: { rounds: { most: 3 } }
states:
  planning: { phase: planning, title: Plan, agent: "Write {plan}.", developer: "Look." }
  doing: { phase: task, title: Doing, agent: "Do {plan}.", developer: "Look." }
  ended: { phase: complete, title: Ended, goal: true, developer: "Look." }
steps:
  - { id: A, from: planning, word: next, by: developer, when: { count: open, in: plan, least: 1 }, to: doing, agrees: true }
  - { id: B, from: planning, word: revise, by: developer, when: { count: rounds, most: 2 }, do: [ { add: rounds } ] }
  - { id: E, from: doing, word: next, when: proven, to: ended }
  - { id: C, from: doing, word: revise, by: developer, to: planning }
  - { id: D, from: [planning, doing], word: drop, by: developer, to: ended }
`
const { file, faults } = readWorkflow(text)
if (!file) throw new Error(faults[0]?.message)
const flow = openNew({ file, beside: { states: {}, templates: {} } }, 'cache')
const planPath = '.ai/work/cache/plan.md'
const plan = '- [ ] It is quick\n  - run: `node --version`\n'

async function planned() {
  const folder = makeRepository()
  const ctx = { ...inSession(folder), ...flow.answers }
  const says = async (word: string) => {
    await say(ctx, { words: { [word]: 1 } })
    return cast(workIn(folder.path, flow), word, ctx)
  }
  const look = async () => (await cast(workIn(folder.path, flow), 'status', ctx)).developer
  await cast(workIn(folder.path, flow), 'begin', ctx, undefined, { definition: flow.kept?.digest })
  await say(ctx, {})
  folder.write({ [planPath]: plan })
  const agreed = () => JSON.parse(folder.read('.ai/work/cache/history.jsonl').trim().split('\n').at(-1) ?? '').agreed
  return { folder, says, look, agreed }
}

test.each([
  ['next', { criteria: expect.any(String), commands: 1 }],
  ['revise', undefined],
  ['drop', undefined],
])('%s agrees to what was shown: %p', async (word, expected) => {
  const { says, look, agreed } = await planned()
  expect(await look()).toContain('Your next **next** lets this command run')
  await says(word)
  expect(agreed()).toEqual(expected)
})

test('where no word agrees, no answer says that one lets a command run', async () => {
  const { folder, says, look } = await planned()
  await look()
  await says('next')
  folder.write({ [planPath]: `${plan}- [ ] It is small\n  - run: \`node --help\`\n` })
  const shown = await look()
  expect(shown).toContain('2. It is small · new')
  expect(shown).not.toContain('lets this command')
  expect(shown).toMatch(/You: run `spell allow` for 1 command\.$/)
})
