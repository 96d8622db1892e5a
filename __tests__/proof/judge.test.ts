import { gatherOutput } from '../../src/proof/gathered-output'
import { judge } from '../../src/proof/judge'
import type { RunOutcome } from '../../src/proof/run-command'
import { durationText } from '../../src/text/time'

const output = gatherOutput([]).end()
const of = (outcome: RunOutcome, changes: readonly string[] = []) =>
  judge({ expect: [] }, { outcome, output }, 90_000, () => undefined, changes)

test.each<[RunOutcome, verdict: string, because: string[]]>([
  [{ kind: 'ended', exit: 0 }, 'passed', []],
  [{ kind: 'ended', exit: 2 }, 'failed', ['it ended with 2, not 0']],
  [{ kind: 'signal', signal: 'SIGKILL' }, 'killed', ['it was ended by SIGKILL']],
  [{ kind: 'timed out' }, 'timed out', ['it took more than 1 min 30 s']],
  [{ kind: 'cannot start', reason: 'It is a folder.' }, 'cannot start', ['It is a folder']],
])('%j is judged', (outcome, verdict, because) => {
  expect(of(outcome)).toMatchObject({ verdict, because })
})

test('what has changed speaks against a command that passed, and is said of one that failed', () => {
  expect(of({ kind: 'ended', exit: 0 }, ['x'])).toMatchObject({ verdict: 'changed', because: ['x'] })
  expect(of({ kind: 'ended', exit: 1 }, ['x'])).toMatchObject({
    verdict: 'failed',
    because: ['it ended with 1, not 0', 'x'],
  })
})

// biome-ignore format: in one paragraph
test.each([
  [0, '0 s'], [49, '0 s'], [50, '0.1 s'], [1_000, '1 s'], [9_949, '9.9 s'], [9_950, '10 s'], [59_499, '59 s'],
  [59_500, '1 min'], [60_000, '1 min'], [119_600, '2 min'], [185_000, '3 min 5 s'],
])('%d ms are %s', (ms, words) => {
  expect(durationText(ms)).toBe(words)
})
