import fc from 'fast-check'
import { peekTransition } from '../../../src/engine/reduce'
import { taskItems } from '../../../src/text/markdown/task-items'
import { knownCriteria, standingCriteria } from '../../../src/work/known'
import { countStandings, countsOf, countsText, passedCounts } from '../../../src/workflow/criteria/counts'
import { readCriterion } from '../../../src/workflow/criteria/criterion'
import { proofsNow } from '../../../src/workflow/criteria/proofs-now'
import { identitiesOf, isDone, type Outcome, type Proof, standingOf } from '../../../src/workflow/criteria/status'
import { engineer } from '../../../src/workflows/engineer'
import { criteriaIn } from '../../../src/workflows/engineer/criteria'
import { facts } from '../../../src/workflows/engineer/facts'

const known = { criterion: 'c', commands: 'k' }
const proofOf = (more: Partial<Proof> = {}): Proof => ({
  time: '2026-01-01T00:00:00.000Z',
  ...known,
  command: 1,
  of: 1,
  argv: ['true'],
  outcome: 'passed',
  exit: 0,
  ms: 1,
  output: '',
  treeAll: 'now',
  node: 'v20',
  os: 'linux',
  ...more,
})
const run = 'run: `npm test`'
const criterionOf = (box: ' ' | 'x', ...items: string[]) => {
  const [item] = taskItems([`- [${box}] It works`, ...items.map((text) => `  - ${text}`)].join('\n'))
  if (!item) throw new Error('no criterion')
  return readCriterion(item)
}
const red = (more: Partial<Proof> = {}) => proofOf({ outcome: 'failed', exit: 1, treeAll: 'before', ...more })
const task = (box: ' ' | 'x') => ({ ...criterionOf(box, run, 'red: first'), id: 'csv' })
/** The developer has looked. */
const looked = { commands: '', command: 0, of: 0, outcome: 'confirmed' } as const
const isNow = ({ treeAll }: Proof) => treeAll === 'now'

