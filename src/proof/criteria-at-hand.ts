import type { Provable, Speaking, Workflow } from '../flows/flow'
import type { Work } from '../work/work'
import { type PlannedCriterion, readCriterion } from './criteria/criterion'
import { plannedCommand } from './criteria/planned-command'
import { saidCommand } from './criteria/said-command'

/** @returns how proving a piece of work is spoken of */
export const speakingOf = ({ provable, name }: Workflow): Speaking =>
  provable ??
  (name === undefined
    ? ofSpells
    : { ...ofSpells, command: `spell prove --work ${name}`, look: `spell lumos --work ${name}` })

/** @returns the command that proves a piece of work, an archived one by its name */
export const proveCommand = ({ flow, isArchived, name }: Work): string =>
  isArchived ? `spell prove --work ${name}` : speakingOf(flow).command

const ofSpells: Speaking = {
  command: 'spell prove',
  look: 'spell lumos',
  called: ['criterion', 'criteria'],
  then: 'Put these results into the results of the task. Do not tick or change anything in the plan.',
}

/** What commands can show of a piece of work, as it is written now. */
export interface CriteriaAtHand {
  readonly criteria: readonly PlannedCriterion[]
  /** What must not change while they are proven. */
  readonly text: string
}

/**
 * @returns undefined before there is a plan, or something else that commands could show
 * @throws Failure if plan or state cannot be read
 */
export function criteriaAtHand(work: Work): CriteriaAtHand | undefined {
  const { plan, provable } = work.flow
  if (plan) {
    const text = work.plan
    return text === undefined ? undefined : { criteria: plan.criteria(text).map(readCriterion), text }
  }
  if (!provable) return undefined
  const { context, current } = work.saved
  const found = provable.criteria(context, current).filter(isWhole)
  const criteria = found.map(
    ({ id, text, isClaimed, by }): PlannedCriterion => ({
      id,
      text,
      line: 0,
      ticked: isClaimed,
      commands: commandsIn(by),
      redFirst: false,
      byDeveloper: false,
      faults: [],
    }),
  )
  return criteria.length === 0 ? undefined : { criteria, text: JSON.stringify(criteria) }
}

/** A state that was edited by hand may lack anything; `spell check` names the edit. */
const isWhole = ({ id, text, by }: Provable): boolean => [id, text, by].every((value) => typeof value === 'string')

function commandsIn(by: string): PlannedCriterion['commands'] {
  const command = saidCommand(by)
  return command ? [plannedCommand(command)] : []
}

/** @returns the text of `criteriaAtHand`; of a plan without reading its criteria */
export const criteriaText = (work: Work): string | undefined =>
  work.flow.plan ? work.plan : criteriaAtHand(work)?.text
