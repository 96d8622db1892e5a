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
}

/** The one that is meant, a name that none has, or those among which nothing decides. */
export type Choice = { readonly name: string } | { readonly unknown: string } | { readonly among: readonly string[] }

/**
 * Decides which piece of work is meant.
 *
 * @param candidates of one workflow, in the order in which they are listed; at least one
 */
export function choose({ asked, kept, branch }: Hints, candidates: readonly Candidate[]): Choice {
  const names = candidates.map(({ name }) => name)
  if (asked !== undefined) {
    const name = named(asked, names)
    return name === undefined ? { unknown: asked } : { name }
  }
  const said = [kept, ...namesIn(branch)].find((name) => name !== undefined && names.includes(name))
  if (said !== undefined) return { name: said }
  const open = candidates.filter(({ isUnderWay }) => isUnderWay).map(({ name }) => name)
  const [only, ...others] = open.length > 0 ? open : names
  return only !== undefined && others.length === 0 ? { name: only } : { among: open.length > 0 ? open : names }
}

/** @returns the name that was typed, as it is or as the title that it was made of */
const named = (asked: string, names: readonly string[]): string | undefined =>
  names.find((name) => name === asked.trim()) ??
  names.find((name) => !/[/\\]/.test(asked) && (name === asked.trim().toLowerCase() || name === slug(asked)))

/** The names of work that a branch could be for: `feat/csv-export` is for `csv-export`. */
const namesIn = (branch = ''): string[] => [slug(branch.slice(branch.lastIndexOf('/') + 1)), slug(branch)]
