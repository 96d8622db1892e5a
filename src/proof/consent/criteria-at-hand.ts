import type { Speaking, Workflow } from '../../flows/flow'
import type { Work } from '../../work/work'
import { type PlannedCriterion, readCriterion } from '../criteria/criterion'
import { plannedIn } from '../criteria/provable'

/** @returns how proving a piece of work is spoken of */
export const speakingOf = ({ provable, name, own }: Workflow): Speaking =>
  provable ??
  own?.speaking ??
  (name === undefined
    ? ofSpells
    : { ...ofSpells, command: `spell prove --work ${name}`, look: `spell lumos --work ${name}` })

/** @returns the command that proves a piece of work, an archived one by its name */
export const proveCommand = ({ flow, isArchived, name }: Work): string =>
  isArchived ? `spell prove --work ${name}` : speakingOf(flow).command

/** @returns the command in which the developer allows its commands, likewise */
export const allowCommand = ({ isArchived, name }: Pick<Work, 'isArchived' | 'name'>): string =>
  isArchived ? `spell allow --work ${name}` : 'spell allow'

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
  const criteria = plannedIn(provable.criteria(context, current))
  return criteria.length === 0 ? undefined : { criteria, text: JSON.stringify(criteria) }
}

/** @returns the text of `criteriaAtHand`; of a plan without reading its criteria */
export const criteriaText = (work: Work): string | undefined =>
  work.flow.plan ? work.plan : criteriaAtHand(work)?.text
