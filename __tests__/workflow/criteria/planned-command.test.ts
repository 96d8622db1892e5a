import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { taskItems } from '../../../src/text/markdown/task-items'
import { commandItems, readCriterion } from '../../../src/workflow/criteria/criterion'
import { readExpectation } from '../../../src/workflow/criteria/expectation'
import {
  commandFields,
  consentKey,
  expectedOf,
  expectedParts,
  type FieldName,
  fieldNames,
  identity,
  type PlannedCommand,
  plannedCommand,
  shown,
} from '../../../src/workflow/criteria/planned-command'
import { oppositeIn, weaknessOf } from '../../../src/workflow/criteria/weak-expectation'
import { otherFields } from '../../support/other-fields'

const plain = plannedCommand({ text: 'npm test' })
const page = readFileSync('docs/proof.md', 'utf8')

test('there is another value to try for every field', () => {
  expect(Object.keys(otherFields).sort()).toEqual([...fieldNames].sort())
})

describe.each(fieldNames)('the field %s', (name: FieldName) => {
  const changed: PlannedCommand = { ...plain, [name]: otherFields[name].value }
  const { identity: forProofs, consent } = commandFields[name]

  test('is in the identity, or says why not', () => {
    expect(identity(changed) !== identity(plain)).toBe(forProofs === 'counts')
  })

  test('is in the consent and on the screen, or says why not', () => {
    const isAllowed = !('ignored' in consent)
    expect(consentKey(changed) !== consentKey(plain)).toBe(isAllowed)
    expect(shown(changed).join(', ')).toBe(isAllowed ? otherFields[name].shown : '`npm test`')
  })

  test('counts nowhere as it is without its item, so that a new field leaves older proofs and consents', () => {
    for (const key of [identity(plain), consentKey(plain)]) if (name !== 'text') expect(key).not.toContain(name)
  })
})

test('what does not count gives a reason', () => {
  const reasons = Object.values(commandFields).flatMap(({ identity, consent }) =>
    [identity, consent].flatMap((use) => (typeof use === 'object' && 'ignored' in use ? [use.ignored] : [])),
  )
  expect(reasons.filter((reason) => reason.trim().length < 10)).toEqual([])
})

test('what proofs and consents are kept by is the same as ever', () => {
  const whole = plannedCommand({
    text: 'a | b',
    kind: 'shell',
    line: 3,
    folder: 'lib',
    withinMs: 90_000,
    expect: [
      { kind: 'exit', code: 3 },
      { kind: 'tests', least: 2, file: 'r.xml' },
    ],
  })
  expect([plain, whole].map(identity)).toEqual([
    '{"text":"npm test"}',
    '{"text":"a | b","kind":"shell","folder":"lib","withinMs":90000,"expect":[{"kind":"exit","code":3},{"kind":"tests","least":2,"file":"r.xml"}]}',
  ])
  expect([plain, whole].map(consentKey)).toEqual([
    '{"text":"npm test"}',
    '{"text":"a | b","kind":"shell","folder":"lib"}',
  ])
  expect(shown(whole)).toEqual(['`a | b`', 'run by `sh -c`', 'in `lib`'])
})

test.each([...commandItems])(
  'the example of `%s:` is understood and asks for another proof; the docs have the item',
  (word, { example }) => {
    const read = (...items: string[]) =>
      taskItems(['- [ ] a', '  - run: `npm test`', ...items.map((item) => `  ${item}`)].join('\n')).map(
        readCriterion,
      )[0]
    const [before, after] = [read(), read(example)]
    expect(after?.faults).toEqual([])
    expect(after?.commands.map(identity)).not.toEqual(before?.commands.map(identity))
    expect(page).toContain(`\n| \`${word}:\` |`)
  },
)

test('what is expected is said as a plan can say it', () => {
  const ways = fc.oneof(
    fc.record({ kind: fc.constant('exit' as const), code: fc.nat(255) }),
    fc.record({
      kind: fc.constant('stdout' as const),
      text: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
    }),
    fc.record({ kind: fc.constant('tests' as const), least: fc.nat(999), file: fc.constant('a `b`/r.xml') }),
  )
  fc.assert(
    fc.property(ways, (each) => {
      const [said = ''] = expectedOf({ expect: [each] })
      expect(readExpectation(said)).toEqual(each)
      const [words, code] = expectedParts(said)
      expect(code ?? words).toBe(
        each.kind === 'exit' ? `exit ${each.code}` : each.kind === 'stdout' ? each.text : each.file,
      )
    }),
  )
})

const wants = (text: string) => plannedCommand({ expect: [{ kind: 'stdout', text }] })

test.each<[text: string, weakness: string]>([
  ['ok 1', 'weak: `ok 1` is also in `not ok 1`'],
  ['pass 1', 'weak: `pass 1` is also in `pass 10`'],
  ['0 failed', 'weak: `0 failed` is also in `10 failed`'],
  ['1', 'weak: `1` is also in other words'],
  ['410', ''],
  ['test result: ok', ''],
  ['a--b', ''],
])('what a failure prints as well is a weak expectation: %s', (text, weakness) => {
  expect(weaknessOf(wants(text))).toBe(weakness)
})

test.each<[command: string, scripts: string[], isRunner: boolean]>([
  ['node --test', [], true],
  ['npm test -- slug', [], true],
  ['cargo test slug', [], true],
  ['npm run check', ['tsc && vitest run'], true],
  ['node bin/slug.js', [], false],
  ['npm run testimonials', [], false],
])('what a test runner prints says little of a criterion: %s %s', (text, scripts, isRunner) => {
  const command = plannedCommand({ text, expect: [{ kind: 'stdout', text: 'joins by dashes' }] })
  expect(weaknessOf(command, scripts)).toBe(isRunner ? 'weak: only what a test runner prints' : '')
  expect(weaknessOf({ ...command, expect: [] }, scripts)).toBe('')
})

// biome-ignore format: a case is a line
test.each<[runner: string, text: string, output: string, line: string | undefined]>([
  ['TAP', 'ok 1', 'TAP version 13\nnot ok 1 - adds\n', 'not ok 1 - adds'],
  ['jest', '0 failed', 'Tests: 10 failed, 3 passed', 'Tests: 10 failed, 3 passed'],
  ['jest that passes', '3 passed', 'Tests:       3 passed, 3 total', undefined],
  ['pytest', '3 passed', '==== 13 passed in 0.1s ====', '==== 13 passed in 0.1s ===='],
  ['go test', 'PASS', '--- PASS: TestAdd (0.00s)\nPASS\nok  \tsum\t0.1s', undefined],
  ['a validator', 'valid', 'the schema is invalid', 'the schema is invalid'],
])('an output that says the opposite is named: %s', (_, text, output, line) => {
  expect(oppositeIn(wants(text), output)).toBe(line)
})
