import { countsOf, isMet, type Standing } from '../../proof/criteria/counts'
import type { Provable } from '../../proof/criteria/provable'
import { type Check, checksOf, plainId } from './checks'
import { inline } from './documents'
import { tierOf } from './formulas'
import type { Result, Session } from './session'

export interface Judged {
  readonly check: Check
  readonly standing: Standing
  readonly passes: boolean
  readonly because: string
  /** The same, and where its first result says that it can be seen. */
  readonly evidence: string
}

type Evidence = Pick<Session, 'shape' | 'results' | 'shown'>

/**
 * @returns one verdict for each criterion and each limit. What has a command passes only if that is proven, whatever was reported;
 *   what has none needs a result that names it, and evidence
 */
export const gate = ({ shape, results, shown }: Evidence): readonly Judged[] =>
  checksOf(shape).map((check) => {
    const its = results.filter(({ criterion }) => plainId(criterion) === plainId(check.id))
    const judged = check.hasCommand ? byCommand(its, shown[check.id] ?? 'open') : byReport(check, its)
    const evidence = [judged.because, its[0]?.reference, check.verify && `by: ${check.verify}`]
    const passes = ['proven', 'claimed'].includes(judged.standing)
    return { check, evidence: evidence.filter(Boolean).join('; '), passes, ...judged }
  })

type Verdict = Pick<Judged, 'standing' | 'because'>

function byCommand(its: readonly Result[], standing: Standing): Verdict {
  if (standing === 'failed') {
    const said = its.length > 0 && its.every(({ pass }) => pass) ? ', though it was reported to hold' : ''
    return { standing, because: `its command failed when spell ran it${said}` }
  }
  if (standing === 'proven')
    return its.every(({ pass }) => pass)
      ? { standing, because: 'its command passed on these files' }
      : { standing: 'failed', because: 'its command passed, and it was reported to fail' }
  if (standing === 'passed') return { standing, because: 'its command passed' }
  return standing === 'stale'
    ? { standing, because: 'its command passed on other files' }
    : { standing: standing === 'waiting' ? standing : 'open', because: 'its command has not been run' }
}

function byReport({ isLimit }: Check, its: readonly Result[]): Verdict {
  if (its.length === 0) return { standing: 'open', because: 'there is no result for it' }
  if (its.some(({ pass }) => !pass)) return { standing: 'failed', because: isLimit ? 'it was crossed' : 'it failed' }
  const seen = its.find(({ evidence }) => !['code-review', 'assumption'].includes(evidence))
  const best = seen ?? its.find(({ evidence }) => evidence === 'code-review')
  return best
    ? { standing: 'claimed', because: `reported: ${best.evidence.replace('-', ' ')}` }
    : { standing: 'open', because: 'an assumption is no evidence' }
}

/** @returns what has a command that does not show it now */
export const unproven = (judged: readonly Judged[]): readonly Judged[] =>
  judged.filter(({ check, standing }) => check.hasCommand && standing !== 'proven')

/** Whether nothing but a run is missing. */
export const awaitsRun = ({ check, standing }: Judged): boolean =>
  check.hasCommand && standing !== 'proven' && standing !== 'failed'

/** @returns the criteria and limits as what can be proven; what a session counts as met is claimed */
export const provableIn = (session: Evidence & Pick<Session, 'outcome'>): readonly Provable[] =>
  gate(session)
    // In a state that was edited by hand.
    .filter(({ check }) => typeof check.text === 'string')
    .map(({ check: { id, text, verify = '' }, standing }) => {
      return { id, text, by: verify, isClaimed: isMet(standing) || session.outcome === 'satisfied' }
    })

/** @returns where everything stood when it was last judged: of which files was not asked since */
export const lastStandings = (session: Evidence): readonly Standing[] =>
  gate(session).map(({ standing }) => (standing === 'proven' ? 'passed' : standing))

export const countsIn = (session: Evidence): string => countsOf(gate(session).map(({ standing }) => standing))

/** @returns the verdict that the weakest of the criteria and limits allows: what is only reported is to be watched */
function verdictOf(judged: readonly Judged[], isIrreversible: boolean): string {
  if (judged.length === 0 || judged.some(({ passes }) => !passes)) return '🔴 RESEARCH'
  return isIrreversible || judged.some(({ standing }) => standing !== 'proven') ? '🟡 MONITOR' : '🟢 SHIP'
}

/** @returns the line below a decision: verdict, counts, the way back, and the main risk; empty if the work is trivial */
export function footerOf(session: Evidence & Pick<Session, 'risk' | 'items' | 'findings'>): string {
  const { risk, items, shape, findings } = session
  const isIrreversible = risk.irreversible || items.some(({ reversible }) => reversible === false)
  if (tierOf(risk) === 'trivial' && !isIrreversible) return ''
  return [
    verdictOf(gate(session), isIrreversible),
    ...(isIrreversible ? ['declared irreversible'] : []),
    countsIn(session) || 'nothing shown',
    `rollback: ${inline(shape?.rollback ?? 'not said')}`,
    `main risk: ${inline(findings[0] ?? shape?.tensions[0] ?? 'none named')}`,
  ].join(' · ')
}
