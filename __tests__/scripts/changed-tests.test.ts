import { mirroringTests } from '../../scripts/changed-tests'

// biome-ignore format: in one paragraph
const tests = [
  '__tests__/commands/undo.command.test.ts', '__tests__/commands/undo.test.ts', '__tests__/steps/undone.test.ts',
  '__tests__/proofs/steps/undo.crash.test.ts', '__tests__/report/redo.test.ts', '__tests__/scripts/docs.test.ts',
  '__tests__/docs/docs.test.ts',
]
const [command, unit, , proof, , docs] = tests

test.each([
  ['src/commands/undo.ts', [command, unit, proof]],
  ['src/commands/undo.command.ts', [command, unit, proof]],
  ['scripts/docs.ts', [docs]],
  ['docs/docs.md', []],
  ['src/commands/new.ts', []],
])('the tests that mirror %s are those of the same name, wherever they run', (path, mirroring) => {
  expect(mirroringTests([path], tests)).toEqual(mirroring)
})

test('several files have the tests of each, once', () => {
  expect(mirroringTests(['src/commands/undo.ts', 'src/commands/undo.command.ts', 'scripts/docs.ts'], tests)).toEqual([
    command,
    unit,
    proof,
    docs,
  ])
})
