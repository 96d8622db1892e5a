import { compileTexts } from '../../../scripts/compile-texts'
import { taskItems } from '../../../src/text/markdown/task-items'
import { readCriterion } from '../../../src/workflow/criteria/proofs-now'
import { collab } from '../../../src/workflows/collab'
import { flow, getSkillForState, isClear, skillStates, wordsOfSkills } from '../../../src/workflows/collab/flow'
import { handover } from '../../../src/workflows/collab/handover'
import type { Session } from '../../../src/workflows/collab/session'
import { documentOf } from '../../../src/workflows/collab/showing'
import {
  bring,
  complete,
  contextIn,
  design,
  graph,
  graphText,
  item,
  remembering,
  wave,
} from '../../support/collab-session'
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

const entry = (number: number, type: string, title: string, status = 'documented') =>
  ({ number, type, title, status }) as Session['workItems'][number]
const task = (id: string, status: string, of?: number, ...dependsOn: string[]) =>
  ({ id, status, dependsOn, ...(of && { item: of }) }) as NonNullable<Session['waves']>[number]['tasks'][number]

const rows = {
  ...task('rows', 'failed', 1, 'header'),
  files: ['csv.js'],
  description: 'One line for each.',
  run: 'npm test -- csv',
}
const session: Session = {
  workItems: [
    entry(1, 'code', 'Export orders as CSV'),
    entry(2, 'bugfix', 'An empty list crashes'),
    entry(3, 'task', 'Publish it'),
  ],
  lastNumber: 3,
  waves: [
    {
      id: 'batch-1',
      status: 'completed',
      tasks: [
        task('header', 'completed', 1),
        { ...task('item-2', 'completed', 2), description: 'An empty list crashes' },
      ],
    },
    { id: 'batch-2', status: 'pending', tasks: [rows] },
    {
      id: 'batch-3',
      status: 'pending',
      tasks: [{ ...task('item-3', 'pending', 3, 'rows'), description: 'Publish it' }],
    },
  ],
}
const wanted = `#### Goal

The accountant gets a file.

#### Success Criteria

- [ ] one line for each order,
  also of cancelled ones
  - run: \`npm test -- rows\`
- semicolons <!-- as Excel has them -->

1. a header row

#### Scope

No PDF.
`
const documents = {
  'design.md': `# Orders

### Item 1: Export orders as CSV

Wanted.

${wanted}
### Item 3: Publish it

#### Success Criteria

npm has it.
`,
  'task-graph.md': graphText(
    'tasks:\n  - {id: header, item: 1}\n  - {id: rows, item: 1, files: [csv.js], description: One line for each., run: npm test -- csv, depends-on: [header]}',
  ),
  'plan-item-3.md': '# Plan\n\n## Steps\n\n1. npm publish\n\n## Verification\n\nnpm view\n',
}

test('has the items and tasks that are not done as context and plan, with the commands and the order', () => {
  const { title, context, plan, task: first } = handover({ name: 'orders', session, documents })
  expect(title).toBe('Orders')
  expect(first).toBe(`# One line for each.

\`rows\` (item 1): One line for each; failed; files: \`csv.js\`; shown by \`npm test -- csv\`.

Its design is in \`.ai/collab/sessions/orders/documents/*-item-1.md\`.
`)
  expect(plan).toBe(`# Orders

## Goals

- Item 1 (code): Export orders as CSV
- Item 3 (task): Publish it

## Acceptance Criteria

- [ ] one line for each order, also of cancelled ones
  - run: \`npm test -- rows\`
- [ ] semicolons
  - run: \`npm test -- csv\`
- [ ] a header row
  - run: \`npm test -- csv\`
- [ ] npm has it.

## Order of Work

Each wave needs the one before it:

1. \`rows\`: One line for each.
2. \`item-3\`: Publish it

## References

- From the collab session “orders” (\`.ai/collab/sessions/orders/documents/\`)
`)
  expect(context).toContain('# Orders\n\nFrom the collab session “orders”')
  expect(context).toContain('## Item 1 (code): Export orders as CSV\n\n### Goal\n\nThe accountant gets a file.')
  expect(context).toContain('### Steps\n\n1. npm publish')
  expect(context).not.toContain('An empty list crashes')
})

