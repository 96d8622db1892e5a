import type { Break, Chain } from '../../store/history/chain'
import type { Chapter } from '../../store/history/chapters'
import { type HistoryLine, parseLine, transitionToday } from '../../store/history/history-line'
import { linesOf } from '../../store/history/text-lines'
import { bringBack, type RuleContext } from './rule-context'
import type { Violation } from './rules'

const said: Readonly<Record<Break, string>> = {
  changed: 'was changed after it was written',
  unsealed: 'carries no digest: no spell has written it',
  missing: 'does not follow the one before: lines between them are missing',
  misplaced: 'is not where it was: lines were moved, or put in twice',
  replaced: 'does not follow the one before: that one was replaced, or a line was put in',
}

/** What is wrong with a history for itself. */
export function damageOf(
  beside: RuleContext,
  path: string,
  { broken, unchained, because, illegal }: Chain,
): Violation[] {
  const restore = bringBack(beside, path)
  const damage: Violation[] = []
  if (broken !== undefined) {
    damage.push({
      rule: 'history-line-broken',
      where: path,
      line: broken,
      message: `${path} line ${broken} is not a line of the history.`,
      fix: restore,
    })
  }
  if (unchained !== undefined) {
    damage.push({
      rule: 'history-chain-broken',
      where: path,
      line: unchained,
      message: `${path} line ${unchained} ${said[because ?? 'changed']}.`,
      fix: restore,
    })
  }
  // A line that was changed tells of no step.
  if (damage.length > 0 || illegal === undefined) return damage
  const line = lineAt(beside.root, path, illegal)
  const step = line ? `: ${stepOf(line, beside)}` : ''
  return [
    {
      rule: 'history-walk-illegal',
      where: path,
      line: illegal,
      message: `${path} line ${illegal} tells of a step that the workflow does not have${step}.`,
      fix: restore,
    },
  ]
}

function stepOf(line: HistoryLine, { title, workflow }: RuleContext): string {
  const { from, to } = transitionToday(workflow.definition, line)
  return `${line.trigger} from “${title(from)}” to “${title(to)}”`
}

function lineAt(root: string, path: string, wanted: number): HistoryLine | undefined {
  for (const { number, text } of linesOf(root, path)) if (number === wanted) return parseLine(text)
  return undefined
}

/** As many lines as a repair takes from the state. */
const kept = 50

/** Whether the oldest history begins where one can begin. */
export function beginningOf(beside: RuleContext, [oldest]: readonly Chapter[], lost: string | undefined): Violation[] {
  const { root, workflow, title } = beside
  if (!oldest?.first) return []
  const { path, first } = oldest
  if (lost !== undefined) {
    return [
      {
        rule: 'archived-history-missing',
        where: path,
        line: 1,
        message: `${path} goes on from the work in ${lost}, but the history there is gone or ends in another way.`,
        fix: bringBack(beside, `${lost}/history.jsonl`),
      },
    ]
  }
  const { from } = transitionToday(workflow.definition, first)
  const isRepair = first.trigger === 'Doctor'
  const isStart = first.previous === undefined && (from === workflow.definition.initial || isRepair)
  if (isStart || first.trigger === 'New' || isRepair || wasRepaired(root, path)) return []
  return [
    {
      rule: 'history-begins-midway',
      where: path,
      line: 1,
      message: `${path} begins with ${stepOf(first, beside)}, not at “${title(workflow.definition.initial)}”: the lines before are missing.`,
      fix: bringBack(beside, path),
    },
  ]
}

/** A repair that could not keep a history begins a new one with the lines that the state has, and says so. */
function wasRepaired(root: string, path: string): boolean {
  for (const { number, text } of linesOf(root, path)) {
    if (number > kept + 1) return false
    if (parseLine(text)?.trigger === 'Doctor') return true
  }
  return false
}
