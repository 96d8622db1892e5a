import { inOrder } from '../../src/answer/offers'
import { cast } from '../../src/cast/cast'
import { engineer } from '../../src/flows/engineer'
import { workIn } from '../../src/work/work'
import { castIn, edgeAt, standing } from '../support/casting'
import { makeFolder, makeRepository } from '../support/folder'
import { commitAll, consent, planPath, prove } from '../support/provable-work'
import { reached, worldOf } from '../support/row-worlds'

const named = (choices: ReturnType<typeof inOrder>) =>
  choices.map((each) => (typeof each === 'string' ? each : each.name))

const looks = reached.filter(({ row, facts }) => row.on === 'lumos' && facts.proof === 'complete')

test('the menu has a choice in each state, and never begins with a review', async () => {
  const states = new Set<string>()
  for (const world of looks) {
    const answer = await castIn(makeFolder(worldOf(world)), 'lumos')
    states.add(world.from)
    const order = named(inOrder(answer))
    const first = world.from === 'ACHIEVE_COMPLETE' ? ['git commit', 'new'] : ['accio']
    expect({ from: world.from, first: order.slice(0, first.length) }).toEqual({ from: world.from, first })
    expect(order.at(-1)).toBe('lumos')
  }
  expect([...states].sort()).toEqual([...engineer.definition.states].sort())
})

/** Work whose plan has a command and a criterion for the developer, in a state, with what `more` adds. */
async function orderIn(state: Parameters<typeof standing>[0], ticks: string, ...acts: ('allow' | 'prove')[]) {
  const [one, two] = [...ticks].map((tick) => `[${tick}]`)
  const plan = `- ${one} a\n  - run: \`node --version\`\n- ${two} b\n  - by: developer\n`
  const task = { '.ai/task/task.md': '---\ntask_name: a\n---\n\nA.\n', '.ai/task/context.md': 'A.\n' }
  const folder = makeRepository({ ...standing(state), ...task, [planPath]: plan })
  commitAll(folder)
  const XDG_STATE_HOME = makeFolder().path
  if (acts.includes('allow')) await consent(folder, XDG_STATE_HOME)
  if (acts.includes('prove')) await prove(folder, 1)
  const ctx = { ...edgeAt(folder), env: { XDG_STATE_HOME } }
  return named(inOrder(await cast(workIn(folder.path, engineer), 'lumos', ctx)))
}

const states = ['ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED', 'ACHIEVE_COMPLETE'] as const
test.each(states)('what waits is first: allow, then prove, then confirm (%s)', async (state) => {
  const spell = { ACHIEVE_TASK_DRAFTING: 'accio', ACHIEVE_TASK_EXECUTED: 'prove', ACHIEVE_COMPLETE: 'finite' }[state]
  expect((await orderIn(state, '  '))[0]).toBe('allow')
  expect((await orderIn(state, 'x ', 'allow'))[0]).toBe(spell)
  expect((await orderIn(state, 'xx', 'allow'))[0]).toBe('prove')
  expect((await orderIn(state, 'x ', 'allow', 'prove'))[0]).toBe('confirm 2')
  expect(await orderIn(state, 'xx', 'allow', 'prove')).toContain('confirm 2')
})
