import { type Figure, median } from './figures'
import { type Pair, ratioOf } from './pairs'

/** How a figure is written. */
export type Unit = 'times' | 'ms' | 'MB' | 'packages'

/** One figure, and what it ought to be. */
export interface Row extends Figure {
  readonly name: string
  readonly unit: Unit
  /** Medians of both sides of the pairs, where the figure is their ratio. */
  readonly both?: { readonly ours: number; readonly other: number; readonly unit: Unit }
  /** The highest figure that is right, and whether that is held. */
  readonly bar?: { readonly most: number; readonly held: boolean }
}

/** Rows that are compared with the same. */
export interface Section {
  readonly title: string
  /** What the other side of the pairs is. */
  readonly other?: string
  readonly rows: readonly Row[]
}

/**
 * @param most the highest figure that is right
 * @returns a row that says whether the figure holds its bar
 */
export const rowOf = (name: string, unit: Unit, figure: Figure, most?: number, both?: Row['both']): Row => ({
  name,
  unit,
  ...figure,
  ...(both && { both }),
  ...(most !== undefined && { bar: { most, held: figure.value <= most } }),
})

/** A row of pairs: their ratio. */
export const ratioRow = (name: string, unit: Unit, pairs: readonly Pair[], most?: number): Row =>
  rowOf(name, 'times', ratioOf(pairs), most, {
    ours: median(pairs.map(({ ours }) => ours)),
    other: median(pairs.map(({ other }) => other)),
    unit,
  })

/** A figure that is the same each time. */
export const exactly = (value: number): Figure => ({ value, low: value, high: value })
