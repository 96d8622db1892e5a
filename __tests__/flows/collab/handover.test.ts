import { handover } from '../../../src/flows/collab/handover'
import type { Session } from '../../../src/flows/collab/session'
import { documentOf } from '../../../src/flows/collab/showing'
import { taskItems } from '../../../src/markdown/task-items'
import { readCriterion } from '../../../src/proof/criteria/proofs-now'
import { graphText } from '../../support/collab-session'

const item = (number: number, type: string, title: string, status = 'documented') =>
  ({ number, type, title, status }) as Session['workItems'][number]
const task = (id: string, status: string, of?: number, ...dependsOn: string[]) =>
  ({ id, status, dependsOn, ...(of && { item: of }) }) as NonNullable<Session['batches']>[number]['tasks'][number]

const session: Session = {
  workItems: [
    item(1, 'code', 'Export orders as CSV'),
    item(2, 'bugfix', 'An empty list crashes'),
    item(3, 'task', 'Publish it'),
  ],
  lastNumber: 3,
  batches: [
    { id: 'batch-1', status: 'completed', tasks: [task('header', 'completed', 1), task('item-2', 'completed')] },
    { id: 'batch-2', status: 'pending', tasks: [{ ...task('rows', 'failed', 1, 'header'), run: 'npm test -- csv' }] },
    { id: 'batch-3', status: 'pending', tasks: [task('item-3', 'pending', 3, 'rows')] },
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
  const { title, context, plan } = handover({ name: 'orders', session, documents })
  expect(title).toBe('Orders')
  expect(plan).toBe(`# Orders

## Goals

- Item 1 (code): Export orders as CSV
- Item 3 (task): Publish it

## Acceptance Criteria

- [ ] one line for each order, also of cancelled ones
  - run: \`npm test -- rows\`
- [ ] semicolons
- [ ] a header row
- [ ] npm has it.
- [ ] One line for each. (\`rows\`)
  - run: \`npm test -- csv\`

## Order of Work

Each wave needs the one before it:

1. \`rows\`: One line for each (csv.js)
2. \`item-3\`: Publish it

## References

- From the collab session “orders” (\`.ai/collab/sessions/orders/documents/\`)
`)
  expect(context).toContain('# Orders\n\nFrom the collab session “orders”')
  expect(context).toContain('## Item 1 (code): Export orders as CSV\n\n### Goal\n\nThe accountant gets a file.')
  expect(context).toContain('### Steps\n\n1. npm publish')
  expect(context).not.toContain('An empty list crashes')

  const criteria = taskItems(plan).map(readCriterion)
  expect(criteria.map(({ ticked, commands }) => [ticked, commands.map(({ text }) => text)])).toEqual([
    [false, ['npm test -- rows']],
    [false, []],
    [false, []],
    [false, []],
    [false, ['npm test -- csv']],
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
  const batches = session.batches?.map((batch) => ({
    ...batch,
    tasks: batch.tasks.map((one) => ({ ...one, status: 'completed' as const })),
  }))
  const { plan } = handover({ name: 'orders', session: { ...session, ...(batches && { batches }) }, documents })
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
        about: { skill: 'gather-session-goals', by: 'developer', said: 'These three.' },
      },
      { time, spell: 'complete-skill', about: { skill: 'brainstorming-exploring', item: 1, by: 'agent' } },
      { time, spell: 'complete-skill', about: { skill: 'rough-draft-handoff', item: 1, by: 'agent' } },
      { time, spell: 'classify', about: { number: 2, type: 'bugfix' } },
    ],
  })
  expect(text).toBe(`# Orders

Collab session “orders”: executing, 2 of 4 tasks reported: 2 claimed · 1 failed · 1 open.

## Items

### Item 1: Export orders as CSV

code, designed.

${wanted}
### Item 2: An empty list crashes

bugfix, designed.

### Item 3: Publish it

task, designed.

#### Success Criteria

npm has it.

#### Steps

1. npm publish

#### Verification

npm view

## Waves

### Wave 1

- ✓ \`header\` (item 1); claimed
- ✓ \`item-2\`: An empty list crashes; claimed

### Wave 2

- ✗ \`rows\` (item 1): One line for each; failed; files: \`csv.js\`; shown by \`npm test -- csv\`

### Wave 3

- · \`item-3\`: Publish it

## Decisions

By the developer, in their words:

- 2026-08-20 gather-session-goals: “These three.”

Reported by the agent, without the developer’s words:

- 2026-08-20 rough-draft-handoff, item 1
- 2026-08-20 classify item 2 bugfix

## Left

- Item 1, to be built: Export orders as CSV
- Item 3, to be built: Publish it
`)
})
