/**
 * Puts paths of ours together; on every platform Node takes `/`. What `node:path` does beyond that, for paths that anybody
 * may have written, takes a tenth of a spell's own time.
 */
export const joinPosix = (...parts: readonly string[]): string => parts.join('/')
