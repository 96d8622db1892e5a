import { readBeginning } from './read'

/** A file's text for an answer: its beginning, and whether that is all of it. */
export interface Shown {
  readonly path: string
  readonly text: string
  readonly whole: boolean
}

/** As much of a file as an answer carries. In bytes. */
export const maxExcerptBytes = 64 * 1024

/** @returns the texts of those of the files that are there. Throws Failure where one cannot be read */
export const readShown = (root: string, paths: readonly string[]): Shown[] =>
  paths.flatMap((path) => {
    const beginning = readBeginning(root, path, maxExcerptBytes)
    return beginning ? [{ path, ...beginning }] : []
  })
