import { taskItems } from '../../../src/text/markdown/task-items'
import { readCriterion } from '../../../src/workflow/criteria/proofs-now'
import { handover } from '../../../src/workflows/collab/handover'
import type { Session } from '../../../src/workflows/collab/session'
import { documentOf } from '../../../src/workflows/collab/showing'
import { graphText } from '../../support/collab-session'

const item = (number: number, type: string, title: string, status = 'documented') =>
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
    item(1, 'code', 'Export orders as CSV'),
    item(2, 'bugfix', 'An empty list crashes'),
    item(3, 'task', 'Publish it'),
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
  const items = [item(1, 'code', 'Export'), item(2, 'bugfix', 'f gives 1, not 2')]
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
  const workItems = [item(1, 'code', 'Export orders as CSV', 'pending'), item(2, 'unknown', 'Speed', 'pending')]
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
