import type { Noted, Violation } from './rules'

/** What a check has found. */
export interface Report {
  /** Whether there is anything to check. */
  readonly has: boolean
  /** Where the work stands; absent where that cannot be read, or there is none. */
  readonly state?: string
  /** What people call that. */
  readonly title?: string
  /** How many steps were followed, in all pieces of work. */
  readonly steps: number
  /** What the work was compared with. */
  readonly base?: { readonly name: string; readonly commit: string }
  readonly findings: readonly Violation[]
  /** What happened since the base, and is allowed unless it was forbidden. */
  readonly noted: readonly Noted[]
}

/** @returns what is only told of: what was forbidden is among the findings */
export const allowedIn = ({ findings, noted }: Report): readonly Noted[] =>
  noted.filter(
    ({ rule, where, line }) =>
      !findings.some((found) => found.rule === rule && found.where === where && found.line === line),
  )
