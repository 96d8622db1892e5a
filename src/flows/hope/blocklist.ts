import * as v from 'valibot'
import { linesRead } from '../../failure/json'

/** An expert whom the user does not want to hear. */
export interface Blocked {
  readonly name: string
  readonly reason: string
  readonly blockedAt: string
}

const schema = v.array(
  v.object({
    name: v.pipe(
      v.string(),
      v.check((name) => partsOf(name).length > 0),
    ),
    reason: v.optional(v.string(), ''),
    blockedAt: v.optional(v.string(), ''),
  }),
)

/** @returns the list, or what is wrong with it: "is not a list" */
export function parseBlocklist(text: string): readonly Blocked[] | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return { problem: 'is not a list' }
    const { issues, output } = v.safeParse(schema, value)
    if (!issues) return output
    const wrong = Math.min(...issues.map(({ path }) => Number(path?.[0].key)))
    return { problem: `has an entry ${wrong + 1} that is not { name, reason, blockedAt }` }
  } catch (error) {
    return { problem: `is not valid JSON in line ${linesRead(text, error).length}` }
  }
}

export const printBlocklist = (list: readonly Blocked[]): string => `${JSON.stringify(list, null, 2)}\n`

/** @returns a name, or a reason, in the form to store: one line, without control characters, shortened */
export const cleanName = (name: string, most = 120): string =>
  name
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, most)

/** Adds a name; of an existing entry only the reason is replaced. Returns the same list if nothing changes. */
export function withBlocked(
  list: readonly Blocked[],
  name: string,
  reason: string | undefined,
  at: string,
): readonly Blocked[] {
  const said = reason === undefined ? undefined : cleanName(reason, 500)
  const there = list.find((one) => isSame(one.name, name))
  if (!there) return [...list, { name: cleanName(name), reason: said ?? '', blockedAt: at }]
  if (said === undefined || said === there.reason) return list
  return list.with(list.indexOf(there), { ...there, reason: said })
}

/** @returns the list without a name, in any case; the same list if it has no such name */
export function withoutBlocked(list: readonly Blocked[], name: string): readonly Blocked[] {
  const rest = list.filter((one) => !isSame(one.name, name))
  return rest.length === list.length ? list : rest
}

const isSame = (one: string, other: string): boolean => cleanName(one).toLowerCase() === cleanName(other).toLowerCase()

/**
 * The matching name on the list: the whole or a part, whichever is longer. `Fowler` matches `Martin Fowler` and the
 * other way round. Only whole words count.
 */
export function isBlocked(list: readonly Pick<Blocked, 'name'>[], name: string): string | undefined {
  const asked = partsOf(name)
  return list.find((one) => has(partsOf(one.name), asked) || has(asked, partsOf(one.name)))?.name
}

const partsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const has = (all: readonly string[], some: readonly string[]): boolean =>
  some.length > 0 && all.some((_, start) => some.every((word, index) => all[start + index] === word))
