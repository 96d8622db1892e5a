/** Lets whatever else waits have its turn, as what takes long should now and then: a server answers meanwhile. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
