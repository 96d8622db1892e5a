import { Failure } from '../failure/failure'
import type { Saved } from './state/state'

/** When a piece of work was last worked on. */
export interface LastModified {
  /** The time of the last entry, ISO 8601 in UTC; empty if there is none, or it is unreadable. */
  readonly time: string
  /** When its state was written, in milliseconds: orders entries of the same second. */
  readonly written: number
}

/** @param saved the state that was read, or why it cannot be read */
export const lastModified = (saved: Saved | Failure): LastModified =>
  saved instanceof Failure
    ? { time: '', written: 0 }
    : { time: saved.history.at(-1)?.timestamp ?? '', written: Number(saved.version.split(' ')[1] ?? 0) }

/** Sorts the most recent work first. */
export const byMostRecent = (a: LastModified, b: LastModified): number =>
  a.time === b.time ? b.written - a.written : a.time < b.time ? 1 : -1
