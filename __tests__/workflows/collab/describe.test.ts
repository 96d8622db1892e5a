import { compileTexts } from '../../../scripts/compile-texts'
import { collab } from '../../../src/workflows/collab'
import { flow, getSkillForState, isClear, skillStates, wordsOfSkills } from '../../../src/workflows/collab/flow'
import type { Session } from '../../../src/workflows/collab/session'
import { bring, complete, contextIn, design, graph, item, remembering, wave } from '../../support/collab-session'
import { makeFolder } from '../../support/folder'

const waves = [
  {
    id: 'batch-1',
    status: 'in_progress',
    tasks: [
      { id: 'header', status: 'failed', dependsOn: [] },
      { id: 'rows', status: 'pending', dependsOn: [] },
    ],
  },
  { id: 'batch-2', status: 'pending', tasks: [{ id: 'command', status: 'pending', dependsOn: ['rows'] }] },
] as const

test('people hear of waves, tasks and items in plain words', async () => {
  const folder = makeFolder(remembering('execute-batch', { workItems: [item(1, 'code')], waves, currentWave: 0 }))
  const { developer } = await bring(folder, { verb: 'status' })
  expect(developer).toContain('Executing wave 1 of 2: 0 of 3 tasks reported: 1 failed · 2 open.')
  expect(developer).toContain('- `header`; failed\n- `rows`')
  const gathering = makeFolder(remembering('gather-goals', { workItems: [item(1, 'code')] }))
  expect((await bring(gathering, { verb: 'status' })).developer).toMatch(/item 1, code, to be designed: /)
  for (const { developer: said } of [await bring(folder, { verb: 'items' }), await bring(gathering, { verb: 'items' })])
    expect(said).not.toMatch(/in_progress|batch-1|pending|documented:/)
})

test('what the agent quotes is shown to the developer as that, unless it is the word that the step takes', async () => {
  const told = async (state: string, name: string, said: string) => {
    const context = { workItems: [item(1, 'code')], currentItem: 1 }
    return (await bring(makeFolder(remembering(state, context)), { verb: 'complete-skill', name, said })).warnings
  }
  const quoted = (said: string) => [`The agent says you said: “${said}”`]
  expect(await told('brainstorm-validating', 'brainstorming-validating', 'yes')).toEqual(quoted('yes'))
  expect(await told('gather-goals', 'gather-session-goals', 'freeze')).toEqual(quoted('freeze'))
  expect(await told('gather-goals', 'gather-session-goals', 'Settle!')).toEqual([])
})

test('every step that waits for a word names it, and no other asks for words of the developer', async () => {
  for (const [id, { ai = '' }] of compileTexts('templates/collab').rows) {
    if (!id.startsWith('S.')) continue
    const named = [...ai.matchAll(/\*\*(\w+)\*\*/g)].flatMap(([, word]) => (word === 'stop' ? [] : [word]))
    const [, wanted] = Object.entries(wordsOfSkills).find(([skill]) => ai.includes(`complete-skill ${skill}`)) ?? []
    expect([id, [...new Set(named)]]).toEqual([id, wanted ? [wanted] : []])
    const now = { state: id.slice('S.'.length), context: { workItems: [item(1, 'code')] }, facts: {}, probe: {} }
    if (wanted) expect((await collab('orders').turn(now)).does).toBe(`say **${wanted}**`)
    else expect([id, ai]).toEqual([id, expect.not.stringContaining('--said')])
  }
})

test('no last line awaits what is refused for an item of no type, which it asks for', async () => {
  for (const { id } of skillStates.concat(flow.filter(({ id: state }) => isClear(state)))) {
    const folder = makeFolder(remembering(id, { workItems: [item(1, 'unknown')] }))
    const { turn } = await bring(folder, { verb: 'status' })
    const { row } = await complete(folder, getSkillForState(id) ?? '')
    const isAsked = turn.does === 'say the type of item 1: code, task or bugfix'
    expect([id, isAsked]).toEqual([id, row === 'R2.type' || row === 'R4'])
  }
})

test('a look lists nothing twice', async () => {
  for (const { id, skill } of flow) {
    if (skill === null) continue
    const { developer } = await bring(makeFolder(remembering(id, { workItems: [item(1, 'code'), item(2, 'task')] })), {
      verb: 'status',
    })
    const lines = developer.split('\n').filter((line) => line.startsWith('- '))
    expect([id, lines]).toEqual([id, [...new Set(lines)]])
  }
})

