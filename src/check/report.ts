import type { WordCounts } from '../work/history/word-counts'
import type { Work } from '../work/work'
import type { CommandOfRound } from './ended-rounds'
import type { Finding, Place, Rule } from './finding'

export interface ReportedPiece {
  readonly workflow: string
  readonly name: string
  readonly folder: string
  readonly isArchived: boolean
  /** Whether it has changed since the base; without a base, whether it is not archived. */
  readonly isNew: boolean
  readonly steps: number
  /** Where its criteria stand: `3 proven · 1 claimed`; absent without any, and where the work is not new. */
  readonly counts?: string
  /** How the developer's word for its steps is known; absent if none takes one. */
  readonly words?: WordCounts
  /** Its state, or its final one; absent if that cannot be read. */
  readonly state?: string
  readonly title?: string
}

/** A command that `--rerun` has run. */
export interface RunAgain {
  readonly work: string
  readonly command: string
  /** What has to come of it besides exit 0, as the plan says it. */
  readonly expect: readonly string[]
  readonly isPassed: boolean
  /** Why it did not pass; empty if it did. */
  readonly because: string
}

/** A rule that is violated, as a check tells it. */
export interface Violation extends Place {
  readonly rule: Rule
  readonly message: string
  /** A command to paste, or a short instruction. */
  readonly fix: string
}

/** An event that is allowed unless `--no-overrides` forbids it. */
export interface Noted extends Required<Place> {
  readonly rule: Rule
  readonly message: string
}

export const violationOf = ({ code, where, line, message, repair, fix }: Finding): Violation => ({
  where,
  ...(line !== undefined && { line }),
  rule: code as Rule,
  message,
  fix: fix ?? (repair ? 'spell doctor --fix' : 'spell doctor'),
})

export const notedFinding = ({ code, where, line = 1, message }: Finding): Noted => ({
  where,
  line,
  rule: code as Rule,
  message,
})

export interface CheckReport {
  readonly has: boolean
  /** Every checked piece of work: the archived ones, then the current ones. */
  readonly pieces: readonly ReportedPiece[]
  readonly base?: { readonly name: string; readonly commit: string }
  readonly findings: readonly Violation[]
  /** What happened since the base, and is allowed by default. */
  readonly noted: readonly Noted[]
  /** By the folder of their work: what `--rerun` runs besides what is ticked. */
  readonly ofRounds?: ReadonlyMap<string, readonly CommandOfRound[]>
  /** Absent without `--rerun`. */
  readonly rerun?: readonly RunAgain[]
}

/** A piece of work as a document names it. */
interface Named {
  readonly workflow: string
  readonly work: string
  readonly folder: string
}

export const namedAs = ({ flow, name, folder }: Work): Named => ({ workflow: flow.definition.name, work: name, folder })

/** @returns the piece of work that a path is of; nulls for what is of no single one, such as the settings */
export function whose(path: string, works: readonly Named[]): { workflow: string | null; work: string | null } {
  const found = works.find(({ folder }) => path === folder || path.startsWith(`${folder}/`))
  return { workflow: found?.workflow ?? null, work: found?.work ?? null }
}
