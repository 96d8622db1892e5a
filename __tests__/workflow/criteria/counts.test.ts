import { peekTransition } from '../../../src/engine/reduce'
import { knownCriteria, standingCriteria } from '../../../src/work/known'
import { countStandings, countsText, passedCounts } from '../../../src/workflow/criteria/counts'
import { readCriterion } from '../../../src/workflow/criteria/criterion'
import { proofsNow } from '../../../src/workflow/criteria/proofs-now'
import type { Outcome, Proof } from '../../../src/workflow/criteria/status'
import { engineer } from '../../../src/workflows/engineer'
import { criteriaIn } from '../../../src/workflows/engineer/criteria'
import { facts } from '../../../src/workflows/engineer/facts'

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
const isNow = ({ treeAll }: Proof) => treeAll === 'now'
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
