import { getOrInsert } from '../../engine/records'
import type { TaskItem } from '../../text/markdown/task-item'
import type { HistoryLine } from './history-line'
import { criteriaAfter, type KnownCriteria, knownCriteria } from './known-criteria'

export interface ListedCriterion {
  readonly text: string
  /** Distinguishes it from others with the same text. */
  readonly key: string
  /** Its position in the plan, from 1. */
  readonly number: number
  readonly isTicked: boolean
  /** What its commands are known by; empty if it has none. */
  readonly commands: string
}

/** A criterion of one version of a plan, of the other, or of both. */
export interface CriterionChange {
  readonly was?: ListedCriterion
  readonly now?: ListedCriterion
}

/**
 * Compares two plans; the order of criteria does not matter.
 *
 * @returns the criteria that both have, by their texts; then those that only one has, together where one has taken the
 *   place of another
 */
export function compareCriteria(before: KnownCriteria, now: KnownCriteria): CriterionChange[] {
  const [old, today] = [byKey(before), byKey(now)]
  const both = [...old.values()].flatMap((was) => {
    const same = today.get(was.key)
    return same ? [{ was, now: same }] : []
  })
  const [left, taken] = [byPlace(old, today), byPlace(today, old)]
  const places = new Set([...left.keys(), ...taken.keys()])
  const others = [...places].flatMap((place) => {
    const [gone, come] = [left.get(place) ?? [], taken.get(place) ?? []]
    const longer = gone.length > come.length ? gone : come
    return longer.map((_, index): CriterionChange => {
      const [was, now] = [gone[index], come[index]]
      return { ...(was && { was }), ...(now && { now }) }
    })
  })
  return [...both, ...others]
}

/**
 * @param history up to the last step
 * @param items the criteria of the plan as it is now
 * @returns the numbers of those that were ticked since, wherever they stood then
 */
export function tickedSince(
  history: readonly Pick<HistoryLine, 'plan'>[],
  items: readonly Pick<TaskItem, 'text' | 'ticked'>[],
): readonly number[] {
  const known = history.reduce(criteriaAfter, undefined)
  if (!known) return []
  return compareCriteria(known, knownCriteria('', items, []))
    .flatMap(({ was, now }) => (was && now?.isTicked && !was.isTicked ? [now.number] : []))
    .sort((one, other) => one - other)
}

/** @returns the criteria that the other version does not have. One that follows the same one has the same place */
function byPlace(
  all: ReadonlyMap<string, ListedCriterion>,
  other: ReadonlyMap<string, ListedCriterion>,
): Map<string, ListedCriterion[]> {
  const places = new Map<string, ListedCriterion[]>()
  let after = ''
  for (const one of [...all.values()].sort((some, others) => some.number - others.number)) {
    if (other.has(one.key)) after = one.key
    else getOrInsert(places, after, () => []).push(one)
  }
  return places
}

/** Among criteria with the same text, ticked ones come first: they are interchangeable. */
function byKey({ texts, ticked, commands = [] }: KnownCriteria): Map<string, ListedCriterion> {
  const all = texts.map((text, index) => ({
    text,
    number: index + 1,
    isTicked: ticked[index] === 'x',
    commands: commands[index] ?? '',
  }))
  const ranks = new Map<string, number>()
  const keyed = new Map<string, ListedCriterion>()
  for (const one of [...all.filter(({ isTicked }) => isTicked), ...all.filter(({ isTicked }) => !isTicked)]) {
    const rank = ranks.get(one.text) ?? 0
    ranks.set(one.text, rank + 1)
    const key = `${one.text} ${rank}`
    keyed.set(key, { ...one, key })
  }
  return keyed
}
