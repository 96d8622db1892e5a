import { inline } from './documents'
import { strong, tierOf } from './formulas'
import type { Result, Session } from './session'

/** How long it takes to revert a decision: no time, under a minute, under five minutes, hours or more. */
export type Decision = 'trivial' | '2A' | '2B' | '1'

export function decisionOf({ risk, items }: Pick<Session, 'risk' | 'items'>): Decision {
  if (risk.irreversible || items.some(({ reversible }) => reversible === false)) return '1'
  const tier = tierOf(risk)
  return tier === 'trivial' ? 'trivial' : tier === 'critical' ? '2B' : '2A'
}

export type Verdict = 'SHIP' | 'MONITOR' | 'RESEARCH'

export function verdictOf(decision: Decision, results: readonly Pick<Result, 'evidence'>[]): Verdict {
  const has = (kinds: readonly string[]) => results.some(({ evidence }) => kinds.includes(evidence))
  if (!has([...strong, 'code-review'])) return 'RESEARCH'
  return decision === '1' || !has(strong) ? 'MONITOR' : 'SHIP'
}

const lamps: Readonly<Record<Verdict, string>> = { SHIP: '🟢', MONITOR: '🟡', RESEARCH: '🔴' }
const rollback: Readonly<Record<Decision, string>> = {
  trivial: '',
  '2A': 'taken back in under a minute',
  '2B': 'taken back in under five minutes',
  '1': 'taken back in hours, if at all',
}

/** @returns the lines below a decision: none, one, or five, depending on what is at stake */
export function footerOf(session: Pick<Session, 'risk' | 'items' | 'results' | 'shape' | 'findings'>): string {
  const decision = decisionOf(session)
  if (decision === 'trivial') return ''
  const { results, shape, findings } = session
  const verdict = verdictOf(decision, results)
  const kinds = [...new Set(results.map(({ evidence }) => evidence.replace('-', ' ')))].join(', ') || 'nothing yet'
  const risk = inline(findings[0] ?? shape?.tensions[0] ?? 'none named')
  const head = `${lamps[verdict]} ${verdict}`
  if (decision !== '1') return `${head} · verified by ${kinds} · ${rollback[decision]} · main risk: ${risk}`
  const weak = results.filter(({ evidence }) => !strong.includes(evidence))
  return [
    `${head} · ${rollback[decision]}`,
    `Basis: ${kinds}`,
    `Unverified: ${weak.map(({ criterion }) => inline(criterion)).join('; ') || 'nothing'}`,
    `Alternative: ${inline(shape?.tensions[0] ?? 'leave it as it is')}`,
    `Risk: ${risk}`,
  ].join('\n')
}
