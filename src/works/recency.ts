import { Failure } from '../failure/failure'
import type { Saved } from '../store/state/state'

/** When a piece of work was last worked on. */
export interface LastModified {
  /** Of the last line, ISO 8601 in UTC; empty where there is none, or it cannot be read. */
  readonly time: string
  /** When its state was written, in milliseconds. Lines tell seconds; of two in the same second this knows which was later. */
  readonly written: number
}

/** @param saved what was read of it, or why it cannot be read */
export const lastModified = (saved: Saved | Failure): LastModified =>
  saved instanceof Failure
    ? { time: '', written: 0 }
    : { time: saved.history.at(-1)?.timestamp ?? '', written: Number(saved.version.split(' ')[1] ?? 0) }

/** Puts what was last worked on first. */
export const byMostRecent = (a: LastModified, b: LastModified): number =>
  a.time === b.time ? b.written - a.written : a.time < b.time ? 1 : -1
