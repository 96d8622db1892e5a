import type { Failure } from '../../text/failure'
import type { Piece } from '../agents/piece'
import type { Put } from './piece'
import type { Filed } from './record'

export interface Planned {
  readonly path: string
  /** The current text; undefined if there is no file, or if it moves to `chain`. */
  readonly before: string | undefined
  /** The new text; undefined if the file is removed. */
  readonly after: string | undefined
  readonly executable?: boolean
  /** The existing file is renamed to this first; `back` renames it back last. */
  readonly chain?: string
  readonly back?: string
  /** What is kept because it is not ours to change, with the reasons. */
  readonly kept: readonly Kept[]
  /** A temporary file of an interrupted attempt, to be removed. */
  readonly stray?: string
  /** Why the change is impossible; then nothing is done. */
  readonly refused?: Failure
  /** What to record; undefined if nothing of ours is left in the file. */
  readonly filed?: Filed
}

/** Something that could not be inserted into a file, or removed from it; `fix` is a command that helps. */
export type Kept = Exclude<Put, { text: string }> & {
  readonly path: string
  readonly fix?: string
  /** Whether something is lacking for that, which is not the user's choice. */
  readonly isLacking?: true
}

/** `init` restores what the user has removed, `update` leaves it out. */
export type Purpose = 'init' | 'update'

/** What a file is to have. */
export interface FileWanted {
  readonly path: string
  readonly pieces: readonly Piece[]
  readonly filed: Filed | undefined
  readonly version: string
  readonly purpose: Purpose
}

/** A plan that changes neither a file nor its record. */
export const unchanged = (path: string, filed: Filed | undefined, kept: readonly Kept[] = []): Planned => ({
  path,
  before: undefined,
  after: undefined,
  kept,
  ...(filed && { filed }),
})

export const refusal = (refused: Failure, path: string, filed: Filed | undefined): Planned => ({
  ...unchanged(path, filed),
  refused,
})
