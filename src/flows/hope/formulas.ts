import { readyApart } from '../../workflow/items/waves'
import type { Bringing } from './payload'
import type { Risk, Session, Task } from './session'

export const specBand = (total: number) => (total >= 8 ? 'ready' : total >= 5 ? 'echo' : 'clarify')

export function tierOf({ points, irreversible, touches }: Risk): 'trivial' | 'standard' | 'critical' {
  const isCritical = (points ?? 0) >= 13 || irreversible || touches.some((what) => what !== 'external-api')
  if (isCritical) return 'critical'
  return points !== undefined && points <= 3 && !touches.includes('external-api') ? 'trivial' : 'standard'
}

export const riskIn = ({ points, irreversible = false, touches = [] }: Bringing<'start'>): Risk => ({
  points,
  irreversible,
  touches,
})

/** @returns whether the request says enough to begin with: trivial work, known how */
export const isShort = ({ risk, type, approach }: Session): boolean =>
  isTrivial(risk) && (type === 'Build' || type === 'Debug') && approach === 'known'

/** Work without points is never trivial. */
export const isTrivial = (risk: Risk): boolean => risk.points !== undefined && tierOf(risk) === 'trivial'

/** @returns the items that can be done now */
export const readyItems = (items: readonly Task[]): readonly Task[] =>
  readyApart(
    new Set(items.filter(({ done }) => done).map(({ id }) => id)),
    items.filter(({ done }) => !done),
  )
