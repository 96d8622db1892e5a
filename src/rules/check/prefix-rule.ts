import type { Workflow } from '../../flows/flow'
import { historyPath, statePath } from '../../work/history/paths'
import type { Base, BaseHistory, Met } from './base'
import { keptWith } from './kept-histories'
import { bringBack, type RuleContext } from './rule-context'
import { type Violation, violation } from './rules'

/** A piece of work of the base that nothing continues. */
export function lostWork(beside: Pick<RuleContext, 'base'>, { path }: BaseHistory): Violation {
  const { base } = beside
  const folder = path.slice(0, path.lastIndexOf('/'))
  const message = `The history that ${base?.commit.slice(0, 12)} (${base?.name}) has is gone.`
  return violation('history-removed', { where: path }, message, bringBack(beside, folder))
}

/**
 * Checks that today's history continues that of the base.
 *
 * @param past what was found of it
 * @param repaired whether a repair says that it could not keep a history
 */
export function historyKept(root: string, workflow: Workflow, base: Base, past: Met, repaired: boolean): Violation[] {
  if (past.follows) return []
  const path = historyPath(workflow)
  const from = `${base.commit.slice(0, 12)} (${base.name})`
  // A repair keeps a history that it cannot continue with the work.
  if (repaired && past.tip !== undefined && keptWith(root, past.tip) !== undefined) return []
  const { lines, same, last } = past
  const place = last ? { where: last.where, line: last.line } : { where: path, line: 1 }
  const lost = lines - same
  const what =
    same === 0
      ? `None of the ${lines} lines that ${from} has is here`
      : `Of the ${lines} lines that ${from} has, the last ${lost === 1 ? 'one is' : `${lost} are`} missing or changed`
  const fix = bringBack({ base }, path, statePath(workflow))
  return [violation('history-rewritten', place, `${what}: the history was rewritten since.`, fix)]
}
