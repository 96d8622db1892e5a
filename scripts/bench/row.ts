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
  /** The bar, and whether it is held. */
  readonly bar?: { readonly most?: number; readonly least?: number; readonly held: boolean }
}

/** Rows that are compared with the same. */
export interface Section {
  readonly title: string
  /** What the other side of the pairs is. */
  readonly other?: string
  readonly rows: readonly Row[]
}

type Bar = { readonly most: number } | { readonly least: number }

/** @returns a row with its bar, which says whether the figure holds it */
export function rowOf(name: string, unit: Unit, figure: Figure, bar?: Bar, both?: Row['both']): Row {
  const held = bar && ('most' in bar ? figure.value <= bar.most : figure.value >= bar.least)
  return {
    name,
    unit,
    ...figure,
    ...(both && { both }),
    ...(bar && held !== undefined && { bar: { ...bar, held } }),
  }
}

/** A row of pairs: their ratio. */
export const ratioRow = (name: string, unit: Unit, pairs: readonly Pair[], bar?: Bar): Row =>
  rowOf(name, 'times', ratioOf(pairs), bar, {
    ours: median(pairs.map(({ ours }) => ours)),
    other: median(pairs.map(({ other }) => other)),
    unit,
  })

/** A figure that is the same each time. */
export const exactly = (value: number): Figure => ({ value, low: value, high: value })
