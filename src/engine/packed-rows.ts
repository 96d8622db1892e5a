import type { AnyRow, Rows } from './definition'

type Packed = AnyRow<string, string, string, unknown>

/** A table as the build writes it: each row as JSON in a line of its own, and the rows that start in each state. */
export interface PackedTable {
  readonly rows: string
  readonly starts: Readonly<Record<string, readonly number[]>>
}

/**
 * @returns the table in lines; undefined where rows start in states that they do not name one by one
 */
export function packRows(rows: readonly Packed[]): PackedTable | undefined {
  const starts: Record<string, number[]> = {}
  for (const [index, { from }] of rows.entries()) {
    if (typeof from !== 'string' && 'except' in from) return undefined
    for (const state of [from].flat()) {
      if (state.includes('*')) return undefined
      starts[state] = [...(starts[state] ?? []), index]
    }
  }
  return { rows: rows.map((row) => JSON.stringify(row)).join('\n'), starts }
}

/**
 * @returns the same rows, each read when it is asked for: a spell needs those of one state, and all of them would be a fifth
 *   of what it makes in memory
 */
export function unpackRows({ rows, starts }: PackedTable): Rows<string, string, string, unknown> {
  const lines = rows.split('\n')
  const known: Packed[] = []
  const read = (index: number): Packed => {
    known[index] ??= JSON.parse(lines[index] ?? '')
    return known[index] as Packed
  }
  let whole: readonly Packed[] | undefined
  const all = () => {
    whole ??= lines.map((_, index) => read(index))
    return whole
  }
  const startingIn = (state: string) => (Object.hasOwn(starts, state) ? starts[state]?.map(read) : undefined)
  return new Proxy<Rows<string, string, string, unknown>>([], {
    get: (_, key) => (key === 'startingIn' ? startingIn : Reflect.get(all(), key)),
    has: (_, key) => key === 'startingIn' || key in all(),
    ownKeys: () => Reflect.ownKeys(all()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(all(), key),
  })
}
