import { digestOf } from '../disk/digest'
import { type BoundCommand, waitingIn } from '../proof/consent/bound-command'
import type { ChangedCriterion } from '../proof/status/changed-criteria'
import type { AgreedBefore } from '../work/history/agreed'
import { compareCriteria } from '../work/history/compare-criteria'
import type { KnownCriteria } from '../work/history/known-criteria'
import type { KnownPoint, Proposal } from './proposal'
import type { ShownWork } from './sessions'

/** @returns what a set of open points is known by, in any order; undefined if nothing is open */
export const openDigest = (open: readonly KnownPoint[]): string | undefined =>
  open.length === 0
    ? undefined
    : digestOf(
        open
          .map(({ key }) => key)
          .sort()
          .join(' '),
      ).slice(0, 16)

/** What is new since the developer's last word. Criteria are told by their texts of today. */
export interface PlanChanges {
  readonly added: readonly string[]
  readonly reworded: readonly string[]
  /** How many are gone: a history has no text of them. */
  readonly dropped: number
  readonly otherCommands: readonly string[]
  /** What of the criteria was something else when it had failed, was stale, or was agreed to. */
  readonly changed: readonly ChangedCriterion[]
  /** Those that may not run yet, as many as are shown, and how many more there are. */
  readonly commands: readonly BoundCommand[]
  readonly moreCommands: number
  /** What is ticked, and nothing can show it. */
  readonly ticked: readonly string[]
  readonly open: readonly KnownPoint[]
}

/** The most commands that are shown at once: more is not read, and what was not shown is not allowed. */
const mostCommands = 20

const nothing: KnownCriteria = { digest: '', texts: [], ticked: '' }

/** @returns undefined if nothing is new */
export function changesSince(
  before: AgreedBefore,
  { plan, commands, open, changed = [] }: Proposal,
): PlanChanges | undefined {
  const changes = compareCriteria(before.criteria ?? nothing, plan?.known ?? nothing)
  const criterion = (number: number) => plan?.criteria[number - 1]
  const textsOf = (isWanted: (change: (typeof changes)[number]) => boolean): string[] =>
    changes
      .flatMap((change) => (change.now && isWanted(change) ? [change.now.number] : []))
      .sort((one, other) => one - other)
      .map((number) => criterion(number)?.text ?? '')
  const isUnshown = (number: number) => {
    const found = criterion(number)
    return found?.commands.length === 0 && !found.byDeveloper && !plan?.confirmed.includes(found)
  }
  // What an earlier word has passed and could not allow came with git: it waits for `spell allow`.
  const isPassed = plan !== undefined && plan.agreedAs === before.agreedAs
  const waiting = waitingIn({ commands }).filter(
    ({ before: lapse }) => lapse !== 'refused' && (!isPassed || lapse === 'changed'),
  )
  const news: PlanChanges = {
    added: textsOf(({ was }) => !was),
    reworded: textsOf(({ was, now }) => was !== undefined && was.key !== now?.key),
    dropped: changes.filter(({ now }) => !now).length,
    otherCommands: textsOf(({ was, now }) => was?.key === now?.key && was?.commands !== now?.commands),
    changed: isPassed ? [] : changed.filter(({ passed }) => passed?.agrees !== true),
    commands: waiting.slice(0, mostCommands),
    moreCommands: Math.max(0, waiting.length - mostCommands),
    ticked: textsOf(({ was, now }) => now?.isTicked === true && !was?.isTicked && isUnshown(now.number)),
    open: open.filter(({ key }) => !before.open.has(key)),
  }
  return Object.values(news).some((each) => (Array.isArray(each) ? each.length > 0 : each > 0)) ? news : undefined
}

/** @returns what of the criteria was changed, and no step has passed, where no word can agree to what is new; undefined without any */
export function changedOnly(news: PlanChanges): PlanChanges | undefined {
  const changed = news.changed.filter(({ passed }) => !passed)
  const dropped = changed.filter(({ number }) => number === undefined).length
  const nothingElse = {
    added: [],
    reworded: [],
    otherCommands: [],
    commands: [],
    moreCommands: 0,
    ticked: [],
    open: [],
  }
  return changed.length === 0 ? undefined : { ...nothingElse, dropped, changed }
}

/**
 * @param news what was printed; all else was agreed to before
 * @returns what a session keeps of it; undefined before the first step, which nothing could agree to
 */
export function shownBy({ commands }: PlanChanges, { work, plan, open }: Proposal): ShownWork | undefined {
  if (work === undefined) return undefined
  const assumptions = openDigest(open)
  return {
    work,
    ...(plan && { criteria: plan.agreedAs }),
    commands: commands.map(({ digest }) => digest),
    ...(assumptions && { assumptions }),
  }
}
