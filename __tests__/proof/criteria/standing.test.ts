import fc from 'fast-check'
import { taskItems } from '../../../src/markdown/task-items'
import { readCriterion } from '../../../src/proof/criteria/criterion'
import type { Proof } from '../../../src/proof/criteria/proof'
import { countStandings, identitiesOf, standingOf } from '../../../src/proof/criteria/standing'

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
const criterionOf = (box: ' ' | 'x', ...items: string[]) => {
  const [item] = taskItems([`- [${box}] It works`, ...items.map((text) => `  - ${text}`)].join('\n'))
  if (!item) throw new Error('no criterion')
  return readCriterion(item)
}
const isNow = ({ treeAll }: Proof) => treeAll === 'now'
const run = 'run: `npm test`'

describe('a criterion', () => {
  test.each<[standing: string, criterion: ReturnType<typeof criterionOf>, proofs: Proof[]]>([
    ['open', criterionOf(' ', run), [proofOf()]],
    ['open', criterionOf(' '), []],
    ['said', criterionOf('x'), []],
    ['said', criterionOf('x', 'by: developer'), []],
    ['unproven', criterionOf('x', run), []],
    ['unproven', criterionOf('x', 'run: npm test'), [proofOf()]],
    ['unproven', criterionOf('x', run), [proofOf({ criterion: 'other' })]],
    ['unproven', criterionOf('x', run), [proofOf({ commands: 'other' })]],
    ['unproven', criterionOf('x', run), [proofOf(), proofOf({ outcome: 'failed', exit: 1 })]],
    ['unproven', criterionOf('x', run), [proofOf({ outcome: 'timed out' })]],
    ['proven', criterionOf('x', run), [proofOf({ outcome: 'failed' }), proofOf()]],
    ['stale', criterionOf('x', run), [proofOf({ treeAll: 'before' })]],
    ['proven', criterionOf('x', run), [proofOf({ treeAll: 'before' }), proofOf()]],
    ['unproven', criterionOf('x', run, 'shell: `b`'), [proofOf()]],
    ['proven', criterionOf('x', run, 'shell: `b`'), [proofOf(), proofOf({ command: 2 })]],
    ['stale', criterionOf('x', run, 'shell: `b`'), [proofOf({ treeAll: 'before' }), proofOf({ command: 2 })]],
    ['unproven', criterionOf('x', run, 'red: first'), [proofOf()]],
    ['unproven', criterionOf('x', run, 'red: first'), [proofOf(), proofOf({ outcome: 'failed' })]],
    ['unproven', criterionOf('x', run, 'red: first'), [proofOf({ outcome: 'timed out' }), proofOf()]],
    ['proven', criterionOf('x', run, 'red: first'), [proofOf({ outcome: 'failed', treeAll: 'before' }), proofOf()]],
  ])('is %s (%#)', (standing, criterion, proofs) => {
    expect(standingOf(criterion, known, proofs, isNow)).toBe(standing)
  })

  test('counts as proven by any tree if the tree is not asked for', () => {
    expect(standingOf(criterionOf('x', run), known, [proofOf({ treeAll: 'before' })])).toBe('proven')
  })
})

test('the standings of a plan are counted', () => {
  expect(countStandings(['proven', 'said', 'proven', 'open'])).toEqual({
    open: 1,
    said: 1,
    proven: 2,
    stale: 0,
    unproven: 0,
  })
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