test('equal texts are one criterion with every command, as is a task that is called like its item', () => {
  const items = [entry(1, 'code', 'Export'), entry(2, 'bugfix', 'f gives 1, not 2')]
  const tasks = [
    { id: 'a', dependsOn: [], item: 1, run: 'npm test' },
    { id: 'item-2', dependsOn: [], item: 2, run: 'node t.js', red: true, description: 'f gives 1, not 2' },
  ]
  const twice =
    '# Orders\n\n### Item 1: Export\n\n#### Success Criteria\n\n- Readers get 403.\n- readers get **403**\n- f gives 1, not 2\n'
  const { plan } = handover({
    name: 'orders',
    session: { workItems: items, lastNumber: 2, tasks },
    documents: { 'design.md': twice },
  })
  const criteria = taskItems(plan).map(readCriterion)
  expect(
    criteria.map(({ text, commands, redFirst }) => [text, commands.map((command) => command.text), redFirst]),
  ).toEqual([
    ['Readers get 403.', ['npm test'], false],
    ['f gives 1, not 2', ['npm test', 'node t.js'], false],
  ])
})

test('an item without criteria is one itself, also before anything was designed', () => {
  const workItems = [entry(1, 'code', 'Export orders as CSV', 'pending'), entry(2, 'unknown', 'Speed', 'pending')]
  const { title, context, plan } = handover({ name: 'orders', session: { workItems, lastNumber: 2 }, documents: {} })
  expect(title).toBe('orders')
  expect(taskItems(plan).map(({ text }) => text)).toEqual(['Export orders as CSV', 'Speed'])
  expect(context).toContain('Not designed to its end.')
})

test('where all is done, nothing is left', () => {
  const waves = session.waves?.map((wave) => ({
    ...wave,
    tasks: wave.tasks.map((one) => ({ ...one, status: 'completed' as const })),
  }))
  const { plan } = handover({ name: 'orders', session: { ...session, ...(waves && { waves }) }, documents })
  expect(taskItems(plan)).toEqual([])
})

test('the document has items, waves, what the developer decided apart from what the agent reported, and what is left', () => {
  const time = '2026-08-20T15:30:00Z'
  const text = documentOf({
    name: 'orders',
    state: 'execute-batch',
    session,
    documents,
    shown: { rows: 'failed' },
    steps: [
      {
        time,
        spell: 'complete-skill',
        word: 'said',
        about: { skill: 'gather-session-goals', said: 'These three.' },
      },
      { time, spell: 'complete-skill', about: { skill: 'brainstorming-exploring', item: 1 } },
      { time, spell: 'complete-skill', about: { skill: 'rough-draft-handoff', item: 1 } },
      { time, spell: 'classify', about: { number: 2, type: 'bugfix' } },
    ],
  })
  expect(text).toMatch(
    /^# Orders\n\nCollab session “orders”: executing, 2 of 4 tasks reported: 2 claimed · 1 failed · 1 open\.\n\n## Items\n/,
  )
  expect(text).toContain(
    `### Item 1: Export orders as CSV\n\ncode, designed.\n\n${wanted.replace('<!-- as Excel has them -->', '')}`,
  )
  expect(text).toContain('### Item 2: An empty list crashes\n\nbugfix, built.\n')
  expect(text.slice(text.indexOf('## Waves'))).toBe(`## Waves

### Wave 1

- ✓ \`header\` (item 1); claimed
- ✓ \`item-2\`: An empty list crashes; claimed

### Wave 2

- ✗ \`rows\` (item 1): One line for each; failed; files: \`csv.js\`; shown by \`npm test -- csv\`

### Wave 3

- · \`item-3\`: Publish it

## Decisions

- 2026-08-20 complete-skill: \`gather-session-goals\`, the developer (settle); the agent passes on: “These three.”
- 2026-08-20 classify: item 2 bugfix

## Left

- Item 1, to be built: Export orders as CSV
- Item 3, to be built: Publish it
`)
})
