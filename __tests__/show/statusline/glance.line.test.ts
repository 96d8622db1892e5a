import fc from 'fast-check'
import type { MeantPiece } from '../../../src/show/statusline/glance'
import { lineOf, problemLine } from '../../../src/show/statusline/glance'
import { visible } from '../../../src/text/markdown/visible'
import { countStandings } from '../../../src/workflow/criteria/counts'
import { you } from '../../../src/workflow/turn'
import { anyHostileText } from '../../support/hostile-texts'
import { unseenIn } from '../../support/unseen'

const doing = (more: Partial<MeantPiece> = {}): MeantPiece => ({
  name: 'csv-export',
  workflow: 'engineer',
  phase: 'task',
  where: 'Task 2',
  criteria: countStandings(['passed', 'passed', 'claimed', 'open', 'open']),
  ...more,
})

// biome-ignore format: a case is a line
test.each<[what: string, seen: readonly MeantPiece[], line: string]>([
  ['nothing', [], ''],
  ['one piece of work', [doing()], 'csv-export · Task 2 · 2 of 5 passed, 1 ticked'],
  ['one without a name', [doing({ name: 'task', title: 'CSV export' })], 'CSV export · Task 2 · 2 of 5 passed, 1 ticked'],
  ['one without name and title', [doing({ name: 'task' })], 'Task 2 · 2 of 5 passed, 1 ticked'],
  ['one that waits', [doing({ turn: { who: 'you', does: 'say **Accio**', since: '2026-08-18T13:00:00Z' } })], 'csv-export · Task 2 · 2 of 5 passed, 1 ticked · You: say Accio'],
  ['one with much to do', [doing({ title: 'The price list of the orders', turn: { who: 'you', does: 'tell the agent what the next task is' } })], 'The price list of the o… · Task 2 · 2 of 5 passed, 1 ticked · You: tell the age…'],
  ['one with changed criteria', [doing({ turn: you('look at criteria 2, 4. **Accio** agrees to the changes', undefined, 'look at criteria 2, 4') })], 'csv-export · Task 2 · 2 of 5 passed, 1 ticked · You: look at criteria 2, 4'],
  ['several', [doing(), doing({ name: 'orders' })], 'csv-export, orders · spell work use NAME'],
  ['a long name', [doing({ name: 'n'.repeat(99) })], `${'n'.repeat(44)}… · Task 2 · 2 of 5 passed, 1 ticked`],
  ['a long wide name', [doing({ name: '名'.repeat(99) })], `${'名'.repeat(21)}… · Task 2 · 2 of 5 passed, 1 ticked`],
])('the line of %s', (_, seen, line) => {
  expect(lineOf(seen)).toBe(line)
})

test('where the reader breaks lines, nothing but a long title is cut', () => {
  const turn = { who: 'you', does: 'tell the agent what the next task is' } as const
  expect(lineOf([doing({ title: 'The price list of the orders', turn })], Number.POSITIVE_INFINITY)).toBe(
    'The price list of the o… · Task 2 · 2 of 5 passed, 1 ticked · You: tell the agent what the next task is',
  )
})

test('whatever users wrote, it is one short line without an invisible character', () => {
  fc.assert(
    fc.property(anyHostileText, (text) => {
      for (const line of [
        lineOf([doing({ title: text })]),
        lineOf([doing({ name: text }), doing()]),
        problemLine(text, 'spell doctor'),
        problemLine('It is damaged.', text),
      ]) {
        expect(line).not.toMatch(/[\r\n\t]/)
        expect([...line].length).toBeLessThanOrEqual(80)
        expect(unseenIn(visible(line))).toEqual([])
        expect(visible(line)).toBe(line)
      }
    }),
  )
})
