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
  readonly exponent?: Figure
  readonly verdict: 'flat' | 'linear' | 'faster'
}

/** Less is noise. In milliseconds. */
const noise = 3
/** Above this it is not linear any more; measuring is not exact. */
const linear = 1.25

/** Finds how a command grows; what is only perhaps so is not held against it. */
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