describe('a criterion', () => {
  test.each<[standing: string, criterion: ReturnType<typeof criterionOf>, proofs: Proof[]]>([
    ['open', criterionOf(' ', run), [proofOf()]],
    ['open', criterionOf(' '), []],
    ['claimed', criterionOf('x'), []],
    ['confirmed', criterionOf('x', 'by: developer'), [proofOf({ ...looked })]],
    // Other files were seen; what nobody has to confirm is then as good as ticked.
    ['stale', criterionOf('x', 'by: developer'), [proofOf({ ...looked, treeAll: 'before' })]],
    ['claimed', criterionOf('x'), [proofOf({ ...looked, treeAll: 'before' })]],
    ['open', criterionOf(' ', 'by: developer'), [proofOf({ ...looked })]],
    ['claimed', criterionOf('x', 'by: developer'), [proofOf({ ...looked, criterion: 'other' })]],
    ['claimed', criterionOf('x', run), []],
    ['failed', criterionOf('x', 'run: npm test'), [proofOf()]],
    ['claimed', criterionOf('x', run), [proofOf({ commands: 'other' })]],
    ['failed', criterionOf('x', run), [proofOf(), proofOf({ outcome: 'failed', exit: 1 })]],
    ['failed', criterionOf(' ', run), [proofOf(), proofOf({ outcome: 'failed', exit: 1 })]],
    ['proven', criterionOf('x', run), [proofOf({ outcome: 'failed' }), proofOf()]],
    ['stale', criterionOf('x', run), [proofOf({ treeAll: 'before' })]],
    ['stale', criterionOf('x', run, 'shell: `b`'), [proofOf({ treeAll: 'before' }), proofOf({ command: 2 })]],
    ['failed', criterionOf('x', run, 'red: first'), [proofOf(), proofOf({ outcome: 'failed' })]],
    ['claimed', criterionOf('x', run, 'red: first'), [proofOf({ outcome: 'timed out' }), proofOf()]],
    ['proven', criterionOf('x', run, 'red: first'), [proofOf({ outcome: 'failed', treeAll: 'before' }), proofOf()]],
    // A criterion is seen failing by the same command, whatever it was run for; a task, which has an id, by itself, on other files.
    ['proven', criterionOf('x', run, 'red: first'), [red({ criterion: 'other' }), proofOf()]],
    ['claimed', task('x'), [red({ criterion: 'other' }), proofOf()]],
    ['claimed', task('x'), [red({ treeAll: 'now' }), proofOf()]],
    ['proven', task('x'), [red({ treeAll: 'now', files: { a: '1' } }), proofOf({ files: { a: '2' } })]],
    ['proven', task('x'), [red(), proofOf()]],
    // What could not run was not seen failing.
    ['claimed', task('x'), [red({ exit: 127 }), proofOf()]],
    ['claimed', criterionOf('x', run, 'red: first'), [red({ exit: 126 }), proofOf()]],
    ['failed', task(' '), [red({ exit: 127 })]],
    // The red that is wanted is no failure, until it has passed or is claimed.
    ['open', task(' '), [red(), red()]],
    ['open', task(' '), [proofOf(), red()]],
    ['open', task(' '), [proofOf()]],
    ['failed', task(' '), [red(), proofOf({ treeAll: 'then' }), red()]],
    ['failed', task('x'), [red()]],
    ['proven', { ...criterionOf(' ', run), id: 'C1' }, [proofOf()]],
    ['open', { ...criterionOf(' ', run), id: 'C1' }, []],
    ['claimed', { ...criterionOf('x', run), id: 'C1' }, []],
  ])('is %s (%#)', (standing, criterion, proofs) => {
    const identity = { ...known, commands: criterion.commands.length > 0 ? 'k' : '' }
    expect(standingOf(criterion, identity, { proofs, isFresh: isNow })).toBe(standing)
  })

  test('has passed, on whatever files, where those are not asked about', () => {
    expect(standingOf(criterionOf('x', run), known, { proofs: [proofOf({ treeAll: 'before' })] })).toBe('passed')
  })

  test.each([
    ['proven', criterionOf('x', run), true],
    ['passed', criterionOf('x', run), true],
    ['stale', criterionOf('x', run), false],
    ['confirmed', criterionOf('x', 'by: developer'), true],
    ['claimed', criterionOf('x'), true],
    ['claimed', criterionOf('x', run), false],
    ['claimed', criterionOf('x', 'by: developer'), false],
    ['open', criterionOf(' '), false],
  ] as const)('that is %s is done or not (%#)', (standing, criterion, isIt) => {
    expect(isDone(standing, criterion)).toBe(isIt)
  })
})

test('the standings of a plan are counted in one wording, the strongest first', () => {
  expect(countsOf(['open', 'proven', 'claimed', 'proven', 'confirmed', 'failed'])).toBe(
    '2 proven · 1 confirmed · 1 claimed · 1 failed · 1 open',
  )
})

describe('what a criterion is known by', () => {
  const knownIn = (...lines: string[]) => identitiesOf(taskItems(lines.join('\n')).map(readCriterion))

  test('is its text, numbered if it is there again, and its commands', () => {
    expect(knownIn('- [ ] It *works*', '- [x] It  _works_', '  - run: `a`', '- [ ] Other')).toEqual([
      { criterion: 'It _works_', commands: '' },
      { criterion: 'It _works_ #2', commands: '{"commands":["{\\"text\\":\\"a\\"}"]}' },
      { criterion: 'Other', commands: '' },
    ])
  })

  test('changes with the files that the developer is to see', () => {
    const bare = knownIn('- [ ] It works', '  - by: developer')[0]
    const named = knownIn('- [ ] It works', '  - by: developer of `a.html`')[0]
    expect(bare?.commands).toBe('')
    expect(named?.commands).toBe('{"files":["a.html"]}')
  })

  test('changes with the commands and `red: first`, and not with prose, the box or the line', () => {
    const base = knownIn('- [ ] It works', '  - run: `a`')[0]
    for (const item of ['run: `b`', 'expect: exit 1', 'red: first'])
      expect(knownIn('- [ ] It works', '  - run: `a`', `  - ${item}`)[0]).not.toEqual(base)
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{1,20}$/), (prose) => {
        expect(knownIn('', '- [x] It works', `  - Note, ${prose}`, '  - run: `a`')[0]).toEqual(base)
      }),
    )
  })
})

