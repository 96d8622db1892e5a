import type { Row } from '../../engine/definition'
import type { Effect } from '../workflow'
import type { Guard } from './facts'
import type { EitherOrigin, Origin, Spell, State } from './states'

/** A row as the table writes it: `_X` in a state stands for `_G` and `_A`. */
export type EitherRow = Row<State | EitherOrigin, Spell, Guard, Effect>

type ClosedRow = Row<State, Spell, Guard, Effect>

const isOpen = (state: string): state is EitherOrigin => state.endsWith('_X')
const close = (origin: Origin) => (state: string) => `${state.slice(0, -1)}${origin}` as State

/**
 * Writes the suffix out. A row that leads to an `_X` state becomes two, so that the suffix is kept;
 * one that leads elsewhere stays one, from both halves.
 *
 * @param rows rows of the table, in its order
 * @returns the same rows over real states, order kept
 */
export function bothOrigins(rows: readonly EitherRow[]): ClosedRow[] {
  return rows.flatMap((row): ClosedRow | ClosedRow[] => {
    const from = typeof row.from === 'string' ? [row.from] : row.from
    if (isOpen(row.to)) {
      const half = (origin: Origin) =>
        ({ ...row, from: from.map(close(origin)), to: close(origin)(row.to) }) as ClosedRow
      return [half('G'), half('A')]
    }
    if (!from.some(isOpen)) return row as ClosedRow
    return {
      ...row,
      from: from.flatMap((state) => (isOpen(state) ? [close('G')(state), close('A')(state)] : state)),
    } as ClosedRow
  })
}
