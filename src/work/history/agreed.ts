import { shortDigest } from '../../disk/digest'
import { unquoted } from '../../text/markdown/open-lines'
import type { Workflow } from '../../workflow/flow'
import { type HistoryLine, transitionToday } from './history-line'
import { criteriaAfter, criteriaDigest, type KnownCriteria } from './known-criteria'

/** What the developer has let pass so far, as a history has it. */
export interface AgreedBefore {
  /** The criteria as they were planned or agreed to last; undefined before any. */
  readonly criteria: KnownCriteria | undefined
  /** The digest of those that a word has agreed to; absent without one. */
  readonly agreedAs?: string
  /** The key of each assumption and each open question that was agreed to. */
  readonly open: ReadonlySet<string>
}

/** Whether the developer agrees, by the word that an entry has passed, to the criteria as they are there. */
export const agreesTo = ({ word, agreed }: HistoryLine, known: KnownCriteria): boolean =>
  (word === 'said' || word === 'typed') && agreed?.criteria !== undefined && agreed.criteria === criteriaDigest(known)

/** @param lines the entries that are known, the oldest first */
export function agreedIn(lines: readonly HistoryLine[], { definition, states }: Workflow): AgreedBefore {
  let known: KnownCriteria | undefined
  let criteria: KnownCriteria | undefined
  let agreedAs: string | undefined
  for (const line of lines) {
    known = criteriaAfter(known, line)
    const isPlanned = states.stages?.[transitionToday(definition, line).from] === 'planning'
    const agrees = known !== undefined && agreesTo(line, known)
    if (agrees) agreedAs = line.agreed?.criteria
    if (known && (!criteria || isPlanned || agrees)) criteria = known
  }
  return { criteria, ...(agreedAs !== undefined && { agreedAs }), open: openIn(lines) }
}

/** @returns the keys of the open points that were agreed to last. An entry written by hand may have any value. */
const openIn = (lines: readonly Passed[]): ReadonlySet<string> => {
  const keys = lines.findLast(({ agreed }) => Array.isArray(agreed?.open))?.agreed?.open
  return new Set(keys)
}

/** What of an entry says what was agreed to. */
type Passed = Pick<HistoryLine, 'agreed'>

/** @returns whether the developer has agreed to an assumption or an open question, by its text */
export function agreedOpen(lines: readonly Passed[]): (text: string) => boolean {
  const keys = openIn(lines)
  return (text) => keys.size > 0 && keys.has(openKey(text))
}

/** @returns what an assumption or an open question is known by, wherever it stands */
export const openKey = (text: string): string => shortDigest(unquoted(text))
