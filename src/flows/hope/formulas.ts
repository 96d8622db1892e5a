import { type Collaboration, collaborations, type Engagement } from './marker'
import type { Bringing } from './payload'
import type { Shape } from './schemas'
import { dimensions, type Risk, type Session, type Spec, type Task } from './session'

/** The arithmetic of a session; all judgement is up to the agent. */

export type Tier = 'trivial' | 'standard' | 'critical'

/** @returns the sum of five dimensions, each 0 (vague), 1 (directional) or 2 (testable) */
export const totalOf = (dims: Readonly<Record<(typeof dimensions)[number], number>>): number =>
  dimensions.reduce((sum, dimension) => sum + dims[dimension], 0)

export const specBand = (total: number) => (total >= 8 ? 'ready' : total >= 5 ? 'echo' : 'clarify')

export const fitOf = ({ total, domain }: Pick<Spec, 'total' | 'domain'>): number => total * 5 + domain

export function fitBand(fit: number): Collaboration | 'blocked' {
  if (fit >= 35) return 'tool'
  if (fit >= 25) return 'tool-review'
  return fit >= 15 ? 'colleague' : 'blocked'
}

export function tierOf({ points, irreversible, touches }: Risk): Tier {
  const isCritical = (points ?? 0) >= 13 || irreversible || touches.some((what) => what !== 'external-api')
  if (isCritical) return 'critical'
  return points !== undefined && points <= 3 && !touches.includes('external-api') ? 'trivial' : 'standard'
}

export const riskIn = ({ points, irreversible = false, touches = [] }: Bringing<'start'>): Risk => ({
  irreversible,
  touches,
  ...(points !== undefined && { points }),
})

/** @returns whether the request says enough to begin with: trivial work, known how, and nothing says that it is unclear */
export const isShort = ({ risk, type, approach, spec }: Session): boolean =>
  isTrivial(risk) &&
  (type === 'Build' || type === 'Debug') &&
  approach === 'known' &&
  (spec === undefined || specBand(spec.total) === 'ready')

/** Work without points is never trivial. */
export const isTrivial = (risk: Risk): boolean => risk.points !== undefined && tierOf(risk) === 'trivial'

const floors: Readonly<Record<Engagement, Collaboration>> = {
  Autonomous: 'tool',
  Collaborative: 'tool-review',
  Guided: 'colleague',
}

interface Supervised extends Pick<Session, 'risk'>, Partial<Pick<Session, 'spec' | 'engagement'>> {
  readonly shape?: Pick<Shape, 'mode' | 'highRisk'> | undefined
}

/** @returns the most supervised mode that fit, shape and engagement ask for */
export function collaborationOf({ spec, shape, engagement, risk }: Supervised): Collaboration {
  const band = spec && fitBand(fitOf(spec))
  const floor = engagement && floors[engagement]
  // The band `blocked` leaves only a conversation, in which the agent must not work alone.
  const asked = [band === 'blocked' ? 'colleague' : band, shape?.mode, floor].filter((mode) => mode !== undefined)
  const mode = collaborations.findLast((one) => asked.includes(one)) ?? 'tool-review'
  const isRisky = tierOf(risk) === 'critical' || shape?.highRisk === true
  return isRisky && mode === 'tool' ? 'tool-review' : mode
}

/**
 * @returns the items that can be done now: open, with all dependencies done; of those that name overlapping files the
 *   first, as they go one after the other
 */
export function readyItems(items: readonly Task[]): readonly Task[] {
  const done = new Set(items.filter((item) => item.done).map(({ id }) => id))
  const ready: Task[] = []
  for (const item of items) {
    if (item.done || !item.dependsOn.every((id) => done.has(id))) continue
    if (!ready.some((other) => shareFiles(other, item))) ready.push(item)
  }
  return ready
}

export const shareFiles = ({ files = [] }: Pick<Task, 'files'>, { files: its = [] }: Pick<Task, 'files'>): boolean =>
  files.some((one) => its.some((other) => overlap(one, other)))

/** Whether two paths can mean the same file: one is the other, or a folder that has it. A pattern means the folder before its star. */
export function overlap(one: string, other: string): boolean {
  const [parts, its] = [foldersOf(one), foldersOf(other)]
  return parts.slice(0, its.length).every((part, index) => part === its[index])
}

function foldersOf(path: string): string[] {
  const parts = path.split(/[\\/]+/).filter((part) => part !== '' && part !== '.')
  const star = parts.findIndex((part) => /[*?]/.test(part))
  return star < 0 ? parts : parts.slice(0, star)
}

export const isEnough = (
  { limit, budget }: Pick<Session, 'limit'> & Partial<Pick<Session, 'budget'>>,
  { wave, spent }: { readonly wave: number; readonly spent: number },
): boolean => wave >= limit || (budget !== undefined && spent >= budget)
