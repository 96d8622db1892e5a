import { code, codeSpan } from '../../text/markdown/code'

/** What a command has to do to show its criterion. */
export type Expectation =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'stdout'; readonly text: string }
  /** It writes a JUnit XML file that has at least so many passed tests; `file` is relative to the root. */
  | { readonly kind: 'tests'; readonly least: number; readonly file: string }

/** Tests as a JUnit XML file counts them. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** No longer report is counted, in megabytes. */
export const mostMegabytes = 64
const counted = `JUnit XML of at most ${mostMegabytes} MB`

/** What came of a command that ended by itself. */
export interface Ended {
  readonly exit: number
  readonly stdoutHas: (text: string) => boolean
  /** By the path of its file; undefined if the command has not newly written that file, or it is no JUnit XML. */
  readonly testsIn: (file: string) => TestCounts | undefined
}

const maxExitCode = 255

/** Reads `exit N`, ``stdout contains `TEXT` `` and ``tests >= N in `FILE` ``, also in backticks; undefined for anything else. */
export function readExpectation(written: string): Expectation | undefined {
  const said = codeSpan(written) ?? written
  const code = /^exit (\d{1,3})$/.exec(said)?.[1]
  if (code !== undefined) return Number(code) > maxExitCode ? undefined : { kind: 'exit', code: Number(code) }
  const [, least, rest = ''] = /^(?:stdout contains|tests >= ?(\d{1,9}) in) +(.*)$/s.exec(said) ?? []
  const named = codeSpan(rest)
  if (!named) return undefined
  return least === undefined ? { kind: 'stdout', text: named } : { kind: 'tests', least: Number(least), file: named }
}

/** @returns the same as a plan says it */
export function expectationText(each: Expectation): string {
  if (each.kind === 'exit') return `exit ${each.code}`
  return each.kind === 'stdout' ? `stdout contains ${code(each.text)}` : `tests >= ${each.least} in ${code(each.file)}`
}

/** @returns the reports that a command newly writes, relative to the root, sorted */
export const reportsIn = (expected: readonly Expectation[]): string[] =>
  expected.flatMap((each) => (each.kind === 'tests' ? [each.file] : [])).sort()

/** @returns everything that is not as expected, each as a clause; empty if the command has shown its criterion */
export function unmet(expected: readonly Expectation[], ended: Ended): string[] {
  const asked = expected.some(({ kind }) => kind === 'exit')
    ? expected
    : [{ kind: 'exit', code: 0 } as const, ...expected]
  return asked.flatMap((each) => {
    if (each.kind === 'exit') return ended.exit === each.code ? [] : [`it ended with ${ended.exit}, not ${each.code}`]
    if (each.kind === 'stdout')
      return ended.stdoutHas(each.text) ? [] : [`its output does not contain ${code(each.text)}`]
    return unmetTests(each, ended.testsIn(each.file))
  })
}

function unmetTests({ least, file }: Expectation & { kind: 'tests' }, counts: TestCounts | undefined): string[] {
  if (!counts) return [`it has not written ${code(file)}, a path from the root, as ${counted}`]
  return counts.passed < least ? [`${code(file)} has ${tooFew(counts, least)}`] : []
}

const tooFew = ({ passed }: TestCounts, least: number): string =>
  `${passed} passed ${passed === 1 ? 'test' : 'tests'}, ${least} ${least === 1 ? 'is' : 'are'} needed`

/** @returns what a failed command has missed, as far as its proof tells, as a clause; empty if that is its exit code */
export function missedBy(
  expected: readonly Expectation[],
  { exit, tests }: { readonly exit?: number; readonly tests?: TestCounts },
): string {
  const codes = expected.flatMap((each) => (each.kind === 'exit' ? [each.code] : []))
  if (exit === undefined || (codes.length > 0 ? codes : [0]).some((code) => code !== exit)) return ''
  for (const each of expected) {
    if (each.kind !== 'tests') continue
    if (!tests) return `${code(each.file)} is not newly written as ${counted}`
    if (tests.passed < each.least) return tooFew(tests, each.least)
  }
  const texts = expected.flatMap((each) => (each.kind === 'stdout' ? [code(each.text)] : []))
  return texts.length === 0 ? '' : `its output does not contain ${texts.join(' or ')}`
}
