import { isAbsolute, join } from 'node:path'

/** @returns a path of a piece, absolute */
export const placeOf = (root: string, path: string): string => (isAbsolute(path) ? path : join(root, path))