test('once the items no longer change, none is offered to be added', async () => {
  const workItems = [item(1, 'code', 'documented')]
  const at = (more: Partial<Session>) =>
    bring(makeFolder(remembering('ready-to-implement', { workItems, ...more })), { verb: 'status' })
  expect((await at({})).ai).toContain('spell collab add')
  expect((await at({ waves })).ai).not.toContain('spell collab add')
})

test('what has to be put right may be written', async () => {
  const files = remembering('ready-to-implement', { workItems: [{ ...item(1, 'code'), status: 'documented' }] })
  const { ai, outcome } = await complete(makeFolder({ ...files, [graph]: '# none' }), 'ready-to-implement')
  expect(outcome).toBe('blocked')
  expect(ai).toContain(`### Files You May Write Now\n\n- \`${graph.replace('task-graph.md', '')}\``)

  const debugging = remembering('systematic-debugging', { workItems: [item(1, 'bugfix')], currentItem: 1 })
  const cause = '.ai/collab/sessions/orders/documents/root-cause-item-1.md'
  const lacking = await complete(makeFolder({ ...debugging, [cause]: '' }), 'systematic-debugging')
  expect(lacking.developer).toContain(`cannot be used right now: \`${cause}\` is empty.`)
  expect(lacking.ai).toContain(`### Files You May Write Now\n\n- \`${cause}\``)
})

test('where the context may be cleared, what was decided may be written down before', async () => {
  const { ai } = await bring(makeFolder(remembering('clear-post-item', { workItems: [item(1, 'code')] })), {
    verb: 'next',
  })
  expect(ai).toMatch(/### Files You May Write Now\n\n- `.*documents\/`/)
})

test('of a session that is no longer there nothing is offered; of one that was kept it is', async () => {
  const folder = makeFolder(remembering('cleanup', { workItems: [item(1, 'code')] }))
  const gone = await bring(folder, { verb: 'cleanup', choice: 'delete', record: '.ai/collab/archive/orders-12345678' })
  expect(gone).toMatchObject({ to: 'done', spells: [] })
  expect(gone.developer).not.toContain('What Can Be Done Now')
  const kept = makeFolder(remembering('cleanup', { workItems: [item(1, 'code')] }))
  const { spells } = await complete(kept, 'collab-cleanup')
  expect(spells.find(({ name }) => name === 'cleanup')).toMatchObject({ available: true })
})

test('a note that was kept is told where the context is cleared, and when the work is taken up again', async () => {
  const workItems = [item(1, 'bugfix'), item(2, 'code')]
  const folder = makeFolder({
    ...remembering('systematic-debugging', { workItems, currentItem: 1 }),
    [design]: '# Orders\n\n### Item 2: Item 2\n\n#### What Is There\n\nA parser of ours.\n',
  })
  expect((await complete(folder, 'systematic-debugging', 'The parser is ours.')).ai).toContain('The parser is ours.')
  expect((await complete(folder, 'collab-clear')).ai).not.toContain('The parser is ours.')
  expect(contextIn(folder).note).toBe('The parser is ours.')
  const { ai } = await bring(folder, { verb: 'resume' })
  expect(ai).toContain('The parser is ours.')
  expect(ai).toContain(`### Item 2 in \`${design}\``)
  await complete(folder, 'brainstorming-exploring')
  expect(contextIn(folder).note).toBeUndefined()
})

test('what may be written while a wave is built is named, or that it is nothing', async () => {
  const at = (tasks: NonNullable<Session['waves']>[number]['tasks']) =>
    bring(
      makeFolder(
        remembering('execute-batch', {
          workItems: [item(1, 'code', 'documented')],
          waves: [{ id: 'batch-1', status: 'in_progress', tasks }],
        }),
      ),
      { verb: 'next' },
    )
  const task = { id: 'a', status: 'pending', dependsOn: [] } as const
  const { ai } = await at([{ ...task, files: ['a.js'], tests: ['a.test.js'] }])
  expect(ai).toContain('### Files You May Write Now\n\n- `a.js`, `a.test.js`\n')
  expect((await at([task])).ai).toContain('- none: no open task names a file')
})

test('at the end the developer is told one word to say', async () => {
  const context = { workItems: [item(1, 'task', 'documented')], waves: [wave(1, 'completed', ['item-1', 'completed'])] }
  const { developer } = await bring(makeFolder(remembering('workflow-complete', context)), { verb: 'status' })
  expect(developer.match(/\*\*\w+\*\*/g)?.filter((word) => /finish|stop/.test(word))).toEqual(['**finish**'])
})
