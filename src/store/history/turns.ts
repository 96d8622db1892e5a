/** Does work that is done in parts without anything in between. */
export function atOnce<T>(work: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/**
 * Does work that is done in parts, and lets whatever else waits have its turn after each: a server answers meanwhile.
 *
 * @throws what the work throws
 */
export async function inTurns<T>(work: Iterator<unknown, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await new Promise((resolve) => setImmediate(resolve))
  }
}
