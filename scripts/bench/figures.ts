/** A measured figure: its value, and its 95 % confidence interval. */
export interface Figure {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** The quantile of the values, for a part from 0 to 1. */
export const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

export const median = (values: readonly number[]): number => quantile(values, 0.5)

const resamples = 1000

/**
 * Estimates the confidence interval of a figure by the bootstrap: from samples drawn again from the measured ones.
 *
 * @param samples one or more series, each resampled separately
 * @param figure computes the figure from them
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
