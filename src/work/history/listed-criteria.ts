import type { Workflow } from '../../workflow/flow'
import { type HistoryLine, transitionToday } from './history-line'

/** A text that is longer may have been cut short in an entry, in characters. */
const longest = 200

/**
 * Tells without a digest, and for most plans.
 *
 * @param said what each criterion of today asks for, see `saidOf`
 * @returns whether those are, word for word, the criteria that were planned last; false also if that is not known
 */
export function areAsPlanned(
  lines: readonly HistoryLine[],
  { definition, states }: Workflow,
  said: readonly string[],
): boolean {
  // An entry written by hand may have any value.
  const listing = lines.filter(({ plan }) => Array.isArray(plan?.texts))
  const last = listing.at(-1)
  if (!last || states.stages?.[transitionToday(definition, last).from] !== 'planning') return false
  const saidBy = new Map<string, string>()
  let listed: readonly (string | undefined)[] = []
  for (const { plan } of listing)
    listed = (plan?.texts ?? []).map((text, index) => {
      const key = `${text} ${plan?.commands?.[index]}`
      const words = plan?.said?.[index] || saidBy.get(key)
      if (words) saidBy.set(key, words)
      return words
    })
  return listed.length === said.length && said.every((text, index) => text === listed[index] && text.length < longest)
}
