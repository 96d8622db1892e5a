import { freeNames } from '../../workflow/artifacts/rules'
import { countsOf, isMet, type Standing } from '../../workflow/criteria/counts'
import type { Provable } from '../../workflow/criteria/provable'
import { standingOfClaim } from '../../workflow/criteria/reported'
import { saidCommand } from '../../workflow/criteria/said-command'
import { wordsIn } from '../../workflow/hollow'
import { type Artifacts, limitIn, type Shape, type ShapeCriterion } from './artifacts'
import { inline } from './documents'
import { readyItems, type Session, type Task } from './session'

/** Something that has to be shown: a criterion of the shape, one of its limits, or an item with a command. */
export interface Check extends ShapeCriterion {
  readonly isLimit: boolean
  readonly isItem?: boolean
  readonly hasCommand: boolean
}

type Checked = Pick<Shape, 'criteria' | 'mustNot'>

/** @returns an id as it is compared; in a state that was edited by hand it may be anything */
export const plainId = (id: string): string => String(id).toLowerCase()

/** What a small request must not do that names no limit. Nothing shows it, so it is told, and not judged. */
export const nothingElse = 'change anything that the request does not name'

/** @returns the criteria and the limits of a shape; a limit is called M1, M2, …, unless a criterion is */
export function checksOf(shape: Checked | undefined): readonly Check[] {
  // In a state that was edited by hand either may be missing.
  const { criteria = [], mustNot = [] } = shape ?? {}
  const limitId = freeNames(
    'M',
    criteria.map(({ id }) => plainId(id)),
  )
  return [
    ...criteria.map((criterion) => ({ ...criterion, isLimit: false })),
    ...mustNot
      .filter((limit) => limit !== nothingElse)
      .map((limit) => ({ id: limitId(), ...noted(limit), isLimit: true })),
  ].map((check) => ({ ...check, hasCommand: saidCommand(String(check.verify ?? '')) !== undefined }))
}

/** A limit may say how it is verified, as a criterion does; in a state that was edited by hand it may be anything. */
function noted(limit: string): Omit<ShapeCriterion, 'id'> {
  if (typeof limit !== 'string') return { text: limit }
  const { covers, ...said } = limitIn(limit)
  return { ...said, covers: covers?.map(Number) }
}

export const wordsOf = ({ text, isLimit }: Check): string =>
  isLimit ? `must not ${text.replace(/^must\s*not\s+/i, '')}` : text

/** @returns what shows it, and by which way */
export const byText = ({ verify }: Check, because: string): string =>
  [because, verify && `by: ${verify}`].filter(Boolean).join('; ')

/** The form in which the developer approves it. */
export const checkLine = (check: Check): string =>
  inline(`${check.id}: ${wordsOf(check)}${check.verify ? ` (by: ${check.verify})` : ''}`)

/**
 * @returns the points of the brief's ACCEPTANCE that the shape does not cover, with their numbers from 1: no criterion or
 *   limit names the number, or has the same words
 */
export function uncoveredBy(shape: Checked | undefined, brief: Artifacts['brief'] | undefined) {
  if (!shape) return []
  const checks = checksOf(shape)
  const numbers = checks.flatMap(({ covers = [] }) => covers)
  const texts = checks.map(({ text }) => plain(text)).filter(Boolean)
  return (brief?.acceptance ?? [])
    .map((text, index) => ({ number: index + 1, text, line: `ACCEPTANCE ${index + 1}: ${text}` }))
    .filter(
      ({ number, text }) => !numbers.includes(number) && !texts.some((one) => ` ${plain(text)} `.includes(` ${one} `)),
    )
}

const plain = (text: string): string =>
  wordsIn(text)
    .join(' ')
    .replace(/^(it |they )?must not /, '')

/** Something that has to be shown, and where it stands. */
export interface JudgedCheck {
  readonly check: Check
  readonly standing: Standing
  /** What shows it: the state of its command, or what came of the items that serve it. */
  readonly because: string
}

type Evidence = Pick<Session, 'shape' | 'items' | 'shown' | 'outcome' | 'early'>

/**
 * @returns where each criterion, each limit, and each item with a command stands. Without a command it is claimed by the
 *   items that serve it once they are done: those that name it, or all
 */
export const gate = ({ shape, items, shown, outcome, early }: Evidence): readonly JudgedCheck[] =>
  [...checksOf(shape), ...items.flatMap(checkOfItem)].map((check) => {
    const serving = items.filter((item) => serves(item, check))
    const its = serving.length > 0 ? serving : items
    const isDone = its.length > 0 && its.every(({ done }) => done)
    const isClaimed = outcome === 'satisfied' || (isDone && (check.isItem || !check.hasCommand))
    const standing = standingOfClaim(check.hasCommand, isClaimed, shown[check.id])
    const because = check.hasCommand ? (ran[standing] ?? 'its command has not been run') : reported(serving, isDone)
    const before = standing === 'proven' && early.includes(check.id) ? ', as it did before any work' : ''
    return { check, standing, because: `${because}${before}` }
  })

const ran: Readonly<Partial<Record<Standing, string>>> = {
  proven: 'its command passed on these files',
  passed: 'its command passed',
  stale: 'its command passed on other files',
  failed: 'its command failed when spell ran it',
}

export const serves = ({ id, criteria = [] }: Task, check: Check): boolean =>
  check.isItem ? id === check.id : criteria.some((name) => plainId(name) === plainId(check.id))

function reported(serving: readonly Task[], isDone: boolean): string {
  const said = serving.flatMap(({ id, outcome }) => (outcome ? `${id}: ${outcome}` : []))
  return isDone ? ['reported', ...said].join('; ') : 'not done yet'
}

const checkOfItem = ({ id, text, run }: Task): readonly Check[] =>
  run === undefined ? [] : [{ id, text, verify: `\`${run}\``, isLimit: false, isItem: true, hasCommand: true }]

/** @returns what has a command that does not show it now */
export const unproven = (judged: readonly JudgedCheck[]): readonly JudgedCheck[] =>
  judged.filter(({ check, standing }) => check.hasCommand && standing !== 'proven')

/** @returns everything that has to be shown as what can be proven; what a session counts as met is claimed */
export const provableIn = (session: Evidence): readonly Provable[] =>
  gate(session)
    // In a state that was edited by hand.
    .filter(({ check }) => typeof check.text === 'string')
    .map(({ check, standing }) => {
      const isClaimed = isMet(standing) || session.outcome === 'satisfied'
      return { id: check.id, text: wordsOf(check), by: check.verify ?? '', isClaimed }
    })

/** @returns the same without the items of later waves, whose commands cannot pass yet */
export function provableNow(session: Evidence): readonly Provable[] {
  const ready = readyItems(session)
  const later = session.items.filter((item) => !item.done && !ready.includes(item))
  return provableIn(session).filter(({ id }) => !later.some((item) => item.id === id))
}

/** @returns whether files may be changed now, and the criteria that a command which passes before any work may not show */
export function stageOfWork({ main, items, shape }: Pick<Session, 'main' | 'items' | 'shape'>) {
  const criteria = checksOf(shape).filter(({ isLimit }) => !isLimit)
  const early = items.length > 0 ? [] : criteria.map(({ id }) => id)
  return { mayChange: main === 'loop.wave_execution', early }
}

/** @returns where everything stood when it was last asked: of which files was not asked since */
export const lastStandings = (session: Evidence): readonly Standing[] =>
  gate(session).map(({ standing }) => (standing === 'proven' ? 'passed' : standing))

export const countsIn = (session: Evidence): string => countsOf(gate(session).map(({ standing }) => standing))
