import { code } from '../../text/markdown/code'
import { countStandings, countsText, passedCounts, type Standing } from './counts'
import type { ItemFault, PlannedCriterion } from './criterion'
import { codeAtEnd } from './item-words'
import { bareCommand } from './reads-as-command'
import type { StandingCriterion } from './status'
import { weaknessOf } from './weak-expectation'

/** What proving goes by. */
export interface ProofSettings {
  /** The time limit of a command that has none itself, such as `10m`. */
  readonly within: string
  /** Commands that completing the work needs, whatever the criteria say. */
  readonly always: readonly string[]
  /** Whether each criterion needs a command, or `by: developer`: no task begins, and no work is complete without. */
  readonly required: boolean
}

export { readCriterion, waysOf } from './criterion'

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
  /** Of each whether it counts as done, then of each command that the settings ask for. */
  readonly done: readonly boolean[]
  /** What the commands of each criterion are known by, empty if it has none. */
  readonly commands: readonly string[]
  /** What each criterion asks for, see `saidOf`. */
  readonly said: readonly string[]
  readonly last: string | undefined
  /** Whether a command was run since the present task began. */
  readonly hasRun: boolean
  /** Whether the plan asks for proofs, in the right form or not; otherwise only the settings do. */
  readonly hasCommands: boolean
  /** Whether a command may show something that is open, and has not failed last. */
  readonly mayProve: boolean
  /** What of the plan cannot be proven as it is written, a sentence each with its line. */
  readonly faults: readonly string[]
  /** What of it may show nothing, likewise. */
  readonly weak: readonly string[]
  /** `3 done · 1 open`; the commands that the settings ask for are counted apart. */
  readonly counts: string
  /** Why ticked work is not complete, as a clause; empty if it is. */
  readonly lack: string
  /** What is wrong with the record of proofs, as a clause; absent if nothing is. */
  readonly broken?: string
}

/**
 * @param isRequired whether each criterion needs a command
 * @param isAsked whether git was asked of which files the proofs are
 */
export function proofsNow(
  found: readonly StandingCriterion[],
  isRequired: boolean,
  isAsked: boolean,
): Omit<ProofsNow, 'commands' | 'said' | 'last' | 'hasRun'> {
  const ours = found.filter(({ isAlways }) => !isAlways)
  const criteria = ours.map(({ criterion }) => criterion)
  const undone = found.filter(({ isDone, criterion }) => criterion.ticked && !isDone)
  // No command can show again what the developer has to see again.
  const proof = undone.some(
    ({ isAlways, standing, criterion }) => !isAlways && (standing !== 'stale' || criterion.byDeveloper),
  )
    ? 'unproven'
    : undone.some(({ standing }) => standing !== 'stale')
      ? 'always'
      : undone.length > 0
        ? 'stale'
        : 'complete'
  const standings = ours.map(({ standing }) => standing)
  return {
    facts: { proof, missingCommand: isRequired && criteria.some(isWithoutWay) },
    standings,
    done: found.map(({ isDone }) => isDone),
    hasCommands: criteria.some(asksForProof),
    mayProve: ours.some(
      ({ standing, criterion }) => !criterion.ticked && criterion.commands.length > 0 && standing !== 'failed',
    ),
    faults: [...new Set(criteria.flatMap(({ faults }) => faults.map(faultText)))],
    weak: criteria.flatMap(weakIn),
    counts: [countsOf(found, isRequired, isAsked), countOfAsked(found)].filter(Boolean).join(' · '),
    lack: lackOf(undone, found),
  }
}

const faultText = ({ line, message, fix }: ItemFault): string => `line ${line}: ${message} For example: ${code(fix)}`

function weakIn({ line, text, commands, byDeveloper, faults }: PlannedCriterion): string[] {
  const inText =
    commands.length + faults.length > 0 || byDeveloper ? undefined : bareCommand(codeAtEnd.exec(text)?.[1] ?? '')
  return [
    ...(inText === undefined ? [] : [`line ${line}: ${code(inText)} is not run; an item below runs it: \`run:\``]),
    ...commands.map((command) => {
      const weakness = weaknessOf(command)
      return weakness && `line ${command.line}: ${weakness}`
    }),
  ].filter(Boolean)
}

/** What git was not asked about only passed. */
function countsOf(found: readonly StandingCriterion[], isRequired: boolean, isAsked: boolean): string {
  if (isAsked || !found.some(({ standing }) => standing === 'passed' || standing === 'confirmed'))
    return doneCounts(found, isRequired)
  return passedCounts(countStandings(found.flatMap(({ isAlways, standing }) => (isAlways ? [] : [standing]))))
}

/** @returns how many criteria are done, have failed and are open */
export const doneCounts = (found: readonly StandingCriterion[], isRequired: boolean): string =>
  countsText(
    found.flatMap((each) =>
      each.isAlways ? [] : [{ standing: each.standing, isDone: countsAsDone(each, isRequired) }],
    ),
  )

/** Whether it is done for the developer: what no command can show is not where the settings ask for one. */
export const countsAsDone = ({ isDone, criterion }: StandingCriterion, isRequired: boolean): boolean =>
  isDone && !(isRequired && isWithoutWay(criterion))

function countOfAsked(found: readonly StandingCriterion[]): string {
  const { length } = found.filter(({ isAlways, isDone }) => isAlways && !isDone)
  return length === 0 ? '' : `${length} ${length === 1 ? 'command' : 'commands'} of the settings not passed`
}

/** Whether nothing but a tick can say that it is met. */
const isWithoutWay = ({ commands, byDeveloper }: PlannedCriterion): boolean => commands.length === 0 && !byDeveloper

const asksForProof = ({ commands, faults, byDeveloper }: PlannedCriterion): boolean =>
  byDeveloper || commands.length > 0 || faults.length > 0

/** Whether a criterion asks for a proof, or may be meant to, or one is asked for of all. */
export const asksForProofs = (
  criteria: readonly PlannedCriterion[],
  { always, required }: Pick<ProofSettings, 'always' | 'required'>,
): boolean => required || always.length > 0 || criteria.some((each) => asksForProof(each) || weakIn(each).length > 0)

/** What could end the code span, or a line, is not shown: the settings may be another author's. */
const named = (text: string): string =>
  /^[^`\p{C}\p{Z}]+(?: [^`\p{C}\p{Z}]+)*$/u.test(text) ? `\`${text}\`` : 'a command of `proof.always`'

function lackOf(undone: readonly StandingCriterion[], found: readonly StandingCriterion[]): string {
  const [asked, ours] = [undone.filter(({ isAlways }) => isAlways), undone.filter(({ isAlways }) => !isAlways)]
  const numberOf = ({ criterion }: StandingCriterion) => found.findIndex((each) => each.criterion === criterion) + 1
  const yours = ours.filter(({ criterion }) => criterion.byDeveloper).map(numberOf)
  const [first, ...others] = ours.filter(({ criterion }) => !criterion.byDeveloper)
  if (first) {
    const which = others.length === 0 ? `criterion ${numberOf(first)} has` : `${others.length + 1} criteria have`
    return `${which} not passed for the files that are here now`
  }
  if (yours.length > 0) {
    const which = yours.length === 1 ? 'criterion' : 'criteria'
    return `${which} ${yours.join(', ')} ${yours.length === 1 ? 'waits' : 'wait'} for the developer: \`spell confirm ${yours.join(' ')}\``
  }
  if (asked.length === 0) return ''
  const missing = asked.map(({ criterion: { text } }) => named(text))
  return `${missing.join(' and ')} ${missing.length === 1 ? 'has' : 'have'} not passed for the files that are here now`
}
