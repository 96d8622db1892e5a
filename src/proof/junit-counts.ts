import { parser } from 'sax'
import type { TestCounts } from './criteria/expectation'

/** No report is deeper, or has more attributes in a tag: sax would keep all of them. */
const mostKept = 1_000

class NoReport extends Error {}

/**
 * Counts the test cases of a JUnit XML report, whatever its own sums say, and keeps none of its text.
 *
 * @param pieces its bytes, each overwritten by the next
 * @returns undefined if it is no such report, or not whole
 */
export function junitCounts(pieces: Iterable<Uint8Array>): TestCounts | undefined {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  let [depth, attributes] = [0, 0]
  let root = ''
  /** The depth of the test case that is read; 0 outside of one. */
  let caseDepth = 0
  let outcome: keyof TestCounts = 'passed'
  const xml = parser(true)
  xml.onopentagstart = ({ name }) => {
    if (depth === 0 && (root !== '' || !['testsuites', 'testsuite'].includes(name))) throw new NoReport()
    if (depth === 0) root = name
    if (++depth > mostKept) throw new NoReport()
    attributes = 0
    if (caseDepth === 0 && name === 'testcase') [caseDepth, outcome] = [depth, 'passed']
    else if (depth !== caseDepth + 1 || caseDepth === 0) return
    else if (name === 'failure' || name === 'error') outcome = 'failed'
    else if (name === 'skipped' && outcome === 'passed') outcome = 'skipped'
  }
  xml.onattribute = () => {
    if (++attributes > mostKept) throw new NoReport()
  }
  xml.onclosetag = () => {
    if (depth-- !== caseDepth) return
    counts[outcome]++
    caseDepth = 0
  }
  xml.onerror = ({ message }) => {
    // An entity that only a DTD explains is text as any other.
    if (!message.startsWith('Invalid character entity')) throw new NoReport()
    xml.resume()
  }
  try {
    const decoder = new TextDecoder()
    for (const piece of pieces) xml.write(decoder.decode(piece, { stream: true }))
    xml.write(decoder.decode()).close()
  } catch (error) {
    if (error instanceof NoReport) return undefined
    throw error
  }
  return root === '' ? undefined : counts
}
