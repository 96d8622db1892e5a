import fc from 'fast-check'
import { taskItems } from '../../../src/text/markdown/task-items'
import { countsOf } from '../../../src/workflow/criteria/counts'
import { readCriterion } from '../../../src/workflow/criteria/criterion'
import { identitiesOf, isDone, type Proof, standingOf } from '../../../src/workflow/criteria/status'

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
    ['claimed', criterionOf('x', 'by: developer'), []],
    ['confirmed', criterionOf('x', 'by: developer'), [proofOf({ ...looked })]],
    ['confirmed', criterionOf('x'), [proofOf({ ...looked })]],
    // Other files were seen; what nobody has to confirm is then as good as ticked.
    ['stale', criterionOf('x', 'by: developer'), [proofOf({ ...looked, treeAll: 'before' })]],
    [
      'confirmed',
      criterionOf('x', 'by: developer'),
      [proofOf({ ...looked, treeAll: 'before' }), proofOf({ ...looked })],
    ],
    ['claimed', criterionOf('x'), [proofOf({ ...looked, treeAll: 'before' })]],
    ['open', criterionOf(' ', 'by: developer'), [proofOf({ ...looked })]],
    ['claimed', criterionOf('x', 'by: developer'), [proofOf({ ...looked, criterion: 'other' })]],
    ['claimed', criterionOf('x', run), []],
    ['claimed', criterionOf('x', run), [proofOf({ ...looked })]],
    ['failed', criterionOf('x', 'run: npm test'), [proofOf()]],
    ['claimed', criterionOf('x', run), [proofOf({ criterion: 'other' })]],
    ['claimed', criterionOf('x', run), [proofOf({ commands: 'other' })]],
    ['failed', criterionOf('x', run), [proofOf(), proofOf({ outcome: 'failed', exit: 1 })]],
    ['failed', criterionOf(' ', run), [proofOf(), proofOf({ outcome: 'failed', exit: 1 })]],
    ['failed', criterionOf('x', run), [proofOf({ outcome: 'timed out' })]],
    ['proven', criterionOf('x', run), [proofOf({ outcome: 'failed' }), proofOf()]],
    ['stale', criterionOf('x', run), [proofOf({ treeAll: 'before' })]],
    ['proven', criterionOf('x', run), [proofOf({ treeAll: 'before' }), proofOf()]],
    ['claimed', criterionOf('x', run, 'shell: `b`'), [proofOf()]],
    ['proven', criterionOf('x', run, 'shell: `b`'), [proofOf(), proofOf({ command: 2 })]],
    ['stale', criterionOf('x', run, 'shell: `b`'), [proofOf({ treeAll: 'before' }), proofOf({ command: 2 })]],
    ['claimed', criterionOf('x', run, 'red: first'), [proofOf()]],
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
    ['failed', criterionOf('x', run), false],
    ['waiting', criterionOf('x', run), false],
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
