import { inline } from './documents'
import { gate, type Judged, tierOf } from './formulas'
import type { Session } from './session'

/** @returns the verdict that the weakest of the criteria and limits allows, with its colour */
function verdictOf(judged: readonly Judged[], isIrreversible: boolean): string {
  if (judged.length === 0 || judged.some(({ passes }) => !passes)) return '🔴 RESEARCH'
  return isIrreversible || judged.some(({ monitored }) => monitored) ? '🟡 MONITOR' : '🟢 SHIP'
}

/** @returns the line below a decision: verdict, basis, the way back, and the main risk; empty if the work is trivial */
export function footerOf({
  risk,
  items,
  results,
  shown,
  shape,
  findings,
}: Pick<Session, 'risk' | 'items' | 'results' | 'shown' | 'shape' | 'findings'>): string {
  const isIrreversible = risk.irreversible || items.some(({ reversible }) => reversible === false)
  if (tierOf(risk) === 'trivial' && !isIrreversible) return ''
  const judged = gate({ shape, results, shown })
  return [
    verdictOf(judged, isIrreversible),
    ...(isIrreversible ? ['declared irreversible'] : []),
    basisOf(judged),
    `rollback: ${inline(shape?.rollback ?? 'not said')}`,
    `main risk: ${inline(findings[0] ?? shape?.tensions[0] ?? 'none named')}`,
  ].join(' · ')
}

function basisOf(judged: readonly Judged[]): string {
  const shown = judged.flatMap(({ shownBy }) => shownBy ?? [])
  const bases = [...new Set(shown.map(({ basis }) => basis))].map((basis) => {
    const kinds = shown.flatMap((one) => (one.basis === basis ? [one.evidence.replace('-', ' ')] : []))
    return `${basis}: ${[...new Set(kinds)].join(', ')}`
  })
  return bases.join('; ') || 'nothing shown'
}
