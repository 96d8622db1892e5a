import { countsOf, isMet, type Standing } from '../../proof/criteria/counts'
import type { Provable } from '../../proof/criteria/provable'
import { type Check, checksOf, plainId } from './checks'
import { inline } from './documents'
import { tierOf } from './formulas'
import type { Result, Session } from './session'

type Verdict = readonly [standing: Standing, because: string]

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
 * @returns one verdict for each criterion and each limit. What has a command stands where its proof says, whatever was
 *   reported; what has none needs a result that names it, and evidence
 */
export const gate = ({ shape, results, shown }: Evidence): readonly Judged[] =>
  checksOf(shape).map((check) => {
    const its = results.filter(({ criterion }) => plainId(criterion) === plainId(check.id))
    const [standing, because] = check.hasCommand ? byCommand(its, shown[check.id] ?? 'open') : byReport(check, its)
    const evidence = [because, its[0]?.reference, check.verify && `by: ${check.verify}`].filter(Boolean).join('; ')
    return { check, standing, because, evidence, passes: standing === 'proven' || standing === 'claimed' }
  })

const ran: Readonly<Partial<Record<Standing, string>>> = {
  proven: 'its command passed on these files',
  passed: 'its command passed',
  stale: 'its command passed on other files',
  failed: 'its command failed when spell ran it',
}

function byCommand(its: readonly Result[], standing: Standing): Verdict {
  const because = ran[standing]
  if (!because) return [standing === 'waiting' ? standing : 'open', 'its command has not been run']
  const holds = its.every(({ pass }) => pass)
  if (standing === 'proven' && !holds) return ['failed', 'its command passed, and it was reported to fail']
  const isContrary = standing === 'failed' && holds && its.length > 0
  return [standing, `${because}${isContrary ? ', though it was reported to hold' : ''}`]
}

function byReport({ isLimit }: Check, its: readonly Result[]): Verdict {
  if (its.length === 0) return ['open', 'there is no result for it']
  if (its.some(({ pass }) => !pass)) return ['failed', isLimit ? 'it was crossed' : 'it failed']
  const shows = its.filter(({ evidence }) => evidence !== 'assumption')
  const best = shows.find(({ evidence }) => evidence !== 'code-review') ?? shows[0]
  return best ? ['claimed', `reported: ${best.evidence.replace('-', ' ')}`] : ['open', 'an assumption is no evidence']
}

/** @returns what has a command that does not show it now */
export const unproven = (judged: readonly Judged[]): readonly Judged[] =>
  judged.filter(({ check, standing }) => check.hasCommand && standing !== 'proven')

/** Whether nothing but a run is missing. */
export const awaitsRun = (judged: Judged): boolean => unproven([judged]).length > 0 && judged.standing !== 'failed'

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
