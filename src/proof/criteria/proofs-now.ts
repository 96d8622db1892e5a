import type { PlannedCriterion } from './criterion'
import { type Counts, countStandings, type Standing, standingOf } from './standing'

/** What proving goes by. */
export interface ProofSettings {
  /** The time limit of a command that has none itself, such as `10m`. */
  readonly within: string
  /** Commands that completing the work needs, whatever the criteria say. */
  readonly always: readonly string[]
  /** Whether no task may begin while a criterion has neither a command nor `by: developer`. */
  readonly required: boolean
}

export { readCriterion } from './criterion'

/** What the proofs of a piece of work show of its plan. */
export interface ProofsNow {
  readonly facts: {
    /** What completing the work still needs, if anything; `always` for commands that the settings ask for. */
    readonly proof: 'complete' | 'unproven' | 'stale' | 'always'
    /** Whether the settings ask for a command of each criterion, and one has none. */
    readonly missingCommand: boolean
  }
  /** Of each criterion, in their order. */
  readonly standings: readonly Standing[]
  readonly always: readonly AlwaysAsked[]
  /** What the commands of each criterion are known by, empty if it has none. */
  readonly commands: readonly string[]
  readonly last: string | undefined
  /** What was run since the present task began, as a table; absent if nothing was. */
  readonly table?: string
  /** Whether the plan has commands, right or wrong; otherwise only the settings ask for some. */
  readonly hasCommands: boolean
  /** What of the plan cannot be proven as it is written, a sentence each with its line. */
  readonly faults: readonly string[]
  /** `3 proven · 1 said · 1 open` */
  readonly counts: string
  /** Why ticked work is not complete, as a clause; empty if it is. */
  readonly lack: string
}

/** A command that the settings ask for, and where it is. */
export interface AlwaysAsked {
  readonly text: string
  readonly standing: Standing
}

/** @param isRequired whether each criterion needs a command */
export function proofsNow(
  criteria: readonly PlannedCriterion[],
  found: readonly Standing[],
  always: readonly AlwaysAsked[],
  isRequired: boolean,
): Omit<ProofsNow, 'commands' | 'last' | 'table'> {
  const isStale = [...found, ...always.map(({ standing }) => standing)].includes('stale')
  const isUnrun = always.some(({ standing }) => standing === 'unproven')
  const proof = found.includes('unproven') ? 'unproven' : isUnrun ? 'always' : isStale ? 'stale' : 'complete'
  const lacksCommand = criteria.some(({ commands, byDeveloper }) => commands.length === 0 && !byDeveloper)
  return {
    facts: { proof, missingCommand: isRequired && lacksCommand },
    standings: found,
    always,
    hasCommands: criteria.some(({ commands, faults }) => commands.length > 0 || faults.length > 0),
    faults: criteria.flatMap(({ faults }) =>
      faults.map(({ line, message, fix }) => `line ${line}: ${message} For example: ${fix}`),
    ),
    counts: countsOf(found),
    lack: proof === 'complete' ? '' : lackOf(found, always),
  }
}

/** Whether a criterion asks for a proof, or one is asked for of all. */
export const asksForProofs = (
  criteria: readonly PlannedCriterion[],
  { always, required }: Pick<ProofSettings, 'always' | 'required'>,
): boolean =>
  required || always.length > 0 || criteria.some(({ commands, faults }) => commands.length > 0 || faults.length > 0)

/** @returns the same if nothing is ticked that a proof could show, so that none need be read */
export function withoutProofs(criteria: readonly PlannedCriterion[], isRequired: boolean): ProofsNow {
  const found = criteria.map((criterion) => standingOf(criterion, { criterion: '', commands: '' }, []))
  return { ...proofsNow(criteria, found, [], isRequired), commands: [], last: undefined }
}

const words: Readonly<Record<Standing, string>> = {
  proven: 'proven',
  said: 'said',
  stale: 'stale',
  unproven: 'not proven',
  open: 'open',
}

export const countsOf = (found: readonly Standing[]): string => shownCounts(countStandings(found))

/** @returns `3 proven · 1 said · 1 open`; empty without any */
export const shownCounts = (counts: Counts): string =>
  (['proven', 'said', 'stale', 'unproven', 'open'] as const)
    .filter((standing) => counts[standing] > 0)
    .map((standing) => `${counts[standing]} ${words[standing]}`)
    .join(' · ')

/** What could end the code span, or a line, is not shown: the settings may be another author's. */
const named = (text: string): string =>
  /^[^`\p{C}\p{Z}]+(?: [^`\p{C}\p{Z}]+)*$/u.test(text) ? `\`${text}\`` : 'a command of `proof.always`'

function lackOf(found: readonly Standing[], always: readonly AlwaysAsked[]): string {
  const { stale, unproven } = countStandings(found)
  const count = stale + unproven
  if (count > 0)
    return `${count} of ${found.length} criteria ${count === 1 ? 'is' : 'are'} not proven for what lies here now`
  const missing = always.filter(({ standing }) => standing !== 'proven').map(({ text }) => named(text))
  return `${missing.join(' and ')} ${missing.length === 1 ? 'has' : 'have'} not passed for what lies here now`
}
