import { isGoal } from '../../engine/place'
import { treeOfCommit } from '../../git/commit-trees'
import type { Git } from '../../git/git'
import { treesOf } from '../../git/tree'
import { nameOf, type StandingItem, type WorkHere } from '../../proof/work-here'
import { code, firstOf } from '../../text/markdown-parts'
import { parseTransition } from '../../work/history/history-line'
import { proofLogOf } from '../../work/proof-log'
import type { Work } from '../../work/work'

// What has passed and yet shows little: before any work, or before files changed.

/** @returns what a workflow without a plan says of its stage; undefined in one with a plan */
export const stageIn = ({ flow, saved }: Work) => flow.provable?.now?.(saved.context, saved.current)

export const isOver = ({ isArchived, flow, saved }: Work): boolean =>
  isArchived || isGoal(flow.definition, saved.current)

/**
 * Names what passes before there is any work, and was never seen failing.
 *
 * @returns a sentence; empty without any
 * @throws Failure (system) if git fails
 */
export async function earlyText({ work, items, here }: WorkHere, git: Git): Promise<string> {
  if (isOver(work)) return ''
  const early = stageIn(work)?.early ?? []
  const isEarly = ({ criterion, reds }: StandingItem) =>
    work.flow.plan ? reds.includes(undefined) : early.includes(criterion.id ?? '')
  const passed = items.filter((item) => item.standing === 'proven' && isEarly(item))
  if (passed.length === 0) return ''
  if (work.flow.plan && hasBegunTask(work) && !(await isUntouched(work, here.trees?.treeAll, git))) return ''
  return `Passed before any work, so it may not show the criterion: ${passed.map(nameOf).join(', ')}.`
}

const hasBegunTask = ({ flow: { states }, saved: { history } }: Work): boolean =>
  history.some((line) => states.stages?.[parseTransition(line).to] === 'task')

/** Whether the files are those of the commit that the work began at; a state that has forgotten its first entry cannot tell. */
async function isUntouched({ saved: { history } }: Work, treeAll: string | undefined, git: Git): Promise<boolean> {
  const [first] = history
  if (treeAll === undefined || !first?.work || !first.head) return false
  return (await treeOfCommit(git, first.head)) === treeAll
}

const staleIn = (items: readonly StandingItem[]): StandingItem[] =>
  items.filter(({ standing, commands }) => standing === 'stale' && commands.length > 0)

/** @returns the command for what is proven of other files, and why; empty if there is none, or the work lacks something else */
export function lastStale({ items, said: { command } }: Pick<WorkHere, 'items' | 'said'>): string {
  if (items.some(({ standing }) => ['open', 'failed', 'waiting'].includes(standing))) return ''
  const names = staleIn(items).map(nameOf)
  return names.length === 0 ? '' : `\`${command} ${names.join(' ')}\`, as files have changed since`
}

const mostNamed = 3

/**
 * Says why criteria are stale, with the files that were touched since the first of them ran.
 *
 * @returns a sentence; empty if none is stale
 * @throws Failure (system) if git fails
 */
export async function staleText({ work, items, here }: Omit<WorkHere, 'said'>, git: Git): Promise<string> {
  const stale = staleIn(items)
  if (stale.length === 0) return ''
  const { proofs } = proofLogOf(work, here)
  const ran = stale.map(({ known }) => proofs.findLast((proof) => proof.criterion === known.criterion)?.time ?? '')
  const first = Date.parse(ran.toSorted()[0] ?? '')
  const trees = Number.isNaN(first) ? undefined : await treesOf(git, BigInt(first) * 1_000_000n)
  const touched = trees && 'touched' in trees ? (trees.touched ?? []).filter((path) => !path.endsWith('/')) : []
  return `Passed before ${touched.length === 0 ? 'files' : firstOf(touched.map(code), mostNamed)} changed: ${stale.map(nameOf).join(', ')}.`
}
