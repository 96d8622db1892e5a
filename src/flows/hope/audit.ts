import { fitOf, specBand } from './formulas'
import type { Session } from './session'

interface Audit {
  readonly verdict: 'PROCEED' | 'CLARIFY' | 'EXPLORE'
  readonly advice: readonly string[]
}

/** The checks of every turn: the first two are binding, the others advise. `confused`: the human is lost. */
export function audit(session: Session, confused: boolean): Audit {
  const { spec, waived, approach, shape } = session
  const isVague = spec !== undefined && specBand(spec.total) === 'clarify' && !waived
  const isUnfit = (spec !== undefined && fitOf(spec) < 15) || approach === 'unknown'
  const advice = [
    shape?.criteria.every(({ verify }) => verify === undefined) === true &&
      'No criterion says how it is verified: say for each what will be run, watched or measured.',
    confused && 'The developer seems lost: say it shorter, and ask one question that shows what they need.',
  ]
  return {
    verdict: isVague ? 'CLARIFY' : isUnfit ? 'EXPLORE' : 'PROCEED',
    advice: advice.filter((line) => line !== false),
  }
}
