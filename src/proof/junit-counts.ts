import type { TestCounts } from './criteria/expectation'
import { readTags } from './xml-tags'

/**
 * Counts the test cases of a JUnit XML report, whatever its own sums say, and keeps none of its text.
 *
 * @param pieces its bytes, each overwritten by the next
 * @returns undefined if it is no such report, or not whole
 */
export function junitCounts(pieces: Iterable<Buffer>): TestCounts | undefined {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  let isReport = false
  /** The depth of the test case that is read; 0 outside of one. */
  let caseDepth = 0
  let outcome: keyof TestCounts = 'passed'
  const isWhole = readTags(pieces, {
    opened(name, depth) {
      if (depth === 1) isReport = ['testsuites', 'testsuite'].includes(name)
      if (caseDepth === 0 && name === 'testcase') [caseDepth, outcome] = [depth, 'passed']
      else if (depth !== caseDepth + 1 || caseDepth === 0) return
      else if (name === 'failure' || name === 'error') outcome = 'failed'
      else if (name === 'skipped' && outcome === 'passed') outcome = 'skipped'
    },
    closed(depth) {
      if (depth !== caseDepth) return
      counts[outcome]++
      caseDepth = 0
    },
  })
  return isWhole && isReport ? counts : undefined
}
