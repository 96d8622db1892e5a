import { parseXml, XmlElement } from '@rgrove/parse-xml'
import type { TestCounts } from './criteria/expectation'

/** Counts the test cases of a JUnit XML report, whatever its own sums say; undefined if the text is none. */
export function junitCounts(text: string): TestCounts | undefined {
  const root = parsed(text)
  if (!root || !['testsuites', 'testsuite'].includes(root.name)) return undefined
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const visit = (element: XmlElement): void => {
    if (element.name === 'testcase') counts[outcomeOf(element)]++
    else for (const child of elementsIn(element)) visit(child)
  }
  visit(root)
  return counts
}

function parsed(text: string): XmlElement | undefined {
  try {
    return parseXml(text, { ignoreUndefinedEntities: true }).root ?? undefined
  } catch {
    return undefined
  }
}

const elementsIn = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child): child is XmlElement => child instanceof XmlElement)

function outcomeOf(testcase: XmlElement): keyof TestCounts {
  const names = elementsIn(testcase).map(({ name }) => name)
  if (names.includes('failure') || names.includes('error')) return 'failed'
  return names.includes('skipped') ? 'skipped' : 'passed'
}
