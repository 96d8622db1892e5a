import { unnamed } from '../flows/registry'
import { slug } from '../flows/slug'

/** A piece of work that could be meant. */
export interface Candidate {
  readonly name: string
  /** Whether it was begun and is not complete. */
  readonly isUnderWay: boolean
}

/** What says which piece of work is meant, from the strongest to the weakest. */
export interface Hints {
  /** `--work`, or the variable SPELL_WORK, as typed. */
  readonly asked?: string | undefined
  /** What `spell use` has kept. */
  readonly kept?: string | undefined
  /** The branch; absent if HEAD is detached. */
  readonly branch?: string | undefined
  /** Whether nothing will be changed, so that the only one under way may be taken on any branch. */
  readonly isLook?: boolean
}

/** A name that none has; or those among which nothing decides, as what was in use is gone, or a branch carries another name. */
export type Undecided =
  | { readonly unknown: string }
  | { readonly among: readonly string[]; readonly gone?: string; readonly branch?: string }

/** The one that is meant, or why none is. */
export type Decided = { readonly name: string } | Undecided

/**
 * Decides which piece of work is meant.
 *
 * @param candidates of one workflow, in the order in which they are listed; at least one
 */
export function choose({ asked, kept, branch, isLook }: Hints, candidates: readonly Candidate[]): Decided {
  const names = candidates.map(({ name }) => name)
  if (asked !== undefined) {
    const name = named(asked, names)
    return name === undefined ? { unknown: asked } : { name }
  }
  const underWay = candidates.filter(({ isUnderWay }) => isUnderWay).map(({ name }) => name)
  const among = underWay.length > 0 ? underWay : names
  if (kept !== undefined && !names.includes(kept)) return { among, gone: kept }
  const said = [kept, ...namesIn(branch)].find((name) => name !== undefined && names.includes(name))
  if (said !== undefined) return { name: said }
  const [only, ...others] = among
  if (only === undefined || others.length > 0) return { among }
  // Work that was merged from another branch is not what this one is for.
  const isElsewhere = !isLook && branch !== undefined && names.some((name) => name !== unnamed)
  return isElsewhere ? { among, branch } : { name: only }
}

/** @returns the name that was typed, as it is or as the title that it was made of */
const named = (asked: string, names: readonly string[]): string | undefined =>
  names.find((name) => name === asked.trim()) ??
  names.find((name) => !/[/\\]/.test(asked) && (name === asked.trim().toLowerCase() || name === slug(asked)))

/** The names of work that a branch could be for: `feat/csv-export` is for `csv-export`. */
const namesIn = (branch = ''): string[] => [slug(branch.slice(branch.lastIndexOf('/') + 1)), slug(branch)]
