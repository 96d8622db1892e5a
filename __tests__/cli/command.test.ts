import { defineCommand } from '../../src/cli/command'
import { defineWorkflow, type Row as RowOf } from '../../src/engine/definition'

// What must not compile stands below an `@ts-expect-error`: `npm run types` fails if it does.

test('the options of a command are those that it declares, with their values', async () => {
  const command = defineCommand({
    name: 'paint',
    summary: '',
    options: [
      { key: 'color', flag: '--color', value: 'COLOR', help: '', choices: ['red', 'blue'] },
      { key: 'twice', flag: '--twice', help: '' },
    ],
    async run(_, { options }) {
      const color: 'red' | 'blue' | undefined = options.color
      // @ts-expect-error: a switch has no text
      const twice: string | undefined = options.twice
      // @ts-expect-error: no such option is declared
      const misspelled = options.colour
      const said = JSON.stringify([color, twice, misspelled])
      return { document: { schemaVersion: 1, kind: said, ok: true, warnings: [] }, markdown: '', exitCode: 0 }
    },
  })
  const cli = { options: { color: 'red', twice: true } } as unknown as Parameters<typeof command.run>[1]
  expect((await command.run(undefined, cli, []))?.document.kind).toBe('["red",true,null]')
})

test('a row names guards, updates, states and events that there are', () => {
  type Row = RowOf<never, 'open' | 'shut', 'push', 'no session', 'waive'>
  const right: Row = {
    id: '1',
    from: 'shut',
    on: 'push',
    when: 'no session',
    to: 'open',
    kind: 'advance',
    updates: ['waive'],
  }
  const rows: readonly Row[] = [
    right,
    // @ts-expect-error: no such guard
    { ...right, when: 'no sesion' },
    // @ts-expect-error: no such update
    { ...right, updates: ['wave'] },
    // @ts-expect-error: no such state
    { ...right, to: 'ajar' },
    // @ts-expect-error: no such event
    { ...right, on: 'pull' },
  ]
  expect(rows).toHaveLength(5)
})

test('a workflow is of one piece: what its parts name is there', () => {
  type Row = RowOf<never, 'open' | 'shut', 'push' | 'creak', 'locked', 'count'>
  const rows: readonly Row[] = [{ id: '1', from: '*', on: 'push', when: 'locked', to: 'same', kind: 'block' }]
  const gate = {
    name: 'gate',
    initial: 'shut',
    states: ['open', 'shut'] as const,
    errors: [],
    goal: 'open',
    events: ['push'],
    guards: { locked: () => true },
    updates: { count: () => ({}) },
    rows,
    domain: {},
    possible: () => true,
    laws: [],
  } as const
  const gates = [
    defineWorkflow(gate),
    // @ts-expect-error: rows lead to a state that it has not
    defineWorkflow({ ...gate, states: ['open'] }),
    // @ts-expect-error: no row knows such an event
    defineWorkflow({ ...gate, events: ['pull'] }),
    // @ts-expect-error: rows ask for a guard that it has not
    defineWorkflow({ ...gate, guards: { lockd: () => true } }),
    // @ts-expect-error: rows name an update that it has not
    defineWorkflow({ ...gate, updates: { cuont: () => ({}) } }),
    // @ts-expect-error: no such state can be the goal
    defineWorkflow({ ...gate, goal: 'ajar' }),
    // @ts-expect-error: no row knows the event that is free
    defineWorkflow({ ...gate, caps: [{ counter: 'pushes', within: ['open'], free: ['pull'] }] }),
  ]
  expect(gates.every(({ name }) => name === 'gate')).toBe(true)
})
