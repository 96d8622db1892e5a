import type { Row } from '../../engine/definition'
import type { Effect } from '../../workflow/effect'
import type { Guard } from './facts'
import type { UpdateName } from './review-origin'
import type { EitherOrigin, Origin, Spell, State } from './states'

/** A row of this table: without patterns, and without a target from the context. */
type PlainRow<Name extends string> = Omit<Row<Effect, Name, Spell, Guard, UpdateName>, 'from' | 'to'> & {
  readonly from: Name | readonly Name[]
  readonly to: Name | 'same'
}
/** A row as written in the table: `_X` stands for `_G` and `_A`. */
export type EitherRow = PlainRow<State | EitherOrigin>
export type ClosedRow = PlainRow<State>

const isOpen = (state: string): state is EitherOrigin => state.endsWith('_X')
const close = (origin: Origin) => (state: string) => (isOpen(state) ? `${state.slice(0, -1)}${origin}` : state)

/**
 * Expands the suffix, in the order of the rows. A row that leads to an `_X` state becomes two, so that the suffix is
 * kept; a row that leads elsewhere stays one row that starts in both.
 */
export function bothOrigins(rows: readonly EitherRow[]): ClosedRow[] {
  return rows.flatMap((row) => {
    const half = (...origins: [Origin, ...Origin[]]) => {
      const from = [row.from].flat().flatMap((state) => origins.map((origin) => close(origin)(state)))
      return { ...row, from: [...new Set(from)], to: close(origins[0])(row.to) } as ClosedRow
    }
    return isOpen(row.to) ? [half('G'), half('A')] : [half('G', 'A')]
  })
}
