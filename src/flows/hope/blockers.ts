import { inline } from './documents'
import type { Blocker, Memory, Session, Task } from './session'

type Held = Pick<Session, 'blockers' | 'items'>

const isOpen = ({ how }: Blocker): boolean => how === undefined

/** @returns the BLOCKERs that a shape has to settle */
export const unsettled = ({ blockers }: Pick<Session, 'blockers'>): readonly Blocker[] => blockers.filter(isOpen)

/** @returns all open BLOCKERs: those that stop the work, and those that an open item fixes */
export const openBlockers = (session: Held): readonly Blocker[] => [
  ...unsettled(session),
  ...fixes(session.items).filter((one) => !session.items.some(({ blocker, done }) => done && blocker === one.name)),
]

/** The BLOCKERs that items fix. */
const fixes = (items: readonly Task[]): readonly Blocker[] =>
  items.flatMap(({ blocker, text, outcome, done }) =>
    blocker ? [{ name: blocker, text, ...(done && { how: outcome ?? 'reported as done' }) }] : [],
  )

/** @returns the BLOCKERs that are settled, with how: by the shape, or by an item */
export const settledBlockers = ({ blockers, items }: Held): readonly Blocker[] =>
  [...blockers, ...fixes(items)].filter((one) => !isOpen(one))

/** @returns a BLOCKER in one line, with its name, and with how it was settled */
export const blockerLine = ({ name, text, how }: Blocker): string =>
  inline(`${name}: ${text}${how === undefined ? '' : ` (settled: ${how})`}`)

/** One that is found again is open again under its name; each other gets the next one. */
export function withFound({ blockers, named }: Session, found: readonly string[]): Pick<Memory, 'blockers' | 'named'> {
  const isOne = (text: string) => found.some((other) => plain(other) === plain(text))
  const fresh = found.filter((text) => !blockers.some((one) => plain(one.text) === plain(text)))
  return {
    blockers: [
      ...blockers.map((one) => (isOne(one.text) ? { name: one.name, text: one.text } : one)),
      ...fresh.map((text, index) => ({ name: `B${named + index + 1}`, text })),
    ],
    named: named + fresh.length,
  }
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s.]+/g, ' ')
    .trim()

/** @returns the BLOCKERs with how a shape settles them */
export const settledBy = (blockers: readonly Blocker[], settled: Readonly<Record<string, string>> = {}) =>
  blockers.map((one) => (settled[one.name] === undefined ? one : { ...one, how: settled[one.name] as string }))

/** @returns the BLOCKERs that a step has found, and those that it has settled, a line each */
export function blockersChanged(was: Session, is: Session) {
  const [before, after] = [openBlockers(was), openBlockers(is)]
  const among = (list: readonly Blocker[]) => (one: Blocker) => list.some(({ name }) => name === one.name)
  const how = (one: Blocker) => settledBlockers(is).find(({ name }) => name === one.name) ?? one
  return {
    found: after.filter((one) => !among(before)(one)).map(blockerLine),
    settled: before.filter((one) => !among(after)(one)).map((one) => blockerLine(how(one))),
  }
}
