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
import { mayHaveCommands } from '../../../src/workflows/engineer/criteria'
import { otherFields } from '../../support/other-fields'

const criteriaOf = (...lines: string[]) => taskItems(lines.join('\n')).map(readCriterion)
const criterionOf = (...items: string[]) => criteriaOf('- [ ] It works', ...items.map((item) => `  - ${item}`))[0]
const faultsOf = (...items: string[]) => criterionOf(...items)?.faults.map(({ line, message }) => `${line}: ${message}`)

const command = (text: string, more: Partial<PlannedCommand> = {}) => plannedCommand({ text, line: 2, ...more })

describe('a criterion', () => {
  test('has the commands that its nested items say', () => {
    const plain = { ticked: false, commands: [], redFirst: false, byDeveloper: false, files: [], faults: [] }
    const terms = { line: 4, expect: [{ kind: 'stdout', text: '410' }] } as const
    const smoke = command('node scripts/smoke.mjs old-endpoint', terms)
    expect(
      criteriaOf(
        '- [ ] Orders can be exported as CSV',
        '  - run: `npm test -- export`',
        '- [x] The old endpoint answers 410',
        '  - run: `node scripts/smoke.mjs old-endpoint`',
        '  - expect: stdout contains `410`',
        '  - red: first',
        '- [ ] The page reads well on a phone',
        '  - by: developer',
        '- [ ] The colours are calm',
        '  - by: developer of `page.html`, `./src/page.css` and `a b.svg`',
      ),
    ).toEqual([
      { ...plain, text: 'Orders can be exported as CSV', line: 1, commands: [command('npm test -- export')] },
      { ...plain, text: 'The old endpoint answers 410', line: 3, ticked: true, commands: [smoke], redFirst: true },
      { ...plain, text: 'The page reads well on a phone', line: 7, byDeveloper: true },
      {
        ...plain,
        text: 'The colours are calm',
        line: 9,
        byDeveloper: true,
        files: ['page.html', 'src/page.css', 'a b.svg'],
      },
    ])
  })

  test('has several commands, each with the terms below it and those above the first', () => {
    const below = ['run: `make`', 'in: `packages/api/`', 'shell: `a && b`', 'within: 90s', 'expect: exit 3']
    const criterion = criterionOf('within: 5m', ...below)
    expect(criterion?.faults).toEqual([])
    expect(criterion?.commands).toEqual([
      command('make', { line: 3, folder: 'packages/api', withinMs: 300_000 }),
      command('a && b', { kind: 'shell', line: 5, withinMs: 90_000, expect: [{ kind: 'exit', code: 3 }] }),
    ])
  })

  test('has none in prose, in an own box, or deeper', () => {
    expect(criterionOf('ruins: `a`', 'It says `run:`.', '[ ] It runs', 'why\n    - run: `c`')).toMatchObject({
      commands: [],
      faults: [],
    })
  })

  test.each<[item: string, message: string]>([
    ['Run: `npm test`', '`Run:` is written `run:`.'],
    ['run: npm test', '`run:` needs its command in backticks.'],
    ['run: `a` and `b`', '`run:` needs its command in backticks.'],
    ['red: second', '`red:` can only be `first`.'],
    ...['agent', 'developer of page.html', 'developer of `../a`', 'developer of `a` or `b`', 'developer of'].map(
      (said): [string, string] => [
        `by: ${said}`,
        '`by:` can only be `developer`, or `developer of` with files of the repository in backticks.',
      ],
    ),
  ])('has a fault in %j', (item, message) => {
    expect(faultsOf(item)).toEqual([`2: ${message}`])
  })

  // One of each kind; all that come together are below, in the property.
  test.each<[item: string, form: string]>([
    ['run:`npm test`', 'run: `npm test`'],
    ['run `npm test`', 'run: `npm test`'],
    ['run → `npm test`', 'run: `npm test`'],
    ['(run: `npm test`)', 'run: `npm test`'],
    ['`run: npm test`', 'run: `npm test`'],
    ['``run: `npm test` ``', 'run: `` `npm test` ``'],
    ['ｒｕｎ: `npm test`', 'run: `npm test`'],
    ['run:`npm test', 'run: `npm test -- export`'],
    ['rnu: `npm test`', 'run: `npm test`'],
    ['shel: `a && b`', 'shell: `a && b`'],
    ['verify: `npm test`', 'run: `npm test`'],
    ['test: `npm test`', 'run: `npm test`'],
    ['Command: npm test', 'run: `npm test`'],
    ['run:npm test', 'run: `npm test`'],
    ['run: npm test', 'run: `npm test`'],
    ['How to verify: `npm test`', 'run: `npm test`'],
    ['**Befehl:** `npm test`', 'run: `npm test`'],
    ['`$ npm test`', 'run: `npm test`'],
    ['`npm test` passes', 'run: `npm test`'],
    ['`./check.sh` → exit 0', 'run: `./check.sh`'],
    ['in:`packages/api`', 'in: `packages/api`'],
    ['witin: 90s', 'within: 90s'],
    ['expects: exit 3', 'expect: stdout contains `410`'],
    ['Red first', 'red: first'],
    ['**by:** the developer', ''],
    ['by developer', 'by: developer'],
  ])('takes %j for no prose', (item, form) => {
    const faults = criterionOf(item)?.faults ?? []
    expect(faults.map(({ line, fix }) => `${line}: ${fix}`)).toEqual(form === '' ? [] : [`2: - ${form}`])
    expect(mayHaveCommands(`- [ ] It works\n  - ${item}`)).toBe(true)
  })

  // biome-ignore format: in one paragraph
  test.each([
    'note: `npm test` is slow', 'see: `src/order.ts`', 'ran `npm test` before', 'run `npm test` before you commit',
    'Run it as often as you like', 'verify: `npm test` does not hide the others', 'test `a` and `b`',
    'in `packages/api` nothing changes', 'in French, too', 'on: `main`', 'is: `a`', 'my: `a`', 'rid: first',
    'red first, then green', 'within 90 milliseconds or so', 'within reason', 'expect tests to pass',
    'expected: it exits', 'by developers and others', '`npm`', '`run`', '**run**', 'prune: `a`', '',
    '`npm test` prints `a`', '`orders export`', 'Usage: `node orders.js`', 'For example: `npm test`', 'verify: by hand',
    'output: `id;name`', 'exit: 0', 'cwd: `src`', 'timeout: 90s',
  ])('takes %j for prose', (item) => {
    expect(faultsOf(item)).toEqual([])
  })

  test.each([
    ...[
      '(run: `a`)',
      '(run: `a`, within: 90s)',
      'and prints. Run: `a`',
      '[run: `a`]',
      '**run:** `a`',
      '_(run: `a`)_ ✅',
    ].map((said): [said: string, fix: string] => [said, '- run: `a`']),
    ['(run: `a` and `b`)', '- run: `a`'],
    ['`b`, shell: `a | c`!', '- shell: `a | c`'],
    ['(By: developer)', '- by: developer'],
    ['; red: first', '- red: first'],
  ])('is not read in the text of a criterion: %j', (said, fix) => {
    const text = `- [ ] It works ${said}`
    expect(criteriaOf(text)[0]?.faults).toEqual([expect.objectContaining({ fix })])
    expect(mayHaveCommands(text)).toBe(true)
    const inCode = ['It has ``- run: `a` ``', 'It has `- by: developer`', 'It is run: by hand', 'standby: developers']
    for (const prose of inCode) expect(criteriaOf(`- [ ] ${prose}`)[0]?.faults).toEqual([])
  })

  test.each<[lines: string[], faults: string[]]>([
    [['- [ ] It works', '  - [ ] run: `a`'], ['2: - run: `a`']],
    [['- [x] It works', '  1. [x] **run:** `a`'], ['2: - run: `a`']],
    [['- [ ] It works', '  - [ ] by: developer'], ['2: - by: developer']],
    [['- [ ] Run `a`', '- [ ] Test: `a`', '- [ ] Within 90 s the page is there', '- [ ] By: hand'], []],
  ])('has no box before an item: %j', (lines, faults) => {
    const found = criteriaOf(...lines).flatMap((each) => each.faults)
    expect(found.map(({ line, fix }) => `${line}: ${fix}`)).toEqual(faults)
    if (faults.length > 0) expect(mayHaveCommands(lines.join('\n'))).toBe(true)
  })

  test('is never prose with a command, however its word is written', () => {
    const commands = ['`npm test`', '``a `b` c``', '`a` (unit)', '`a`.']
    const ways = fc.constantFrom(
      ['run', commands],
      ['shell', commands],
      ['within', ['90s', '`5m`', '9 seconds']],
      ['expect', ['exit 3', 'stdout contains `a`', 'tests >= 3 in `a.xml`', 'tests > 3']],
    ) as fc.Arbitrary<[word: string, said: string[]]>
    const slips = (word: string) =>
      fc.tuple(fc.nat(word.length - 1), fc.constantFrom('e', 's', 'é', 'и')).chain(([at, letter]) => {
        const [before, own, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
        const changed = ['', own, own.toUpperCase(), letter, `${letter}${own}`].map((each) => before + each + after)
        return fc.constantFrom(...changed, `${before}${after.charAt(0)}${own}${after.slice(1)}`)
      })
    const item = ways.chain(([word, said]) => {
      const around = fc.constantFrom('', '*', '**', '_', '__', '~~', '`', '"', '(', '\u200b')
      // biome-ignore format: in one paragraph
      const mark = fc.constantFrom(
        ':', '：', '﹕', '::', ' :', ' : ', ': ', ' - ', ' = ', '\u00a0:\u00a0', ':\t', ' → ',
      )
      return fc
        .tuple(around, slips(word), mark, fc.boolean(), fc.constantFrom(...said))
        .map(([sign, written, between, isInside, rest]) =>
          isInside ? `${sign}${written}${between}${sign}${rest}` : `${sign}${written}${sign}${between}${rest}`,
        )
    })
    const meaning = (read: ReturnType<typeof criterionOf>) => ({
      commands: read?.commands.map(({ line: _, ...rest }) => rest),
      faults: read?.faults.length,
    })
    fc.assert(
      fc.property(item, fc.boolean(), (text, isAbove) => {
        const read = meaning(criterionOf(...(isAbove ? [text, 'run: `b`'] : ['run: `b`', text])))
        expect({ text, ...read }).not.toEqual({ text, ...meaning(criterionOf('run: `b`')) })
      }),
      { numRuns: 1_000 },
    )
  })

  test.each<[item: string, word: string]>([
    ['cwd: `packages/api`', 'in'],
    ['Directory: `packages/api`', 'in'],
    ['timeout: 90s', 'within'],
    ['expected: exit 3', 'expect'],
    ['Expected output: `410`', 'expect'],
    ['output: `410`', 'expect'],
    ['prints `410`', 'expect'],
    ['stdout contains `410`', 'expect'],
    ['exit: 3', 'expect'],
    ['Exit code: 3', 'expect'],
  ])('takes %j for no prose below a command', (item, word) => {
    expect(faultsOf('run: `a`', item)).toEqual([`3: This is written \`${word}:\`.`])
  })

  test('has prose, and examples of commands, beside its command', () => {
    const beside = ['`npm test`', 'Befehl: `npm test`', 'output: 3 files', 'prints `a` and `b`', 'exit codes are new']
    expect(faultsOf('run: `a`', ...beside)).toEqual([])
  })

  test.each<[item: string, message: string]>([
    ['in: ../other', '`in:` needs a folder inside the repository.'],
    ['in: `/tmp`', '`in:` needs a folder inside the repository.'],
    ['in: C:/x', '`in:` needs a folder inside the repository.'],
    ['in: a\\\\b', '`in:` needs a folder inside the repository.'],
    ['within: 5', '`within:` needs seconds or minutes.'],
    [
      'expect: success',
      '`expect:` is not understood: it takes one of `exit N`, ``stdout contains `…` ``, ``tests >= N in `FILE` ``.',
    ],
    [
      'expect: stderr contains `ho`',
      '`expect:` is not understood: it takes one of `exit N`, ``stdout contains `…` ``, ``tests >= N in `FILE` ``. `2>&1` in a `shell:` puts stderr into stdout.',
    ],
    ['expect: exit 256', '`expect:` needs an exit code from 0 to 255.'],
    ['expect: tests >= 3 in report.xml', '`expect:` needs its file in backticks.'],
    ['expect: stdout contains 410 gone', '`expect:` needs its text in backticks.'],
    ['expect: `stdout contains 410 gone`', '`expect:` needs its text in backticks.'],
    ['expect: tests >= 1 in `../junit.xml`', '`expect:` needs a file inside the repository.'],
    ['expect: tests >= 1 in `src/order.ts`', '`expect:` needs a file that ends with .xml.'],
  ])('has a fault in %j below a command', (item, message) => {
    expect(faultsOf('run: `a`', item)).toEqual([`3: ${message}`])
  })

  test.each<[said: string, form: string]>([
    ['tests >= 4 in out/report.xml', 'tests >= 4 in `out/report.xml`'],
    ['tests > 4', 'tests >= 3 in `report.xml`'],
    ['tests >= 4 in `src/order.ts`', 'tests >= 4 in `report.xml`'],
    ['exit `3`', 'exit 3'],
    ['exit code 4', 'exit 4'],
    ['exit 256', 'exit 3'],
    ['exit', 'exit 3'],
    ['stdout contains 410', 'stdout contains `410`'],
    ['stdout contains "410 gone"', 'stdout contains `410 gone`'],
    ['stdout contains a `b` c', 'stdout contains `` a `b` c ``'],
    ['stdout has 410', 'stdout contains `410`'],
    ['', 'stdout contains `410`'],
  ])('names for %j the form that was meant, and that form has no fault', (said, form) => {
    const [fault] = criterionOf('run: `a`', `expect: ${said}`)?.faults ?? []
    expect(fault?.fix).toBe(`- expect: ${form}`)
    expect(faultsOf('run: `a`', `expect: ${form}`)).toEqual([])
  })

  test.each<[items: string[], fault: string]>([
    [['run: `a`', 'in: x', 'in: y'], '4: A command has one `in:`.'],
    [['red: first'], '1: Nothing is run: there is no `run:` or `shell:`.'],
    [['within: 1s'], '1: Nothing is run: there is no `run:` or `shell:`.'],
    [['run: `a`', 'by: developer'], '1: A criterion has commands or `by: developer`, not both.'],
  ])('has a fault in %j', (items, fault) => {
    expect(faultsOf(...items)).toEqual([fault])
  })

  test('never throws, and has a command for each `run:` that is a code span', () => {
    const item = fc.oneof(
      fc.stringMatching(/^(run|shell|in|within|expect|red|by|Run|note): ?[`a-z0-9 ./\\]{0,12}$/),
      fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, ' ')),
    )
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), (items) => {
        const [criterion] = criteriaOf('- [ ] It works', ...items.map((text) => `  - ${text}`))
        expect(criterion?.commands.every(({ text, folder }) => text.trim() !== '' && !folder.includes('..'))).toBe(true)
      }),
    )
  })
})

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
  expect(shown(whole)).toEqual(['`a | b`', 'in a shell', 'in `lib`'])
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
