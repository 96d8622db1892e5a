import { outsidePlan, type PlannedCriterion } from './criterion'
import { plannedCommand } from './planned-command'
import { saidCommand } from './said-command'

/** What a workflow without a plan claims, and a command may show. */
export interface Provable {
  readonly id: string
  readonly text: string
  /** How it is shown, as the agent has written it; empty if it was not said. */
  readonly by: string
  /** Whether its command counts only if it was seen to fail before. */
  readonly redFirst?: boolean
  /** Whether the work counts it as met. */
  readonly isClaimed: boolean
  /** Whether it was reported as failed, which a pass of its command does not take back. */
  readonly hasFailed?: boolean
}

/** @returns the same in the form of the criteria of a plan */
export const plannedIn = (provable: readonly Provable[]): PlannedCriterion[] =>
  provable.filter(isWhole).map(({ id, text, isClaimed, by, redFirst = false, hasFailed = false }) => {
    const command = saidCommand(by)
    return { id, ...outsidePlan(text, isClaimed, command ? [plannedCommand(command)] : []), redFirst, hasFailed }
  })

/** A state that was edited by hand may lack anything; `spell check` names the edit. */
const isWhole = ({ id, text, by }: Provable): boolean => [id, text, by].every((value) => typeof value === 'string')
