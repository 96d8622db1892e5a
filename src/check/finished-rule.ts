import { isGoal } from '../engine/place'
import { type HistoryLine, transitionToday } from '../work/history/history-line'
import { criteriaAfter, type KnownCriteria } from '../work/history/known-criteria'
import type { Proof } from '../workflow/criteria/status'
import type { Workflow } from '../workflow/flow'
import { type LinePlace, type PastFinding, pastFinding } from './finding'
import { isFinished, type SpellLine } from './history-rules'

/** Whether what the steps have finished was so: a task or a review with results, the work with every criterion met. */
export function finishedRule({ definition, plan: hasPlan }: Workflow, proofs: readonly Proof[]) {
  const found: PastFinding[] = []
  let known: KnownCriteria | undefined
  return {
    take(line: HistoryLine, spell: SpellLine | undefined, place: LinePlace): void {
      const { plan, trigger } = line
      if (spell && spell.results.length > 0 && !(isFinished(line, spell) && hasResults(line, spell)))
        found.push(pastFinding(place, ...withoutResults))
      known = criteriaAfter(known, line)
      const { from } = transitionToday(definition, line)
      const isEnd = spell !== undefined && isGoal(definition, spell.to)
      if (!isEnd || !hasPlan?.completes(trigger.toLowerCase(), from)) return
      if (!isAllMet(line)) found.push(pastFinding(place, ...tooEarly))
      else if (known && !wasProven(known, proofs, plan?.proofs)) found.push(pastFinding(place, ...unproven))
    },
    end: (): readonly PastFinding[] => found,
  }
}

/** The SHA-256 of an empty file. */
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** No spell archives empty results, but an entry written by hand may say so. */
const hasResults = ({ moved = [] }: HistoryLine, { results }: SpellLine): boolean =>
  moved.every(({ from, digest }) => digest !== emptyDigest || !results.includes(from))

const isAllMet = ({ plan }: HistoryLine): boolean =>
  plan?.open === 0 && plan.criteria > 0 && !String(plan.ticked ?? '').includes('-')

const withoutResults = [
  'results-missing',
  'This step says that something was finished, but it archived no results, or empty ones.',
  'git log --oneline -- .ai   # restore .ai from the commit before this step, then cast it again',
] as const

const unproven = [
  'completed-early',
  'This step completed the work, but not every criterion with a command was proven then.',
  'spell prove   # then go on with what is open',
] as const

const tooEarly = [
  'completed-early',
  'This step completed the work, but the plan had open criteria then, or none at all.',
  'spell finite   # and go on with what is open',
] as const

/**
 * @param known the criteria of a plan at an entry
 * @param last the digest of the last proof that the entry names
 * @returns whether each criterion with commands was proven then
 */
function wasProven(
  { texts, commands = [] }: KnownCriteria,
  proofs: readonly Proof[],
  last: string | undefined,
): boolean {
  const end = proofs.findIndex(({ digest }) => digest === last)
  // A proof that is gone is found as that.
  if (last !== undefined && end < 0) return true
  const before = proofs.slice(0, end + 1)
  return texts.every((text, index) => {
    const isSecond = texts.indexOf(text) < index
    const ours = before.filter((proof) => proof.commands === commands[index] && (isSecond || proof.criterion === text))
    const passed = new Set<number>()
    for (const { command, outcome } of ours) {
      if (outcome === 'passed') passed.add(command)
      else passed.delete(command)
    }
    return !commands[index] || (ours.length > 0 && passed.size === ours[0]?.of)
  })
}
