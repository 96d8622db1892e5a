import { readBeginning } from './read'

/** The beginning of a file for an answer, and whether it is the whole text. */
export interface Excerpt {
  readonly path: string
  readonly text: string
  readonly whole: boolean
}

/** The most of a file that an answer quotes. In bytes. */
export const maxExcerptBytes = 64 * 1024

/** @returns the texts of the files that exist. Throws Failure if one cannot be read */
export const readShown = (root: string, paths: readonly string[]): Excerpt[] =>
  paths.flatMap((path) => {
    const beginning = readBeginning(root, path, maxExcerptBytes)
    return beginning ? [{ path, ...beginning }] : []
  })
