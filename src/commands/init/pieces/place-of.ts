import { basename, dirname, isAbsolute, join } from 'node:path'

/** @returns a path of a piece, absolute */
export const placeOf = (root: string, path: string): string => (isAbsolute(path) ? path : join(root, path))

/** @returns where the new text of a file waits for its name, in the same form as the path */
export const partOf = (path: string): string => join(dirname(path), `.${basename(path)}.spell-part`)
