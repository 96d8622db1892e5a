import { hash } from 'node:crypto'
import type { Standing } from './counts'
import { outsidePlan, type PlannedCriterion } from './criterion'
import { type PlannedCommand, plannedCommand } from './planned-command'
import { always, type Evidence, type Identity, identitiesOf, isDone, standingOf } from './status'

/** Hexadecimal digits by which criteria, commands and files are known. */
const digits = 16

export const shortDigest = (content: string | Uint8Array): string => hash('sha256', content).slice(0, digits)

/** @returns what each criterion and its commands are known by in proofs */
export const knownIn = (criteria: readonly PlannedCriterion[]): Identity[] =>
  identitiesOf(criteria).map(({ criterion, commands }) => ({
    criterion: shortDigest(criterion),
    commands: commands && shortDigest(commands),
  }))

/** What has to be shown: a criterion, or a command that the settings ask for as one. */
export interface KnownCriterion {
  readonly criterion: PlannedCriterion
  readonly isAlways: boolean
  readonly known: Identity
}

/** @returns the criteria of one plan, then the commands that the settings ask for */
export function knownCriteria(
  criteria: readonly PlannedCriterion[],
  asked: readonly string[] = [],
): readonly KnownCriterion[] {
  const known = knownIn(criteria)
  return [
    ...criteria.map((criterion, index) => ({
      criterion,
      isAlways: false,
      known: known[index] ?? { criterion: '', commands: '' },
    })),
    ...asked.map((text) => {
      const criterion = shownBy(plannedCommand({ text }))
      const [{ commands = '' } = {}] = knownIn([criterion])
      return { criterion, isAlways: true, known: { criterion: always, commands } }
    }),
  ]
}

/** A criterion, with where it stands. */
export interface StandingCriterion extends KnownCriterion {
  readonly standing: Standing
  readonly isDone: boolean
}

/** @returns where each criterion stands, and then each command that the settings ask for */
export const standingCriteria = (
  criteria: readonly PlannedCriterion[],
  always: readonly string[],
  evidence: Evidence,
): readonly StandingCriterion[] =>
  knownCriteria(criteria, always).map((each) => {
    const standing = standingOf(each.criterion, each.known, evidence)
    return { ...each, standing, isDone: isDone(standing, each.criterion) }
  })

/** @returns a command without a plan as a criterion that is ticked */
export const shownBy = (command: PlannedCommand): PlannedCriterion => outsidePlan(command.text, true, [command])
