/**
 * Joins our own paths; Node accepts `/` on every platform. `node:path` also normalises foreign paths, which takes a
 * tenth of a spell's own time.
 */
export const joinPosix = (...parts: readonly string[]): string => parts.join('/')
