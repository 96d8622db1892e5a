import { basename, dirname, isAbsolute, join } from 'node:path'

export const placeOf = (root: string, path: string): string => (isAbsolute(path) ? path : join(root, path))

/** @returns the temporary name of a file's new text, in the same form as the path */
export const partOf = (path: string): string => join(dirname(path), `.${basename(path)}.spell-part`)
