import { attempt, Failure } from '../../failure/failure'
import { beginsMidway } from '../../work/history/beginning'
import type { Break, Chain } from '../../work/history/chain'
import { type HistoryLine, isInside, parseLine, transitionToday } from '../../work/history/history-line'
import { historyPath } from '../../work/history/paths'
import { readTail } from '../../work/history/tail'
import { linesOf } from '../../work/history/text-lines'
import { loadState } from '../../work/state/state'
import { linesBefore } from '../doctor/missing-beginning'
import type { Piece } from './pieces'
import { bringBack, type RuleContext } from './rule-context'
import { type Rule, type Violation, violation } from './rules'

const said: Readonly<Record<Break, string>> = {
  changed: 'was changed after it was written',
  unsealed: 'carries no digest: no spell has written it',
  missing: 'does not follow the one before: lines between them are missing',
  misplaced: 'is not where it was: lines were moved, or put in twice',
  replaced: 'does not follow the one before: that one was replaced, or a line was put in',
}

/** Damage within one history. */
export function damageOf(
  beside: RuleContext,
  path: string,
  { broken, unchained, because, illegal }: Chain,
): Violation[] {
  const found: Violation[] = []
  const tell = (rule: Rule, line: number, what: string) =>
    found.push(violation(rule, { where: path, line }, `${path} line ${line} ${what}.`, bringBack(beside, path)))
  if (broken !== undefined) tell('history-line-broken', broken, 'is not a line of the history')
  if (unchained !== undefined) tell('history-chain-broken', unchained, said[because ?? 'changed'])
  // A changed entry proves no step.
  if (found.length > 0 || illegal === undefined) return found
  const line = lineAt(beside.root, path, illegal)
  const step = line ? `: ${stepOf(line, beside)}` : ''
  tell('history-walk-illegal', illegal, `tells of a step that the workflow does not have${step}`)
  return found
}

function stepOf(line: HistoryLine, { title, workflow }: RuleContext): string {
  const { from, to } = transitionToday(workflow.definition, line)
  return `${line.trigger} from “${title(from)}” to “${title(to)}”`
}

function lineAt(root: string, path: string, wanted: number): HistoryLine | undefined {
  for (const { number, text } of linesOf(root, path)) if (number === wanted) return parseLine(text)
  return undefined
}

/**
 * Checks that a history begins at a valid start.
 *
 * @param link the archive that it continues, if 0.1.0 began it
 */
export function beginningRule(
  beside: RuleContext,
  { first, isArchived }: Piece,
  link: string | undefined,
): Violation[] {
  const { root, workflow, title } = beside
  if (!first) return []
  const path = historyPath(workflow)
  const place = { where: path, line: 1 }
  if (link !== undefined) {
    const archived = `${link}/history.jsonl`
    if (isInside(archived) && readTail(root, archived)?.digest === first.previous) return []
    const message = `${path} goes on from the work in ${link}, but the history there is gone or ends in another way.`
    return [violation('archived-history-missing', place, message, bringBack(beside, archived))]
  }
  if (!beginsMidway(root, workflow, first)) return []
  const begins = `${path} begins with ${stepOf(first, beside)}, not at “${title(workflow.definition.initial)}”`
  const message = `${begins}: the lines before are missing.`
  const saved = isArchived ? undefined : attempt(() => loadState(root, workflow))
  const isInState = saved && !(saved instanceof Failure) && linesBefore(workflow, first, saved.history).length > 0
  return [
    violation('history-begins-midway', place, message, isInState ? 'spell doctor --fix' : bringBack(beside, path)),
  ]
}
