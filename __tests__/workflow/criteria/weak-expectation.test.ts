import { plannedCommand } from '../../../src/workflow/criteria/planned-command'
import { oppositeIn, weaknessOf } from '../../../src/workflow/criteria/weak-expectation'

const wants = (text: string) => plannedCommand({ expect: [{ kind: 'stdout', text }] })

test.each<[text: string, weakness: string]>([
  ['ok 1', 'weak: `ok 1` is also in `not ok 1`'],
  ['pass 1', 'weak: `pass 1` is also in `pass 10`'],
  ['valid', 'weak: `valid` is also in `not valid`'],
  ['0 failed', 'weak: `0 failed` is also in `10 failed`'],
  ['3 passed', 'weak: `3 passed` is also in `13 passed`'],
  ['1', 'weak: `1` is also in other words'],
  ['410', ''],
  ['id;name', ''],
  ['test result: ok', ''],
  ['# fail 0', ''],
  ['a--b', ''],
])('what a failure prints as well is a weak expectation: %s', (text, weakness) => {
  expect(weaknessOf(wants(text))).toBe(weakness)
})

test.each<[command: string, scripts: string[], isRunner: boolean]>([
  ['node --test', [], true],
  ['npm test -- slug', [], true],
  ['npx jest slug', [], true],
  ['cargo test slug', [], true],
  ['npm run check', ['tsc && vitest run'], true],
  ['node bin/slug.js', [], false],
  ['node test.js', [], false],
  ['npm run testimonials', [], false],
])('what a test runner prints says little of a criterion: %s %s', (text, scripts, isRunner) => {
  const command = plannedCommand({ text, expect: [{ kind: 'stdout', text: 'joins by dashes' }] })
  expect(weaknessOf(command, scripts)).toBe(isRunner ? 'weak: only what a test runner prints' : '')
  expect(weaknessOf({ ...command, expect: [] }, scripts)).toBe('')
})

// biome-ignore format: a case is a line
test.each<[runner: string, text: string, output: string, line: string | undefined]>([
  ['TAP', 'ok 1', 'TAP version 13\nnot ok 1 - adds\n', 'not ok 1 - adds'],
  ['TAP that passes', 'ok 1', 'TAP version 13\nok 1 - adds\n', undefined],
  ['jest', '0 failed', 'Tests: 10 failed, 3 passed', 'Tests: 10 failed, 3 passed'],
  ['jest that passes', '3 passed', 'Tests:       3 passed, 3 total', undefined],
  ['mocha', '3 passing', '  3 passing (4ms)', undefined],
  ['pytest', '3 passed', '==== 13 passed in 0.1s ====', '==== 13 passed in 0.1s ===='],
  ['go test', 'PASS', '--- PASS: TestAdd (0.00s)\nPASS\nok  \tsum\t0.1s', undefined],
  ['cargo', 'test result: ok', 'test result: ok. 3 passed; 0 failed', undefined],
  ['a validator', 'valid', 'the schema is invalid', 'the schema is invalid'],
])('an output that says the opposite is named: %s', (_, text, output, line) => {
  expect(oppositeIn(wants(text), output)).toBe(line)
})
