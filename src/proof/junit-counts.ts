import type { TestCounts } from '../workflow/criteria/expectation'
import { eachAttribute, readTags } from './xml-tags'

/** A suite, or all of them, while it is read. */
interface Suite {
  readonly depth: number
  /** How many failures and errors its attributes say, those of suites in it too. */
  readonly said: number
  /** How many its elements show. */
  shown: number
  /** Of its cases and those of suites in it. */
  passed: number
  /** Whether an outcome stands in the suite itself, such as that of a hook. */
  isFailed: boolean
}

/**
 * Counts the test cases of a JUnit XML report and keeps none of its text. Of a suite that says of itself that more failed than
 * its cases show, none has passed.
 *
 * @param pieces its bytes, each overwritten by the next
 * @returns undefined if it is no such report, or not whole
 */
export function junitCounts(pieces: Iterable<Buffer>): TestCounts | undefined {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const suites: Suite[] = []
  /** The depth of the test case that is read; 0 outside of one. */
  let caseDepth = 0
  let outcome: keyof TestCounts = 'passed'
  let isShown = false
  let isReport = false
  const isWhole = readTags(pieces, {
    opened(name, depth, rest) {
      const suite = suites.at(-1)
      const isFailure = name === 'failure' || name === 'error'
      if (caseDepth > 0) {
        if (depth !== caseDepth + 1) return
        if (isFailure) {
          outcome = 'failed'
          isShown = true
          if (suite) suite.shown++
        } else if (name === 'skipped' && outcome === 'passed') outcome = 'skipped'
      } else if (name === 'testsuite' || name === 'testsuites') {
        if (depth === 1 || suite) suites.push({ depth, said: failuresIn(rest), shown: 0, passed: 0, isFailed: false })
      } else if (name === 'testcase') [caseDepth, outcome, isShown] = [depth, outcomeIn(rest), false]
      else if (isFailure && depth - 1 === suite?.depth) suite.isFailed = true
    },
    closed(depth) {
      const suite = suites.at(-1)
      if (depth === caseDepth) {
        caseDepth = 0
        if (!suite) return
        if (outcome === 'passed') suite.passed++
        else counts[outcome]++
        if (outcome === 'failed' && !isShown) suite.shown++
      } else if (depth === suite?.depth) {
        suites.pop()
        const isPassed = !suite.isFailed && suite.said <= suite.shown
        if (!isPassed) counts.failed += suite.passed
        const around = suites.at(-1) ?? counts
        if (isPassed) around.passed += suite.passed
        if ('shown' in around) around.shown += Math.max(suite.said, suite.shown)
        else isReport = true
      }
    },
  })
  return isWhole && isReport ? counts : undefined
}

/** How often a suite says that something failed. */
function failuresIn(rest: string): number {
  let said = 0
  eachAttribute(rest, (name, value) => {
    if (name === 'failures' || name === 'errors') said += Number(value) || 0
  })
  return said
}

/** What tells the outcome of a case in some dialects, without an element in it. */
const ofOutcome = /status|result|outcome/
const passing =
  /^(?:run|ran|executed|completed?|done|finished|pass(?:ed)?|ok|success(?:ful)?|succeeded|true|fixed|flaky|warn(?:ed|ing)?|[\s\d.-]*)$/i
const skipping =
  /^(?:not.*|un(?:tested|executed)|skip.*|suppressed|disabled|ignored?|pending|inconclusive|todo|xfail(?:ed)?|excluded)$/i

/** @returns the worst that its attributes say; a word that is not known as one of a case that passed or did not run fails it */
function outcomeIn(rest: string): keyof TestCounts {
  let outcome: keyof TestCounts = 'passed'
  if (!ofOutcome.test(rest)) return outcome
  eachAttribute(rest, (name, value) => {
    if ((name !== 'status' && name !== 'result' && name !== 'outcome') || passing.test(value)) return
    if (!skipping.test(value)) outcome = 'failed'
    else if (outcome === 'passed') outcome = 'skipped'
  })
  return outcome
}
