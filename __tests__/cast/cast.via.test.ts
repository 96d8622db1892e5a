import { cast } from '../../src/cast/cast'
import { workIn } from '../../src/work/work'
import type { Workflow } from '../../src/workflow/flow'
import { edgeAt } from '../support/casting'
import { plan, walkTo } from '../support/discovery-plan'
import { plain } from '../support/fifth-workflow'
import { makeFolder } from '../support/folder'

test('a line names the rows that followed the one that answered, also a single one', async () => {
  const folder = makeFolder()
  await walkTo(folder, 'contracts')
  const lines = folder.read(`${plan.folder}/history.jsonl`).trim().split('\n')
  const followed = lines.map((line) => JSON.parse(line).via?.length)
  expect(followed).toContain(1)
})

test('what follows in the same state sees what the row before it has counted', async () => {
  const counting: Workflow = {
    definition: {
      name: 'counting',
      initial: 'counting',
      states: ['counting', 'full'],
      errors: [],
      goal: 'full',
      events: ['count', 'look'],
      guards: { full: ({ count }) => count === 1 },
      rows: [
        { id: 'C1', on: 'count', from: 'counting', to: 'same', kind: 'stay', counts: 'count', raises: ['weigh'] },
        { id: 'W1', on: 'weigh', from: 'counting', when: 'full', to: 'full', kind: 'advance' },
        { id: 'L1', on: 'look', from: '*', to: 'same', kind: 'show' },
        { id: 'N1', on: 'count', from: 'full', to: 'same', kind: 'block' },
      ],
      domain: { count: [0, 1] },
      possible: () => true,
      laws: [],
    },
    entry: plan.entry,
    folder: '.ai/counting',
    local: '.ai/.local/counting',
    words: {},
    look: 'look',
    turn: () => ({ who: 'agent', does: 'working' }),
    probes: {},
    facts: (_, __, { count = 0 }) => ({ count: Number(count) }),
    ...plain,
  }
  const folder = makeFolder()
  expect(await cast(workIn(folder.path, counting), 'count', edgeAt(folder))).toMatchObject({ row: 'C1', to: 'full' })
})
