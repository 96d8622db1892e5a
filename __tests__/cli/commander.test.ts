import { CommanderError } from 'commander'
import type { Command } from '../../src/cli/command'
import { usage } from '../../src/cli/commander'
import { otherCommands, spellCommands } from '../../src/entry/commands'
import { groups } from '../../src/entry/groups'

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
