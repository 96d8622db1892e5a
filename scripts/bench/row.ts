import { estimate, type Figure, median } from './figures'
import { differenceOf, type Pair, ratioOf } from './pairs'

/** The unit of a figure. */
export type Unit = 'times' | 'ms' | 'MB'

/** A figure and its limit. */
export interface Row extends Figure {
  readonly name: string
  readonly unit: Unit
  /** Medians of both sides of the pairs, if the figure is their ratio. */
  readonly both?: { readonly ours: number; readonly other: number; readonly unit: Unit }
  /** The limit, and whether the figure is within it. */
  readonly bar?: { readonly most: number; readonly held: boolean }
}

/** Rows with the same comparison. */
export interface Section {
  readonly title: string
  /** The other side of the pairs. */
  readonly other?: string
  readonly rows: readonly Row[]
}

/**
 * @param most the limit
 * @returns a row that says whether the figure is within its limit
 */
export const rowOf = (name: string, unit: Unit, figure: Figure, most?: number, both?: Row['both']): Row => ({
  name,
  unit,
  ...figure,
  ...(both && { both }),
  ...(most !== undefined && { bar: { most, held: figure.value <= most } }),
})

/** A row for pairs: their ratio. */
export const ratioRow = (name: string, unit: Unit, pairs: readonly Pair[], most?: number): Row =>
  rowOf(name, 'times', ratioOf(pairs), most, {
    ours: median(pairs.map(({ ours }) => ours)),
    other: median(pairs.map(({ other }) => other)),
    unit,
  })

/** A row for pairs: their difference. */
export const differenceRow = (name: string, unit: Unit, pairs: readonly Pair[], most: number): Row =>
  rowOf(name, unit, estimate([pairs], differenceOf), most, {
    ours: median(pairs.map(({ ours }) => ours)),
    other: median(pairs.map(({ other }) => other)),
    unit,
  })
