import { ifPossible } from '../text/failure'
import type { Work } from './work'

interface LastStep {
  readonly work: Work
  /** The time of the last entry, ISO 8601 in UTC; empty if there is none, or it is unreadable. */
  readonly time: string
  /** When its state was written, in milliseconds: orders entries of the same second. */
  readonly written: number
}

/** @returns the same, the one that was last worked on first; those that cannot be read are the last */
export const mostRecentFirst = (works: readonly Work[]): Work[] =>
  works
    .map(lastStepOf)
    .sort((a, b) => (a.time === b.time ? b.written - a.written : a.time < b.time ? 1 : -1))
    .map(({ work }) => work)

function lastStepOf(work: Work): LastStep {
  const { history = [], version = '' } = ifPossible(() => work.saved) ?? {}
  return { work, time: history.at(-1)?.timestamp ?? '', written: Number(version.split(' ')[1] ?? 0) }
}
