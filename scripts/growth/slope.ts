import { estimate, type Figure, median } from '../bench/figures'

/** What one command took in the three sizes of one round, the smallest first; in milliseconds. */
export type Round = readonly [number, number, number]

/** How the time of a command grows with what lies around. */
export interface Slope {
  /** Milliseconds in each size. */
  readonly times: readonly [number, number, number]
  /** Milliseconds that the largest takes more than the smallest. */
  readonly more: Figure
  /** The part of `more` for one of what grows, in milliseconds. */
  readonly each: number
  /** 1 is linear, 2 quadratic; absent where too little is added in between to tell. */
  readonly exponent?: number
  readonly verdict: 'flat' | 'linear' | 'faster'
}

/** Less is noise. In milliseconds. */
const noise = 3
/** Above this it is not linear any more; measuring is not exact. */
const linear = 1.25

/** Finds how a command grows. */
export function slopeOf(rounds: readonly Round[], [small, middle, large]: readonly [number, number, number]): Slope {
  const more = estimate([rounds], (drawn = []) => median(drawn.map(([first, , last]) => last - first)))
  const half = median(rounds.map(([first, second]) => second - first))
  const exponent =
    half > noise && more.low > noise
      ? Math.log(more.value / half) / Math.log((large - small) / (middle - small))
      : undefined
  const times = [0, 1, 2].map((size) => median(rounds.map((round) => round[size] ?? Number.NaN)))
  return {
    times: times as unknown as Slope['times'],
    more,
    each: more.value / (large - small),
    ...(exponent !== undefined && { exponent }),
    verdict: more.low < noise ? 'flat' : exponent === undefined || exponent <= linear ? 'linear' : 'faster',
  }
}
