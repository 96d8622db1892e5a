import { shortDigests } from '../disk/digest'
import { outsidePlan, type PlannedCriterion } from '../workflow/criteria/criterion'
import { type PlannedCommand, plannedCommand } from '../workflow/criteria/planned-command'
import {
  always,
  type Evidence,
  type Identity,
  identitiesOf,
  isDone,
  type KnownCriterion,
  type StandingCriterion,
  standingOf,
} from '../workflow/criteria/status'

/** @returns what each criterion and its commands are known by in proofs */
export function knownIn(criteria: readonly PlannedCriterion[]): Identity[] {
  const texts = identitiesOf(criteria)
  const digests = shortDigests(texts.flatMap(({ criterion, commands }) => [criterion, commands]))
  return texts.map(({ commands }, index) => ({
    criterion: digests[2 * index] ?? '',
    commands: commands && (digests[2 * index + 1] ?? ''),
  }))
}

/** @returns the criteria of one plan, then the commands that the settings ask for */
export const allCriteria = (
  criteria: readonly PlannedCriterion[],
  asked: readonly string[],
): readonly Omit<KnownCriterion, 'known'>[] => [
  ...criteria.map((criterion) => ({ criterion, isAlways: false })),
  ...asked.map((text) => ({ criterion: shownBy(plannedCommand({ text })), isAlways: true })),
]

/** @returns the same, each with what it is known by */
export function knownCriteria(
  criteria: readonly PlannedCriterion[],
  asked: readonly string[] = [],
): readonly KnownCriterion[] {
  const all = allCriteria(criteria, asked)
  const known = knownIn(all.map(({ criterion }) => criterion))
  return all.map((each, index) => {
    const { criterion = '', commands = '' } = known[index] ?? {}
    return { ...each, known: { criterion: each.isAlways ? always : criterion, commands } }
  })
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
