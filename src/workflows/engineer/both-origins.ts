import type { Row } from '../../engine/definition'
import type { Effect } from '../workflow'
import type { Guard } from './facts'
import type { EitherOrigin, Origin, Spell, State } from './states'

/** A row as the table writes it: `_X` in a state stands for `_G` and `_A`. */
export type EitherRow = Row<State | EitherOrigin, Spell, Guard, Effect>

const isOpen = (state: string): state is EitherOrigin => state.endsWith('_X')
const close = (state: State | EitherOrigin, origin: Origin): State =>
  isOpen(state) ? (`${state.slice(0, -1)}${origin}` as State) : state

/**
 * Writes the suffix out. A row that leads to an `_X` state becomes two, so that the suffix is kept;
 * one that leads elsewhere stays one, from both halves.
 *
 * @param rows rows of the table, in its order
 * @returns the same rows over real states, order kept
 */
export function bothOrigins(rows: readonly EitherRow[]): Row<State, Spell, Guard, Effect>[] {
  return rows.flatMap((row) => {
    const from = typeof row.from === 'string' ? [row.from] : row.from
    const half = (origins: readonly Origin[], to: State | 'same'): Row<State, Spell, Guard, Effect> => ({
      ...row,
      from: [...new Set(from.flatMap((state) => origins.map((origin) => close(state, origin))))],
      to,
    })
    if (row.to === 'same' || !isOpen(row.to)) return [half(['G', 'A'], row.to as State | 'same')]
    const to = row.to
    return (['G', 'A'] as const).map((origin) => half([origin], close(to, origin)))
  })
}
