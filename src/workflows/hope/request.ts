import type { Bringing } from './payload'
import type { Session } from './session'

export const types = ['Build', 'Debug', 'Plan', 'Reflect'] as const
export type SessionType = (typeof types)[number]

/** The words of each type, with their inflections. */
const signals: Readonly<Record<SessionType, string>> = {
  Build: 'buil(?:d|ds|ding|t)|implement(?:s|ed|ing)?|creat(?:e|es|ed|ing)|add(?:s|ed|ing)?',
  Debug: 'fix(?:es|ed|ing)?|bugs?|errors?|broken',
  Plan: 'plan(?:s|ned|ning)?|design(?:s|ed|ing)?|architect(?:s|ed|ing)?|explor(?:e|es|ed|ing)',
  Reflect: 'post[\\s-]?mortems?|review(?:s|ed|ing)?\\s+sessions?|what\\s+went\\s+wrong',
}

/** Whole words: no letter, digit or underscore on either side. */
const whole = (forms: string) => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${forms})(?![\\p{L}\\p{N}_])`, 'iu')

/** @returns the type of session that a request starts: Reflect by any phrase of it, otherwise by its first word of a type */
export function typeOf(text: string): SessionType {
  const found = types.map((type) => ({ type, at: text.search(whole(signals[type])) })).filter(({ at }) => at >= 0)
  const reflecting = found.find(({ type }) => type === 'Reflect')
  return (reflecting ?? found.sort((one, other) => one.at - other.at)[0])?.type ?? 'Build'
}

/** What the work may touch that makes it more than standard. */
export const touched = ['auth', 'data', 'money', 'infra', 'external-api'] as const

export interface Risk {
  readonly points?: number | undefined
  readonly irreversible: boolean
  readonly touches: readonly (typeof touched)[number][]
}

export const riskIn = ({ points, irreversible = false, touches = [] }: Bringing<'start'>): Risk => ({
  points,
  irreversible,
  touches,
})

export function tierOf({ points, irreversible, touches }: Risk): 'trivial' | 'standard' | 'critical' {
  const isCritical = (points ?? 0) >= 13 || irreversible || touches.some((what) => what !== 'external-api')
  if (isCritical) return 'critical'
  return points !== undefined && points <= 3 && !touches.includes('external-api') ? 'trivial' : 'standard'
}

/** Work without points is never trivial. */
export const isTrivial = (risk: Risk): boolean => risk.points !== undefined && tierOf(risk) === 'trivial'

/** @returns whether the request says enough to begin with: trivial work, known how */
export const isShort = ({ risk, type, approach }: Session): boolean =>
  isTrivial(risk) && (type === 'Build' || type === 'Debug') && approach === 'known'

export const dimensions = ['outcome', 'scope', 'constraints', 'success', 'done'] as const

export const specBand = (total: number) => (total >= 8 ? 'ready' : total >= 5 ? 'echo' : 'clarify')

/** @returns the session's score, including the payload */
export function specAfter({ spec }: Session, { dims, total }: Bringing<'score'>): Session['spec'] {
  const sum = dims ? dimensions.reduce((all, one) => all + dims[one], 0) : total
  return sum === undefined ? spec : { total: sum }
}
