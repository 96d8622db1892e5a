import type { Noted, Violation } from './rules'

/** A piece of work that was looked at. */
export interface ReportedPiece {
  readonly workflow: string
  readonly name: string
  readonly folder: string
  readonly isArchived: boolean
  /** Whether something has happened to it since the base; without one, whether it is at hand. */
  readonly isNew: boolean
  readonly steps: number
  /** Where it stands, or how it has ended; absent if that cannot be read. */
  readonly state?: string
  /** What people call that. */
  readonly title?: string
}

/** What a check has found. */
export interface Report {
  /** Whether there is anything to check. */
  readonly has: boolean
  /** Every piece of work that was looked at: the archived, then those at hand. */
  readonly pieces: readonly ReportedPiece[]
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
