import type { KnownCriteria } from '../../work/history/known-criteria'

/** A criterion of a plan. */
export interface Criterion {
  /** Its key. */
  readonly text: string
  /** Distinguishes it from others with the same text. */
  readonly key: string
  /** Its position in the plan, from 1. */
  readonly number: number
  readonly isTicked: boolean
  /** What its commands are known by; empty if it has none. */
  readonly commands: string
}

/** The changes between two versions of a plan's criteria. */
export interface Changes {
  /** With unchanged text, in their current form. */
  readonly ticked: readonly Criterion[]
  readonly unticked: readonly Criterion[]
  /** With unchanged text and other commands. */
  readonly otherCommands: readonly { readonly was: Criterion; readonly now: Criterion }[]
  /** Criteria that were removed, each with its replacement. */
  readonly gone: readonly { readonly was: Criterion; readonly now?: Criterion }[]
  /** New criteria, each with the one that it replaces. */
  readonly come: readonly { readonly now: Criterion; readonly was?: Criterion }[]
}

/** Compares two plans; the order of criteria does not matter. */
export function compareCriteria(before: KnownCriteria, now: KnownCriteria): Changes {
  const [old, today] = [byKey(before), byKey(now)]
  const both = [...today.values()].filter(({ key }) => old.has(key))
  const changed = both.filter(({ key, isTicked }) => old.get(key)?.isTicked !== isTicked)
  const placesOf = (all: ReadonlyMap<string, Criterion>, other: ReadonlyMap<string, Criterion>) => {
    const places = new Map<string, Criterion[]>()
    let after = ''
    for (const one of [...all.values()].sort((some, others) => some.number - others.number)) {
      if (other.has(one.key)) after = one.key
      else places.set(after, [...(places.get(after) ?? []), one])
    }
    return places
  }
  // A criterion that follows the same one has the same place.
  const [left, taken] = [placesOf(old, today), placesOf(today, old)]
  const pair = (some: ReadonlyMap<string, Criterion[]>, others: ReadonlyMap<string, Criterion[]>) =>
    [...some].flatMap(([after, all]) => all.map((one, index) => [one, others.get(after)?.[index]] as const))
  return {
    ticked: changed.filter(({ isTicked }) => isTicked),
    unticked: changed.filter(({ isTicked }) => !isTicked),
    otherCommands: both.flatMap((now) => {
      const was = old.get(now.key)
      return was && was.commands !== now.commands ? [{ was, now }] : []
    }),
    gone: pair(left, taken).map(([was, now]) => ({ was, ...(now && { now }) })),
    come: pair(taken, left).map(([now, was]) => ({ now, ...(was && { was }) })),
  }
}

/** Among criteria with the same text, ticked ones come first: they are interchangeable. */
function byKey({ texts, ticked, commands = [] }: KnownCriteria): Map<string, Criterion> {
  const all = texts.map((text, index) => ({
    text,
    number: index + 1,
    isTicked: ticked[index] === 'x',
    commands: commands[index] ?? '',
  }))
  const ranks = new Map<string, number>()
  const keyed = new Map<string, Criterion>()
  for (const one of [...all.filter(({ isTicked }) => isTicked), ...all.filter(({ isTicked }) => !isTicked)]) {
    const rank = ranks.get(one.text) ?? 0
    ranks.set(one.text, rank + 1)
    const key = `${one.text} ${rank}`
    keyed.set(key, { ...one, key })
  }
  return keyed
}
