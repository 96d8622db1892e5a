import { CommanderError } from 'commander'
import { type Command, defineCommand } from '../../src/cli/command'
import { usage } from '../../src/cli/commander'
import { defineWorkflow, type Row as RowOf } from '../../src/engine/definition'
import { otherCommands, spellCommands } from '../../src/entry/commands'
import { groups } from '../../src/entry/groups'

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

const missed = (commands: readonly Command[], typed: string, guessed: string) => {
  const said = `error: unknown command '${typed}'\n(Did you mean ${guessed}?)`
  return usage(new CommanderError(1, 'commander.unknownCommand', said), 'spell', commands)
}

/** Every command, with those that are typed at the same place. */
async function places(): Promise<Readonly<Record<string, readonly Command[]>>> {
  const others = groups.map(async ({ name, load }) => [name, await load()] as const)
  return { '': [...spellCommands, ...otherCommands], ...Object.fromEntries(await Promise.all(others)) }
}

const destructive: Readonly<Record<string, readonly string[]>> = {
  '': ['uninstall', 'new', 'undo'],
  discovery: ['undo', 'stop'],
  collab: ['remove', 'cleanup', 'stop', 'undo'],
  hope: ['cancel', 'undo'],
}

test('a near miss is taken for every command but those by which work may be lost', async () => {
  for (const [place, commands] of Object.entries(await places())) {
    const kept = commands.filter(({ name }) => missed(commands, `${name}x`, name).fix === 'spell --help')
    expect(kept.map(({ name }) => name).sort()).toEqual([...(destructive[place] ?? [])].sort())
    for (const { name } of kept) {
      const { fix, message } = missed(commands, name.slice(0, -1), name)
      expect(fix).not.toBe(`spell ${name}`)
      expect(fix === 'spell --help').toBe(message.endsWith(`Did you mean ${name}?`))
    }
  }
})

test('the beginning of a name is enough', async () => {
  const { collab = [] } = await places()
  expect(missed(collab, 'stat', 'start').fix).toBe('spell status')
  expect(missed(collab, 'renme', 'rename').fix).toBe('spell rename')
})

test.each([
  ['nope', 'hope'],
  ['foo', 'for'],
  ['port', 'work'],
])('%s is not taken for %s', async (typed, guessed) => {
  const commands = (await places())[''] ?? []
  expect(missed(commands, typed, guessed)).toMatchObject({
    message: `Unknown command '${typed}'.`,
    fix: 'spell --help',
  })
  const said = `error: unknown option '--${typed}'\n(Did you mean --${guessed}?)`
  const { message } = usage(new CommanderError(1, 'commander.unknownOption', said), 'spell lumos', [])
  expect(message).toBe(`Unknown option '--${typed}'.`)
})

test('for an option of other workflows it names the one that does the same, not one that only looks like it', () => {
  const said = "error: unknown option '--session'\n(Did you mean --version?)"
  const { message } = usage(new CommanderError(1, 'commander.unknownOption', said), 'spell lumos', [])
  expect(message).toBe("Unknown option '--session' (Did you mean --work?).")
})
