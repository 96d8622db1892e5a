/** Yields to other tasks. Long loops call it now and then, so that a server can answer meanwhile. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
