import type { PlannedCriterion } from './criterion'
import { countStandings, type Standing } from './standing'

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
  /** Whether the plan has commands, right or wrong; otherwise only the settings ask for some. */
  readonly hasCommands: boolean
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

/**
 * @param found where each of the criteria is
 * @param isRequired whether each criterion needs a command
 */
export function proofsNow(
  criteria: readonly PlannedCriterion[],
  found: readonly Standing[],
  always: readonly AlwaysAsked[],
  isRequired: boolean,
): ProofsNow {
  const isStale = [...found, ...always.map(({ standing }) => standing)].includes('stale')
  const isUnrun = always.some(({ standing }) => standing === 'unproven')
  const proof = found.includes('unproven') ? 'unproven' : isUnrun ? 'always' : isStale ? 'stale' : 'complete'
  const lacksCommand = criteria.some(({ commands, byDeveloper }) => commands.length === 0 && !byDeveloper)
  return {
    facts: { proof, missingCommand: isRequired && lacksCommand },
    standings: found,
    hasCommands: criteria.some(({ commands, faults }) => commands.length > 0 || faults.length > 0),
    counts: countsOf(found),
    lack: proof === 'complete' ? '' : lackOf(found, always),
  }
}

const words: Readonly<Record<Standing, string>> = {
  proven: 'proven',
  said: 'said',
  stale: 'stale',
  unproven: 'not proven',
  open: 'open',
}

function countsOf(found: readonly Standing[]): string {
  const counts = countStandings(found)
  return (['proven', 'said', 'stale', 'unproven', 'open'] as const)
    .filter((standing) => counts[standing] > 0)
    .map((standing) => `${counts[standing]} ${words[standing]}`)
    .join(' · ')
}

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
