import { mirroringTests } from '../../scripts/changed-tests'

const tests = [
  '__tests__/commands/work/undo.command.test.ts',
  '__tests__/commands/work/undo.test.ts',
  '__tests__/commands/work/undone.test.ts',
  '__tests__/proofs/commands/work/undo.crash.test.ts',
  '__tests__/commands/history/undo.test.ts',
  '__tests__/scripts/docs.test.ts',
  '__tests__/docs/docs.test.ts',
]
const [command, unit, , proof, , docs] = tests

test.each([
  ['src/commands/work/undo.ts', [command, unit, proof]],
  ['src/commands/work/undo.command.ts', [command, unit, proof]],
  ['scripts/docs.ts', [docs]],
  ['docs/docs.md', []],
  ['src/commands/work/new.ts', []],
])('the tests that mirror %s are those of the same name, wherever they run', (path, mirroring) => {
  expect(mirroringTests([path], tests)).toEqual(mirroring)
})

test('several files have the tests of each, once', () => {
  expect(
    mirroringTests(['src/commands/work/undo.ts', 'src/commands/work/undo.command.ts', 'scripts/docs.ts'], tests),
  ).toEqual([command, unit, proof, docs])
})
