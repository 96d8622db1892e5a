import { code } from '../../text/markdown/code'
import type { PlannedCommand } from './planned-command'

/** Words that a failure prints as well, with something before them: `not ok`, `not found`, `invalid`. */
const good = /^(?:ok|pass(?:ed|es)?|success(?:ful)?|valid|found|correct|complete)\b/i
const passes = /^pass(?:ed|es)? \d+$/i
const counts = /^\d+ (?:pass|fail|error|test)/i

/** What prints the name of a test that it skips, too. */
const runner =
  /(?:^|[\s/"'])(?:node\s(?:.*\s)?--test|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?t(?:est)?|jest|vitest|mocha|pytest|unittest|phpunit|rspec|ctest|(?:go|cargo|deno|dotnet|swift|mix|mvn|gradle|playwright)\s+test)(?=[\s"':;&|]|$)/

/**
 * @param scripts what the command runs by a name
 * @returns why an expectation may be met although its criterion is not, as a clause; empty if none is known to be
 */
export function weaknessOf({ expect, text: command }: PlannedCommand, scripts: readonly string[] = []): string {
  for (const each of expect) {
    if (each.kind !== 'stdout') continue
    const { text } = each
    if (/^\w{1,2}$/.test(text)) return `weak: ${code(text)} is also in other words`
    if (passes.test(text)) return `weak: ${code(text)} is also in ${code(`${text}0`)}`
    if (good.test(text)) return `weak: ${code(text)} is also in ${code(`not ${text}`)}`
    if (counts.test(text)) return `weak: ${code(text)} is also in ${code(`1${text}`)}`
    if ([command, ...scripts].some((each) => runner.test(each))) return 'weak: only what a test runner prints'
  }
  return ''
}

const negated = /(?:^|\W)(?:not|no|never|un|in|dis|non-?)\s*$/i

/** @returns the line of an output that says the opposite of what is expected in it; undefined if none does */
export const oppositeIn = ({ expect }: Pick<PlannedCommand, 'expect'>, output: string): string | undefined =>
  output.split(/\r?\n/).find((line) =>
    expect.some((each) => {
      const at = each.kind === 'stdout' ? line.indexOf(each.text) : -1
      const before = line.slice(0, Math.max(0, at))
      return at > 0 && (negated.test(before) || (/\d$/.test(before) && /^\d/.test(line.slice(at))))
    }),
  )

/** Whether a command ends well whatever the work is: it shows nothing of it. */
export function cannotFail(text: string): boolean {
  // Only the last statement decides; what is quoted joins nothing.
  const statements = text.replace(/'[^']*'|"[^"]*"/g, '_').split(/[;\n]/)
  const last = statements.findLast((each) => each.trim() !== '') ?? ''
  return last.split('||').some((one) => one.split('&&').every((each) => harmless.test(each.replace(/^.*\|/s, ''))))
}

const harmless = /^\s*(?:(?:\S*\/)?(?:true|echo|printf)(?:\s.*)?|:(?:\s.*)?|exit(?:\s+0)?)\s*$/s
