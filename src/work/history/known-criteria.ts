import { digestOfRead, shortDigest, shortDigests } from '../../disk/digest'
import type { Facts } from '../../engine/definition'
import { knownText } from '../../text/markdown/known-text'
import type { TaskItem } from '../../text/markdown/task-item'
import type { ProofsNow } from '../../workflow/criteria/proofs-now'
import type { Work } from '../work'
import type { HistoryLine, PlanOfLine } from './history-line'

export interface KnownCriteria {
  /** Of the bytes of the plan's file. */
  readonly digest: string
  /** The key of each one, in order. */
  readonly texts: readonly string[]
  /** What the commands of each one are known by; absent if none has any. */
  readonly commands?: readonly string[]
  /** A character for each one: `x` if it was ticked, `-` if not. */
  readonly ticked: string
}

/** The first so many are kept as text, so that an entry stays small. */
const mostSaid = 100

/** @returns the criteria of a plan, given the digest of its file, and what the commands of each are known by */
export function knownCriteria(
  digest: string,
  items: readonly Pick<TaskItem, 'text' | 'ticked'>[],
  commands: readonly string[],
): KnownCriteria {
  return {
    digest,
    texts: shortDigests(items.map(({ text }) => knownText(text))),
    ...(commands.some((each) => each !== '') && { commands }),
    ticked: items.map(({ ticked }) => (ticked ? 'x' : '-')).join(''),
  }
}

/** @returns what a set of criteria with their commands is known by, whatever is ticked */
export const criteriaDigest = ({ texts, commands = [] }: Pick<KnownCriteria, 'texts' | 'commands'>): string =>
  shortDigest(JSON.stringify(texts.map((text, index) => [text, commands[index] ?? ''])))

/** The known criteria after the next entry: the same if nothing is new, undefined if it does not say. */
export function criteriaAfter(
  known: KnownCriteria | undefined,
  { plan }: Pick<HistoryLine, 'plan'>,
): KnownCriteria | undefined {
  if (!plan) return known
  const { digest, ticked } = plan
  const texts = plan.texts ?? known?.texts
  const commands = plan.texts ? plan.commands : known?.commands
  if (ticked === undefined) return known?.digest === digest ? known : undefined
  // An entry written by hand may have any value.
  const isSaid = isListOfTexts(texts) && typeof ticked === 'string' && texts.length === ticked.length
  return isSaid ? { digest, texts, ...(isListOfTexts(commands) && { commands }), ticked } : undefined
}

const isListOfTexts = (texts: unknown): texts is readonly string[] =>
  Array.isArray(texts) && texts.every((text) => typeof text === 'string')

/**
 * Builds an entry's record of the plan, if there is one. The criteria are listed only after one was added, removed or
 * reworded, and if none of the state's entries lists them.
 *
 * @param work before the step
 * @param proofs what is proven, absent if the plan has no commands
 * @returns undefined without a plan
 */
export function planOfLine(
  { root, flow: { plan }, probe, saved: { history } }: Work,
  facts: Facts,
  proofs?: Pick<ProofsNow, 'commands' | 'said' | 'last'>,
): PlanOfLine | undefined {
  const digest = plan && digestOfRead(root, plan.file, probe[plan.file])
  if (!digest) return undefined
  const counted = { digest, ...plan.progress(facts), ...(proofs?.last && { proofs: proofs.last }) }
  const known = history.reduce(criteriaAfter, undefined)
  if (known?.digest === digest) return counted
  const criteria = plan.criteria(String(probe[plan.file] ?? ''))
  const now = knownCriteria(digest, criteria, proofs?.commands ?? [])
  const { texts, commands, ticked } = now
  const isOld = known && isSame(texts, known.texts) && isSame(commands, known.commands)
  const isKnown = (index: number) =>
    known?.texts.some((text, at) => text === texts[index] && known.commands?.[at] === commands?.[index]) === true
  const said = () => criteria.map(({ text }, at) => (at >= mostSaid || isKnown(at) ? '' : (proofs?.said[at] ?? text)))
  return { ...counted, ...(isOld ? {} : { texts, ...(commands && { commands }), said: said() }), ticked }
}

const isSame = (some: readonly string[] = [], others: readonly string[] = []): boolean =>
  some.length === others.length && some.every((text, index) => text === others[index])
