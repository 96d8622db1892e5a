import { digestOfFile } from '../../disk/digest'
import { ifPossible } from '../../text/failure'
import { agreedIn } from '../../work/history/agreed'
import { criteriaDigest, type KnownCriteria, knownCriteria } from '../../work/history/known-criteria'
import { knownIn } from '../../work/known'
import type { Work } from '../../work/work'
import { type PlannedCriterion, readCriterion } from '../../workflow/criteria/criterion'

/** A criterion in today's plan. */
export interface CriterionToday {
  readonly text: string
  readonly line: number
}

/** Today's plan. */
export interface PlanToday {
  readonly file: string
  readonly criteria: readonly PlannedCriterion[]
  readonly known: KnownCriteria
  /** By key. */
  readonly texts: ReadonlyMap<string, CriterionToday>
}

/** @returns today's plan of a piece of work; undefined if it cannot be read, which has a finding of its own */
export function planToday(work: Work): PlanToday | undefined {
  const { plan } = work.flow
  if (!plan) return undefined
  return ifPossible(() => {
    const text = work.plan
    const digest = text === undefined ? undefined : digestOfFile(work.root, plan.file)
    if (text === undefined || digest === undefined) return undefined
    const items = plan.criteria(text)
    const criteria = items.map(readCriterion)
    const commands = knownIn(criteria).map((each) => each.commands)
    const known = knownCriteria(digest, items, commands)
    const texts = new Map(items.map((item, index) => [known.texts[index] ?? '', item]))
    return { file: plan.file, criteria, known, texts }
  })
}

/** @returns whether the criteria say something else than those that were planned or agreed to last */
export function isOtherThanAgreed(work: Work): boolean {
  const { criteria } = agreedIn(work.saved.history, work.flow)
  const known = planToday(work)?.known
  return criteria !== undefined && known !== undefined && criteriaDigest(known) !== criteriaDigest(criteria)
}
