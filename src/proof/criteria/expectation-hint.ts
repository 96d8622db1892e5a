import { inCodeSpan } from './code-span'

/** `tests >= 3 in report.xml`, more or less as it has to be. */
const tests = /^tests?\s*(?:>=?\s*)?(\d{1,9})\s+in\s+`?([^\s`]+)`?$/i
const stdout = /^(?:stdout|output) contains (.+)$/i
const exit = /^exit\b\D*(\d{1,3})\D*$/i

/**
 * @param said what stands after `expect:`, and is not understood
 * @returns what is missing, if it is nothing but backticks or a number that an exit code can have; undefined otherwise
 */
export function lacksOnly(said: string): string | undefined {
  if (/^tests >= ?\d{1,9} in [^\s`]+$/.test(said)) return '`expect:` needs its file in backticks.'
  if (/^stdout contains [^`]+$/.test(said)) return '`expect:` needs its text in backticks.'
  return /^exit \d+$/.test(said) ? '`expect:` needs an exit code from 0 to 255.' : undefined
}

/** @returns the item as it could be written for what was meant, with what was said of it as far as it can be */
export function rightForm(said: string): string {
  const [, least = '3', file = 'report.xml'] = tests.exec(said) ?? []
  if (/^tests?\b/i.test(said)) return `- expect: tests >= ${least} in ${inCodeSpan(reportOf(file))}`
  if (/^exit\b/i.test(said)) return `- expect: exit ${codeOf(exit.exec(said)?.[1])}`
  return `- expect: stdout contains ${inCodeSpan(withoutQuotes(stdout.exec(said)?.[1] ?? '410'))}`
}

const withoutQuotes = (text: string): string => (/^(["'`])[^"'`]+\1$/.test(text) ? text.slice(1, -1) : text)

/** Only a report in the repository can be expected. */
const reportOf = (file: string): string =>
  file.endsWith('.xml') && !/^(?:\/|[A-Za-z]:)|\.\.|\\/.test(file) ? file : 'report.xml'

const codeOf = (code: string | undefined): number => {
  const number = Number(code ?? 3)
  return number > 255 ? 3 : number
}
