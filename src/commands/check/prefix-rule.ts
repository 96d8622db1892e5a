import { filesUnder } from '../../store/disk/read'
import { historyPath, statePath } from '../../store/history/paths'
import { textsOf } from '../../store/history/text-lines'
import type { Met } from './base'
import { bringBack, type RuleContext } from './rule-context'
import { type Violation, violation } from './rules'

/**
 * Whether the history that the base has is still there, and today's goes on from it.
 *
 * @param past what of it was met
 * @param steps how many lines there are today
 * @param repaired whether a repair says that it could not keep a history
 */
export function historyKept(beside: RuleContext, past: Met, steps: number, repaired: boolean): Violation[] {
  const { root, workflow, base } = beside
  if (!base || past.lines === 0 || past.follows) return []
  const path = historyPath(workflow)
  const from = `${base.commit.slice(0, 12)} (${base.name})`
  const fix = bringBack(beside, path, statePath(workflow))
  if (steps === 0) {
    return [violation('history-removed', { where: path }, `The history that ${from} has is gone.`, fix)]
  }
  // A repair keeps what it cannot go on with beside the work.
  if (repaired && past.tip !== undefined && isKept(root, past.tip)) return []
  const { lines, same, last } = past
  const place = last ? { where: last.where, line: last.line } : { where: path, line: 1 }
  const lost = lines - same
  const what =
    same === 0
      ? `None of the ${lines} lines that ${from} has is here`
      : `Of the ${lines} lines that ${from} has, the last ${lost === 1 ? 'one is' : `${lost} are`} missing or changed`
  return [violation('history-rewritten', place, `${what}: the history was rewritten since.`, fix)]
}

/** Whether a history that a repair has set aside has the line. */
function isKept(root: string, digest: string): boolean {
  const aside = filesUnder(root, '.ai').filter((path) => /\/broken-[^/]+\/history\.jsonl$/.test(path))
  return aside.some((path) => {
    for (const text of textsOf(root, path)) if (text.includes(`"digest":"${digest}"`)) return true
    return false
  })
}
