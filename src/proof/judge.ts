import { durationText } from '../text/time'
import { type TestCounts, unmet } from '../workflow/criteria/expectation'
import type { PlannedCommand } from '../workflow/criteria/planned-command'
import type { Outcome } from '../workflow/criteria/status'
import type { CommandRun } from './run-command'

export interface JudgedRun {
  /** An outcome that is kept as a proof, or why there is none. */
  readonly verdict: Outcome | 'cannot start' | 'changed' | 'not allowed'
  /** What speaks against it, as clauses; empty if it passed. */
  readonly because: readonly string[]
  readonly exit?: number
  readonly signal?: string
  /** What it names and is not there. */
  readonly missing?: readonly string[]
  readonly tests?: TestCounts
  /** Files that it wrote and left as they were. */
  readonly touched?: readonly string[]
}

/**
 * Judges a command that has ended.
 *
 * @param testsIn counts the tests of a report that it has newly written
 * @param changes what it has changed, as clauses
 */
export function judge(
  { expect }: Pick<PlannedCommand, 'expect'>,
  { outcome, output }: Pick<CommandRun, 'outcome' | 'output'>,
  withinMs: number,
  testsIn: (file: string) => TestCounts | undefined,
  changes: readonly string[],
): JudgedRun {
  if (outcome.kind === 'cannot start') return { verdict: 'cannot start', because: [outcome.reason.replace(/\.$/, '')] }
  if (outcome.kind === 'timed out')
    return { verdict: 'timed out', because: [`it took more than ${durationText(withinMs)}`, ...changes] }
  if (outcome.kind === 'signal')
    return { verdict: 'killed', because: [`it was ended by ${outcome.signal}`, ...changes], signal: outcome.signal }
  if (outcome.kind === 'aborted') return { verdict: 'killed', because: ['it was called off'] }
  const { exit } = outcome
  const [tests] = expect.flatMap((each) => (each.kind === 'tests' ? (testsIn(each.file) ?? []) : []))
  const said = { exit, ...(tests && { tests }) }
  const because = unmet(expect, { exit, stdoutHas: output.stdoutHas, testsIn })
  if (because.length > 0) return { verdict: 'failed', because: [...because, ...changes], ...said }
  return { verdict: changes.length > 0 ? 'changed' : 'passed', because: changes, ...said }
}
