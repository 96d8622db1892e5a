import { code, codeSpan } from '../../text/markdown/code'
import { type Expectation, readExpectation } from './expectation'

/** Reads what stands after `expect:`: what is expected, or what is wrong with it and how it could be written. */
export function expectationItem(
  written: string,
): { readonly value: Expectation } | { readonly fault: string; readonly fix: string } {
  const value = readExpectation(written)
  const said = codeSpan(written) ?? written
  const fault = value ? reportFault(value) : notUnderstood(said)
  return value && !fault ? { value } : { fault, fix: rightForm(said) }
}

/** @returns what is wrong with the report that is expected; empty if nothing is */
function reportFault(expected: Expectation): string {
  if (expected.kind !== 'tests') return ''
  if (insidePath(expected.file) === undefined) return '`expect:` needs a file inside the repository.'
  // It does not count as one of the files that a proof is for, so it must be none that is run.
  return expected.file.endsWith('.xml') ? '' : '`expect:` needs a file that ends with .xml.'
}

function notUnderstood(said: string): string {
  if (/^tests >= ?\d{1,9} in [^\s`]+$/.test(said)) return '`expect:` needs its file in backticks.'
  if (/^stdout contains [^`]+$/.test(said)) return '`expect:` needs its text in backticks.'
  if (/^exit \d+$/.test(said)) return '`expect:` needs an exit code from 0 to 255.'
  const forms =
    '`expect:` is not understood: it takes one of `exit N`, ``stdout contains `…` ``, ``tests >= N in `FILE` ``.'
  return /^stderr\b/i.test(said) ? `${forms} \`2>&1\` in a \`shell:\` puts stderr into stdout.` : forms
}

/** `tests >= 3 in report.xml`, more or less as it has to be. */
const tests = /^tests?\s*(?:>=?\s*)?(\d{1,9})\s+in\s+`?([^\s`]+)`?$/i
const stdout = /^(?:stdout|stderr|output) contains (.+)$/i
const exit = /^exit\b\D*(\d{1,3})\D*$/i

/** @returns the item as it could be written for what was meant, with what was said of it as far as it can be */
export function rightForm(said: string): string {
  const [, least = '3', file = 'report.xml'] = tests.exec(said) ?? []
  if (/^tests?\b/i.test(said)) return `- expect: tests >= ${least} in ${code(reportOf(file))}`
  if (/^exit\b/i.test(said)) return `- expect: exit ${codeOf(exit.exec(said)?.[1])}`
  return `- expect: stdout contains ${code(withoutQuotes(stdout.exec(said)?.[1] ?? '410'))}`
}

const withoutQuotes = (text: string): string => (/^(["'`])[^"'`]+\1$/.test(text) ? text.slice(1, -1) : text)

/** Only a report in the repository can be expected. */
const reportOf = (file: string): string =>
  file.endsWith('.xml') && !/^(?:\/|[A-Za-z]:)|\.\.|\\/.test(file) ? file : 'report.xml'

const codeOf = (code: string | undefined): number => {
  const number = Number(code ?? 3)
  return number > 255 ? 3 : number
}

/** @returns a path without what changes nothing in it; undefined if it may lead out of the repository */
export function insidePath(path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const leadsOut = path === '' || /^(?:\/|[A-Za-z]:)/.test(path) || parts.includes('..') || path.includes('\\')
  return leadsOut ? undefined : parts.join('/')
}
