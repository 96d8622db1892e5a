import { isSame } from '../../workflow/hollow'
import { inline } from './documents'
import type { Blocker, Session, Task } from './session'

type Held = Pick<Session, 'blockers' | 'items'>

export const isOpen = ({ how }: Blocker): boolean => how === undefined

/** @returns the BLOCKERs that a shape has to settle */
export const unsettled = ({ blockers }: Pick<Session, 'blockers'>): readonly Blocker[] => blockers.filter(isOpen)

/** @returns all open BLOCKERs: those that stop the work, and those that an open item fixes */
export const openBlockers = ({ blockers, items }: Held): readonly Blocker[] =>
  [...blockers, ...fixes(items)].filter(isOpen)

/** The BLOCKERs that items fix. */
const fixes = (items: readonly Task[]): readonly Blocker[] =>
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
export const blockerLine = ({ name, text, how }: Blocker): string =>
  inline(`${name}: ${text}${how === undefined ? '' : ` (settled: ${how})`}`)

/** @returns the findings with those of a review: one that is there is open again under its name, others get the next one */
export function withFound(
  held: readonly Blocker[],
  found: readonly string[],
  letter: 'B' | 'W',
  named: number,
): { readonly all: readonly Blocker[]; readonly named: number } {
  const fresh = found.filter((text) => !held.some((one) => isSame(one.text, text)))
  return {
    all: [
      ...held.map((one) => (found.some((text) => isSame(text, one.text)) ? { name: one.name, text: one.text } : one)),
      ...fresh.map((text, index) => ({ name: `${letter}${named + index + 1}`, text })),
    ],
    named: named + fresh.length,
  }
}

/** @returns the findings with how they were settled, by their names */
export const settledBy = (held: readonly Blocker[], settled: Readonly<Record<string, string>> = {}) =>
  held.map((one) => (settled[one.name] === undefined ? one : { ...one, how: settled[one.name] as string }))

/** @returns the BLOCKERs that a step has found, and those that it has settled, a line each */
export function blockersChanged(was: Session, is: Session) {
  const [before, after] = [openBlockers(was), openBlockers(is)]
  const among = (list: readonly Blocker[]) => (one: Blocker) => list.some(({ name }) => name === one.name)
  const how = (one: Blocker) => settledFindings(is).find(({ name }) => name === one.name) ?? one
  return {
    found: after.filter((one) => !among(before)(one)).map(blockerLine),
    settled: before.filter((one) => !among(after)(one)).map((one) => blockerLine(how(one))),
  }
}
