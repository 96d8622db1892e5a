import { estimate, type Figure, median } from '../bench/figures'

/** The times of a command in the three sizes of one round, the smallest first; in milliseconds. */
export type Round = readonly [number, number, number]

/** How the time of a command grows with its input. */
export interface Slope {
  /** Milliseconds in each size. */
  readonly times: readonly [number, number, number]
  /** How many milliseconds longer the largest takes than the smallest. */
  readonly more: Figure
  /** The part of `more` per unit of growth, in milliseconds. */
  readonly each: number
  /** 1 is linear, 2 quadratic; absent if the difference is too small to tell. */
  readonly exponent?: Figure
  readonly verdict: 'flat' | 'linear' | 'faster'
}

/** Less is noise. In milliseconds. */
const noise = 3
/** Above this it is not linear; leaves room for measurement errors. */
const linear = 1.25

/** Computes the growth of a command; an uncertain result passes. */
export function slopeOf(rounds: readonly Round[], [small, middle, large]: readonly [number, number, number]): Slope {
  const half = (drawn: readonly Round[]) => median(drawn.map(([first, second]) => second - first))
  const whole = (drawn: readonly Round[] = []) => median(drawn.map(([first, , last]) => last - first))
  const more = estimate([rounds], whole)
  const exponent = estimate([rounds], (drawn = []) => {
    const [least, most] = [half(drawn), whole(drawn)].map((added) => Math.max(added, noise)) as [number, number]
    return Math.log(most / least) / Math.log((large - small) / (middle - small))
  })
  const canTell = more.low > noise && half(rounds) > noise
  const times = [0, 1, 2].map((size) => median(rounds.map((round) => round[size] ?? Number.NaN)))
  return {
    times: times as unknown as Slope['times'],
    more,
    each: more.value / (large - small),
    ...(canTell && { exponent }),
    verdict: more.low <= noise ? 'flat' : canTell && exponent.low > linear ? 'faster' : 'linear',
  }
}
