import fc from 'fast-check'
import { taskItems } from '../../../src/markdown/task-items'
import { readCriterion } from '../../../src/proof/criteria/criterion'
import { type PlannedCommand, plannedCommand } from '../../../src/proof/criteria/planned-command'

const criteriaOf = (...lines: string[]) => taskItems(lines.join('\n')).map(readCriterion)
const criterionOf = (...items: string[]) => criteriaOf('- [ ] It works', ...items.map((item) => `  - ${item}`))[0]
const faultsOf = (...items: string[]) => criterionOf(...items)?.faults.map(({ line, message }) => `${line}: ${message}`)

const command = (text: string, more: Partial<PlannedCommand> = {}) => plannedCommand({ text, line: 2, ...more })

describe('a criterion', () => {
  test('has the commands that its nested items say', () => {
    const plain = { ticked: false, commands: [], redFirst: false, byDeveloper: false, faults: [] }
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
      ),
    ).toEqual([
      { ...plain, text: 'Orders can be exported as CSV', line: 1, commands: [command('npm test -- export')] },
      { ...plain, text: 'The old endpoint answers 410', line: 3, ticked: true, commands: [smoke], redFirst: true },
      { ...plain, text: 'The page reads well on a phone', line: 7, byDeveloper: true },
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
    expect(criterionOf('runs: `a`', 'It says `run:`.', '[ ] run: `b`', 'why\n    - run: `c`')).toMatchObject({
      commands: [],
      faults: [],
    })
  })

  test.each<[item: string, message: string]>([
    ['Run: `npm test`', '`Run:` is written `run:`.'],
    ['EXPECT: exit 0', '`EXPECT:` is written `expect:`.'],
    ['run: npm test', '`run:` needs its command in backticks.'],
    ['run:', '`run:` needs its command in backticks.'],
    ['run: `a` and `b`', '`run:` needs its command in backticks.'],
    ['shell: ` `', '`shell:` needs its command in backticks.'],
    ['red: second', '`red:` can only be `first`.'],
    ['by: agent', '`by:` can only be `developer`.'],
  ])('has a fault in %j', (item, message) => {
    expect(faultsOf(item)).toEqual([`2: ${message}`])
  })

  test.each<[item: string, message: string]>([
    ['in: ../other', '`in:` needs a folder inside the repository.'],
    ['in: `/tmp`', '`in:` needs a folder inside the repository.'],
    ['in: C:/x', '`in:` needs a folder inside the repository.'],
    ['in: a\\\\b', '`in:` needs a folder inside the repository.'],
    ['within: 5', '`within:` needs seconds or minutes.'],
    ['within: 0s', '`within:` needs seconds or minutes.'],
    ['within: 2h', '`within:` needs seconds or minutes.'],
    ['expect: success', '`expect:` is not understood.'],
    ['expect: exit 256', '`expect:` needs an exit code from 0 to 255.'],
    ['expect: tests >= 3 in report.xml', '`expect:` needs its file in backticks.'],
    ['expect: stdout contains 410 gone', '`expect:` needs its text in backticks.'],
    ['expect: tests >= 1 in `../junit.xml`', '`expect:` needs a file inside the repository.'],
    ['expect: tests >= 1 in `src/order.ts`', '`expect:` needs a file that ends with .xml.'],
  ])('has a fault in %j below a command', (item, message) => {
    expect(faultsOf('run: `a`', item)).toEqual([`3: ${message}`])
  })

  test.each<[said: string, form: string]>([
    ['tests >= 4 in out/report.xml', 'tests >= 4 in `out/report.xml`'],
    ['tests>=4 in `report.xml`', 'tests >= 4 in `report.xml`'],
    ['tests > 4', 'tests >= 3 in `report.xml`'],
    ['tests >= 4 in `src/order.ts`', 'tests >= 4 in `report.xml`'],
    ['tests >= 4 in `../report.xml`', 'tests >= 4 in `report.xml`'],
    ['exit `3`', 'exit 3'],
    ['exit code 4', 'exit 4'],
    ['exit 256', 'exit 3'],
    ['exit', 'exit 3'],
    ['stdout contains 410', 'stdout contains `410`'],
    ['stdout contains "410 gone"', 'stdout contains `410 gone`'],
    ['output contains `410`', 'stdout contains `410`'],
    ['stdout contains a `b` c', 'stdout contains ``a `b` c``'],
    ['stdout has 410', 'stdout contains `410`'],
    ['success', 'stdout contains `410`'],
    ['', 'stdout contains `410`'],
  ])('names for %j the form that was meant, and that form has no fault', (said, form) => {
    const [fault] = criterionOf('run: `a`', `expect: ${said}`)?.faults ?? []
    expect(fault?.fix).toBe(`- expect: ${form}`)
    expect(faultsOf('run: `a`', `expect: ${form}`)).toEqual([])
  })

  test.each<[items: string[], fault: string]>([
    [['run: `a`', 'in: x', 'in: y'], '4: A command has one `in:`.'],
    [['run: `a`', 'within: 1s', 'within: 2s'], '4: A command has one `within:`.'],
    [['red: first'], '1: Nothing is run: there is no `run:` or `shell:`.'],
    [['within: 1s'], '1: Nothing is run: there is no `run:` or `shell:`.'],
    [['run: `a`', 'by: developer'], '1: A criterion has commands or `by: developer`, not both.'],
  ])('has a fault in %j', (items, fault) => {
    expect(faultsOf(...items)).toEqual([fault])
  })

  test('means the same after another bullet, indentation, wrapping, and spaces around', () => {
    const written = criteriaOf('- [ ] It works', '  - run: `npm test -- export`', '  - expect: tests >= 3 in `a.xml`')
    for (const marker of ['*', '+', '1.', '1)'])
      for (const gap of [' ', '   ']) {
        const indent = ' '.repeat(marker.length + gap.length)
        const formatted = criteriaOf(
          `${marker}${gap}[ ] It works`,
          '',
          `${indent}${marker}${gap}run:  \`npm test`,
          `${indent}${' '.repeat(marker.length + gap.length)}-- export\``,
          '',
          `${indent}${marker}${gap}expect: tests >= 3 in`,
          `${indent}${' '.repeat(marker.length + gap.length)}\`a.xml\`  `,
        )
        const meaning = (criteria: typeof written) =>
          criteria.map(({ line, commands, ...rest }) => ({
            ...rest,
            commands: commands.map((each) => ({ ...each, line: 0 })),
          }))
        expect(meaning(formatted)).toEqual(meaning(written))
      }
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
