import { type Answers, changedLines, type Finding, isOpen, settledBy } from '../../workflow/findings/finding'
import { inline, shapeLines } from './documents'
import type { Blocker, Session, Task } from './session'

type Held = Pick<Session, 'blockers' | 'items'>

/** @returns the BLOCKERs that a shape has to settle */
export const unsettled = ({ blockers }: Pick<Session, 'blockers'>): readonly Finding[] => blockers.filter(isOpen)

/** @returns all open BLOCKERs: those that stop the work, and those that an open item fixes */
export const openBlockers = ({ blockers, items }: Held): readonly Finding[] =>
  [...blockers, ...fixes(items)].filter(isOpen)

/** The BLOCKERs that items fix. */
const fixes = (items: readonly Task[]): readonly Finding[] =>
  items.flatMap(({ blocker, text, outcome, done }) =>
    blocker ? [{ name: blocker, text, ...(done && { how: outcome ?? 'reported as done' }) }] : [],
  )

/** @returns what reviews have found and is settled, with how: by the shape, by an item, or by its name */
export const settledFindings = ({ blockers, warnings, items }: Held & Pick<Session, 'warnings'>): readonly Blocker[] =>
  [...blockers, ...fixes(items), ...warnings].filter((one) => !isOpen(one))

/** @returns the warnings and suggestions of reviews that nothing has settled */
export const leftFindings = ({ findings, warnings }: Pick<Session, 'findings' | 'warnings'>): readonly string[] =>
  findings.filter((line) => !warnings.some((one) => !isOpen(one) && line === `WARNING: ${one.text}`))

/** @returns what was found in one line, with its name, and with how it was settled */
export const blockerLine = ({ name, text, how }: Finding): string =>
  inline(`${name}: ${text}${how === undefined ? '' : ` (settled: ${how})`}`)

/** @returns what differs between the lines of two shapes */
export function shapeChanges(before: readonly string[], now: readonly string[]): readonly string[] {
  const { gone, added } = changedLines(before, now)
  return [...added.map((line) => `new: ${line}`), ...gone.map((line) => `gone: ${line}`)]
}

/** The most lines of a change that are kept, and how long one may be. In characters. */
const mostChanges = { lines: 8, line: 200 }

/** @returns the BLOCKERs with how the next shape settles them, and what of the shape has changed */
export function settledInShape(
  was: Pick<Session, 'blockers' | 'shape'>,
  shape: Session['shape'],
  answers: Answers = {},
) {
  const lines = was.shape ? shapeChanges(shapeLines(was), shapeLines({ shape })) : undefined
  const { length } = lines ?? []
  const changed = [
    ...(lines ?? []).slice(0, mostChanges.lines).map((line) => inline(line, mostChanges.line)),
    ...(length > mostChanges.lines ? [`and ${length - mostChanges.lines} more lines`] : []),
  ]
  const settled = settledBy<Blocker>(was.blockers, answers)
  return lines ? settled.map((one, at) => (one === was.blockers[at] ? one : { ...one, changed })) : settled
}

/** @returns what was settled, and below it what has changed in the shape, where that is known */
export const settledText = ({ changed, ...finding }: Blocker): string =>
  [
    `- ${blockerLine(finding)}`,
    ...(changed?.length === 0 ? ['nothing of the shape has changed'] : (changed ?? [])).map((line) => `  - ${line}`),
  ].join('\n')

/** @returns the BLOCKERs that a step has found, and those that it has settled, a line each */
export function blockersChanged(was: Session, is: Session) {
  const [before, after] = [openBlockers(was), openBlockers(is)]
  const among = (list: readonly Finding[]) => (one: Finding) => list.some(({ name }) => name === one.name)
  const how = (one: Finding) => settledFindings(is).find(({ name }) => name === one.name) ?? one
  return {
    found: after.filter((one) => !among(before)(one)).map(blockerLine),
    settled: before.filter((one) => !among(after)(one)).map((one) => blockerLine(how(one))),
  }
}
