import { beginningOf, code, inline } from '../../text/markdown-parts'
import { missedBy } from '../../workflow/criteria/expectation'
import type { PlannedCommand } from '../../workflow/criteria/planned-command'
import type { Proof } from '../../workflow/criteria/status'

/** @returns what came of a run, in words: `failed, exit 1` */
export function resultOf({ expect }: Pick<PlannedCommand, 'expect'>, run: Proof): string {
  const { outcome, exit, signal, tests, touched } = run
  const missed = outcome === 'failed' ? missedBy(expect, run) : ''
  const ended = outcome === 'failed' && Number.isSafeInteger(exit) && (missed || `exit ${exit}`)
  const killed = outcome === 'killed' && typeof signal === 'string' && inline(beginningOf(signal, mostCharacters))
  return [outcome, ended, killed, tests && shownTests(tests, missed !== ''), touchedText(touched)]
    .filter(Boolean)
    .join(', ')
}

const shownTests = ({ passed, failed, skipped }: NonNullable<Proof['tests']>, isSaid: boolean): string =>
  [
    !isSaid && (passed === 1 ? '1 test' : `${passed} tests`),
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} skipped`,
  ]
    .filter(Boolean)
    .join(', ')

/** @returns that a run wrote files and left them as they were, as a clause; a line by hand may have any value */
export const touchedText = (touched: unknown): string =>
  Array.isArray(touched) && touched.length > 0
    ? `after writing ${touched.map((path) => code(beginningOf(inline(String(path)), mostCharacters))).join(', ')} and putting it back`
    : ''

const mostCharacters = 60
