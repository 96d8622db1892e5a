/** The durations of the phases of a spell, in the order in which they are first reached. */
export interface Timing {
  /** Ends a phase. */
  readonly mark: (part: string) => void
  /** One line: `boot 21.0 ms, load 0.8, …`. */
  readonly report: () => string
}

/** @param now milliseconds since the process was started */
export function timingOf(now: () => number): Timing {
  const parts = new Map<string, number>()
  let last = 0
  return {
    mark(part) {
      const time = now()
      parts.set(part, (parts.get(part) ?? 0) + time - last)
      last = time
    },
    report: () =>
      [...parts].map(([part, time], index) => `${part} ${time.toFixed(1)}${index === 0 ? ' ms' : ''}`).join(', '),
  }
}
