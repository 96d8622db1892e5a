/** A figure that was measured many times: its value, and between what the true one lies with 95 % probability. */
export interface Figure {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** What stands at this part of the values, from 0 to 1. */
export const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

export const median = (values: readonly number[]): number => quantile(values, 0.5)

const resamples = 1000

/**
 * Estimates by the bootstrap how certain a figure is: from samples drawn anew from those that were measured.
 *
 * @param samples one or more series, each drawn from on its own
 * @param figure what is made of them
 */
export function estimate<Sample>(
  samples: readonly (readonly Sample[])[],
  figure: (...drawn: readonly (readonly Sample[])[]) => number,
): Figure {
  const draw = (series: readonly Sample[]) =>
    series.map(() => series[Math.floor(Math.random() * series.length)] as Sample)
  const figures = Array.from({ length: resamples }, () => figure(...samples.map(draw)))
  return { value: figure(...samples), low: quantile(figures, 0.025), high: quantile(figures, 0.975) }
}