/** What was last seen of a criterion: how it ended, and of which files. */
type Seen = readonly [outcome: Outcome, treeAll: 'now' | 'before'] | undefined

const runs: readonly Seen[] = [undefined, ['passed', 'now'], ['passed', 'before'], ['failed', 'now']]
const looks: readonly Seen[] = [undefined, ['confirmed', 'now'], ['confirmed', 'before']]
const forms = [
  ['', looks],
  ['\n  - by: developer', looks],
  ['\n  - run: `npm test`', runs],
  ['\n  - run: npm test', [undefined]],
] as const
const cases = [' ', 'x'].flatMap((box) =>
  forms.flatMap(([items, all]) => all.map((seen) => ({ item: `- [${box}] It works${items}`, seen }))),
)
const settings = [true, false].flatMap((required) => [
  { required, always: [], seen: undefined },
  ...runs.map((seen) => ({ required, always: ['npm run lint'], seen })),
])
const isAllDone = (counts: string) => /^\d+ done(?:, (?:\d+ of them )?only ticked)?$/.test(counts)

test('all is called done if and only if Accio completes the work, whatever stands where under which settings', () => {
  const wrong: object[] = []
  let completed = 0
  for (const [at, one] of cases.entries())
    for (const other of cases.slice(at)) {
      const plan = `${one.item}\n${other.item}\n`
      const criteria = criteriaIn(plan).map(readCriterion)
      const drafted = { '.ai/task/plan.md': plan, '.ai/task/task.md': 'Do it.' }
      const written = facts(drafted, { atlassian: { hosts: [] } }, {})
      for (const { required, always, seen } of settings) {
        const proofs = knownCriteria(criteria, always).flatMap(({ known }, index): Proof[] => {
          const [outcome, treeAll] = [one.seen, other.seen, seen][index] ?? []
          if (!outcome || !treeAll) return []
          const command = outcome === 'confirmed' ? 0 : 1
          return [{ time: '', ...known, command, of: command, outcome, ms: 0, output: '', treeAll, node: '', os: '' }]
        })
        const asked = proofsNow(standingCriteria(criteria, always, { proofs, isFresh: isNow }), required, true)
        const unasked = proofsNow(standingCriteria(criteria, always, { proofs }), required, false)
        const { row } = peekTransition(engineer.definition, 'ACHIEVE_TASK_DRAFTING', 'accio', {
          ...written,
          ...asked.facts,
        })
        const completes = row.id === 'A3'
        if (completes) completed++
        // Where git was not asked, nothing is promised that it could deny.
        const isTrue = isAllDone(asked.counts) === completes && (completes || !isAllDone(unasked.counts))
        if (!isTrue) wrong.push({ plan, proofs, always, required, asked: asked.counts, unasked: unasked.counts })
      }
    }
  expect(wrong.slice(0, 3)).toEqual([])
  expect(completed).toBeGreaterThan(20)
})

test.each([
  [
    ['proven', 'confirmed', 'claimed', 'failed', 'open', 'stale'],
    '3 done, 1 of them only ticked · 1 failed · 2 open (1 passed before files changed)',
  ],
  [['claimed', 'claimed'], '2 done, only ticked'],
  [['stale'], '1 open (passed before files changed)'],
  [['proven', 'waiting'], '1 done · 1 open'],
  [[], ''],
] as const)('%j is told as “%s”', (standings, told) => {
  const isDone = (standing: string) => ['proven', 'confirmed', 'claimed'].includes(standing)
  expect(countsText(standings.map((standing) => ({ standing, isDone: isDone(standing) })))).toBe(told)
})

test.each([
  [['passed', 'confirmed', 'claimed', 'failed', 'open'], '2 of 5 passed, 1 ticked, 1 failed'],
  [['claimed', 'open'], '1 of 2 ticked'],
  [['open'], '0 of 1 passed'],
] as const)('where git is not asked, %j is “%s”', (standings, told) => {
  expect(passedCounts(countStandings(standings))).toBe(told)
})
