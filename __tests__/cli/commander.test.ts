import { CommanderError } from 'commander'
import { usage } from '../../src/cli/commander'

const missed = (typed: string, guessed: string) =>
  usage(
    new CommanderError(1, 'commander.unknownCommand', `error: unknown command '${typed}'\n(Did you mean ${guessed}?)`),
    'spell collab',
    ['remove', 'rename', 'stop', 'status'].map((name) => ({ name })),
  ).fix

test.each([
  ['recover', 'remove'],
  ['remov', 'remove'],
  ['sto', 'stop'],
])('%s is never taken for %s: what a command destroys is not offered', (typed, guessed) => {
  expect(missed(typed, guessed)).toBe('spell collab --help')
})

test('another near miss is', () => {
  expect(missed('stat', 'status')).toBe('spell collab status')
  expect(missed('renme', 'rename')).toBe('spell collab rename')
})
