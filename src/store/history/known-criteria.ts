import type { Facts } from '../../engine/definition'
import { knownText } from '../../markdown/known-text'
import type { TaskItem } from '../../markdown/task-items'
import type { Probe, Workflow } from '../../workflows/workflow'
import { digestOfFile, digestsOf } from '../disk/digest'
import type { HistoryLine, PlanOfLine } from './history-line'

/** The criteria that a plan had. */
export interface KnownCriteria {
  /** Of the bytes of the plan's file. */
  readonly digest: string
  /** The key of each one, in order. */
  readonly texts: readonly string[]
  /** A character for each one: `x` if it was ticked, `-` if not. */
  readonly ticked: string
}

/** The length of a key in hexadecimal digits: long enough to rule out collisions. */
const digits = 16

/** @param items the criteria of a plan, `digest` that of its file */
export async function knownCriteria(digest: string, items: readonly TaskItem[]): Promise<KnownCriteria> {
  const texts = await digestsOf(items.map(({ text }) => knownText(text)))
  return {
    digest,
    texts: texts.map((text) => text.slice(0, digits)),
    ticked: items.map(({ ticked }) => (ticked ? 'x' : '-')).join(''),
  }
}

/**
 * Updates the known criteria with the next entry.
 *
 * @param known from the entries before
 * @param plan of the next entry
 * @returns the same object if nothing is new; undefined if the entry does not say, like those of an earlier version
 */
export function criteriaAfter(known: KnownCriteria | undefined, plan: PlanOfLine): KnownCriteria | undefined {
  const { digest, ticked } = plan
  const texts = plan.texts ?? known?.texts
  if (ticked === undefined) return known?.digest === digest ? known : undefined
  // An entry written by hand may have any value.
  const isSaid = isListOfTexts(texts) && typeof ticked === 'string' && texts.length === ticked.length
  return isSaid ? { digest, texts, ticked } : undefined
}

const isListOfTexts = (texts: unknown): texts is readonly string[] =>
  Array.isArray(texts) && texts.every((text) => typeof text === 'string')

/**
 * Builds an entry's record of the plan. The criteria are listed only after one was added, removed or reworded, and if
 * none of the state's entries lists them.
 *
 * @param root absolute
 * @param facts those before the step
 * @param history the entries of the state
 * @returns undefined if there is no plan
 * @throws Failure if it cannot be read
 */
export async function planOfLine(
  root: string,
  { plan }: Workflow,
  probe: Probe,
  facts: Facts,
  history: readonly HistoryLine[],
): Promise<PlanOfLine | undefined> {
  const digest = plan && (await digestOfFile(root, plan.file))
  if (!digest) return undefined
  const counted = { digest, ...plan.progress(facts) }
  let known: KnownCriteria | undefined
  for (const line of history) if (line.plan) known = criteriaAfter(known, line.plan)
  if (known?.digest === digest) return counted
  const { texts, ticked } = await knownCriteria(digest, plan.criteria(String(probe[plan.file] ?? '')))
  return { ...counted, ...(known && isSame(texts, known.texts) ? {} : { texts }), ticked }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, index) => text === others[index])
