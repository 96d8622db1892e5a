import { wordsOf } from './checks'
import { inline } from './documents'
import { gate, type Judged, tierOf } from './formulas'
import type { Session } from './session'

/** Whether a decision needs a word about taking it back: it is small, it can be taken back, or it was declared irreversible. */
export type Decision = 'trivial' | 'reversible' | 'irreversible'

export function decisionOf({ risk, items }: Pick<Session, 'risk' | 'items'>): Decision {
  if (risk.irreversible || items.some(({ reversible }) => reversible === false)) return 'irreversible'
  return tierOf(risk) === 'trivial' ? 'trivial' : 'reversible'
}

export type Verdict = 'SHIP' | 'MONITOR' | 'RESEARCH'

/** @returns the verdict that the weakest of the criteria and limits allows */
export function verdictOf(decision: Decision, judged: readonly Pick<Judged, 'passes' | 'monitored'>[]): Verdict {
  if (judged.length === 0 || judged.some(({ passes }) => !passes)) return 'RESEARCH'
  return decision === 'irreversible' || judged.some(({ monitored }) => monitored) ? 'MONITOR' : 'SHIP'
}

const lamps: Readonly<Record<Verdict, string>> = { SHIP: '🟢', MONITOR: '🟡', RESEARCH: '🔴' }

/** @returns the lines below a decision: none, one, or five, depending on what is at stake */
export function footerOf(
  session: Pick<Session, 'risk' | 'items' | 'results' | 'shown' | 'shape' | 'findings'>,
): string {
  const decision = decisionOf(session)
  if (decision === 'trivial') return ''
  const { shape, findings } = session
  const judged = gate(session)
  const verdict = verdictOf(decision, judged)
  const head = `${lamps[verdict]} ${verdict}`
  const rollback = `rollback: ${inline(shape?.rollback ?? 'not said')}`
  const risk = inline(findings[0] ?? shape?.tensions[0] ?? 'none named')
  if (decision === 'reversible') return `${head} · ${basisOf(judged)} · ${rollback} · main risk: ${risk}`
  const weak = judged.filter(({ passes, monitored }) => !passes || monitored)
  return [
    `${head} · declared irreversible · ${rollback}`,
    `Basis: ${basisOf(judged)}`,
    `Unverified: ${weak.map(({ check }) => inline(wordsOf(check))).join('; ') || 'nothing'}`,
    `Alternative: ${inline(shape?.tensions[0] ?? 'leave it as it is')}`,
    `Risk: ${risk}`,
  ].join('\n')
}

/** The kinds of evidence, after the word that says whose they are. */
function basisOf(judged: readonly Judged[]): string {
  const shown = judged.flatMap(({ shownBy }) => shownBy ?? [])
  return (
    [...new Set(shown.map(({ basis }) => basis))]
      .map((basis) => {
        const kinds = shown.flatMap((one) => (one.basis === basis ? [one.evidence.replace('-', ' ')] : []))
        return `${basis}: ${[...new Set(kinds)].join(', ')}`
      })
      .join('; ') || 'nothing shown'
  )
}
