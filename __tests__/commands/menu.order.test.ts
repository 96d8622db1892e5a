import { turnOf } from '../../src/cast/turn'
import { inOrder } from '../../src/commands/menu'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { castIn, standing } from '../support/casting'
import { makeFolder, makeRepository, plainEnv } from '../support/folder'
import { commitAll } from '../support/git'
import { consent, criterion, planPath } from '../support/provable-work'
import { reached, worldOf } from '../support/row-worlds'

const looks = reached.filter(({ row, facts }) => row.on === 'lumos' && facts.proof === 'complete')

test('the menu has a choice in each state, first what the turn names, and no review of complete work', async () => {
  const states = new Set<string>()
  for (const world of looks) {
    const { from } = world
    const answer = await castIn(makeFolder(worldOf(world)), 'lumos')
    states.add(from)
    const isOver = from === 'ACHIEVE_COMPLETE'
    const order = inOrder(answer, isOver)
    expect({ from, first: order[0] }).toEqual({
      from,
      first: answer.turn.command ?? (isOver ? 'spell new' : 'spell accio'),
    })
    expect({ from, hasReview: isOver && order.includes('spell reparo') }).toEqual({ from, hasReview: false })
    expect(order.at(-1)).toBe('spell lumos')
  }
  expect([...states].sort()).toEqual([...engineer.definition.states].sort())
})

test('what waits for the developer comes first: allow, prove, confirm, commit, new', async () => {
  const env = { ...plainEnv, XDG_STATE_HOME: makeFolder().path }
  const folder = makeRepository({ ...standing('ACHIEVE_COMPLETE') })
  const offered = async () => {
    const work = workIn(folder.path, engineer)
    return inOrder({ turn: await turnOf(work, { root: folder.path, env, now: new Date() }), spells: [] }, true)
  }
  const plan = (lines: string) => folder.write({ [planPath]: `# Orders\n\n${lines}` })

  plan(criterion('true').replace('[ ]', '[x]'))
  expect(await offered()).toEqual(['spell allow', 'spell new'])
  await consent(folder, env.XDG_STATE_HOME)
  expect(await offered()).toEqual(['spell prove', 'spell new'])
  plan('- [x] a\n- [x] b\n  - by: developer\n')
  expect(await offered()).toEqual(['spell confirm 2', 'spell new'])
  plan('- [x] a\n')
  expect(await offered()).toEqual(['git commit', 'spell new'])
  commitAll(folder)
  expect(await offered()).toEqual(['spell new'])
})
