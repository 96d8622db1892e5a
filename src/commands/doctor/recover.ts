import { isState } from '../../engine/place'
import { attempt, Failure } from '../../failure/failure'
import { filesUnder, hasFile, readText } from '../../store/disk/read'
import { type HistoryLine, transitionToday } from '../../store/history/history-line'
import { isOfNewerLayout } from '../../store/history/layout'
import { statePath } from '../../store/history/paths'
import { sidesOf } from '../../store/state/conflict'
import { isSealedState, validBackups } from '../../store/state/edited-context'
import { probeFiles } from '../../store/state/probe'
import { parseState, type State } from '../../store/state/state'
import { currentRow } from '../../workflows/legality'
import type { Workflow } from '../../workflows/workflow'

/** A state for work whose own cannot be read. */
export interface Recovered {
  readonly state: State
  /** What it was taken from. */
  readonly from: 'branch' | 'history' | 'backup' | 'files'
  /** Of `files`: the one that tells, none where there is none. */
  readonly because?: string
  /** Of `branch`: the last digest that the other branch has. */
  readonly other?: string
}

const taken = {
  branch: ['keeps the side of this branch', 'Of the state the side of this branch was kept.'],
  history: ['takes the state that the history ends with', 'The state is the one that the history ends with.'],
  backup: ['takes the state of the newest backup', 'The state is that of the newest backup.'],
} as const

/** @returns what a repair will go by, and the sentence that says so afterwards */
export function inWords({ from, because }: Recovered): readonly [plan: string, done: string] {
  if (from !== 'files') return taken[from]
  return because
    ? [`takes the state that ${because} implies`, `The state is the one that ${because} implies.`]
    : ['goes back to the very start, as there are no files', 'There are no files, so the work is at its very start.']
}

/**
 * Finds out where the work stands, from the best of what is there: this branch's side of a conflict, the end of the
 * history, the newest valid backup, the files. Reads only.
 *
 * @param newest the last lines of the history; none where it cannot be trusted
 */
export function recoverState(root: string, workflow: Workflow, newest: readonly HistoryLine[]): Recovered {
  return (
    fromBranch(root, workflow) ??
    // A state without what the workflow knows of it is worth less than an older one with it.
    (workflow.rebuild
      ? (fromBackup(root, workflow, newest) ?? rebuilt(root, workflow, workflow.rebuild, newest))
      : (fromHistory(root, workflow, newest) ?? fromBackup(root, workflow) ?? fromFiles(root, workflow)))
  )
}

function fromBranch(root: string, workflow: Workflow): Recovered | undefined {
  const text = attempt(() => readText(root, statePath(workflow)))
  const sides = typeof text === 'string' ? sidesOf(text) : undefined
  if (!sides) return undefined
  const state = attempt(() => parseState(sides.ours, workflow))
  if (isOfNewerLayout(state)) throw state
  // Markers are no way around a seal.
  if (state instanceof Failure || !isSealedState(workflow, state)) return undefined
  const theirs = attempt(() => parseState(sides.theirs, workflow))
  const other = theirs instanceof Failure ? undefined : theirs.history.at(-1)?.digest
  return { state, from: 'branch', ...(other && { other }) }
}

function fromHistory(root: string, workflow: Workflow, newest: readonly HistoryLine[]): Recovered | undefined {
  const last = newest.at(-1)
  const current = last && transitionToday(workflow.definition, last).to
  if (!current || !isState(workflow.definition, current)) return undefined
  const same = validBackups(root, workflow).find(({ history }) => history.at(-1)?.digest === last.digest)
  const { context = {}, rest = {} } = same ?? {}
  return { state: { current, context, rest, history: newest }, from: 'history' }
}

function fromBackup(root: string, workflow: Workflow, newest: readonly HistoryLine[] = []): Recovered | undefined {
  for (const state of validBackups(root, workflow)) {
    if (!isState(workflow.definition, state.current)) continue
    const context = holding(root, workflow, state.context)
    if (context) return { state: { ...state, context, ...(newest.length > 0 && { history: newest }) }, from: 'backup' }
  }
  return undefined
}

/** What holds of a context, beside the files that are there. */
const holding = (root: string, { folder, probes, holds }: Workflow, context: State['context']) =>
  holds ? holds(context, probeFiles(root, probes), filesUnder(root, folder)) : context

function rebuilt(
  root: string,
  workflow: Workflow,
  rebuild: NonNullable<Workflow['rebuild']>,
  newest: readonly HistoryLine[],
): Recovered {
  const past = newest.map((line) => ({
    ...transitionToday(workflow.definition, line),
    time: line.timestamp,
    ...(line.row && { row: currentRow(workflow.definition, line.row) }),
  }))
  const { state: current, context, because } = rebuild(probeFiles(root, workflow.probes), past)
  const held = holding(root, workflow, context) ?? context
  return { state: { current, context: held, history: newest, rest: {} }, from: 'files', because }
}

function fromFiles(root: string, workflow: Workflow): Recovered {
  const isThere = (path: string) => attempt(() => hasFile(root, path)) === true
  const probe = Object.fromEntries(Object.keys(workflow.probes).map((path) => [path, isThere(path) || undefined]))
  const { state: current, ...because } = workflow.impliedBy?.(probe) ?? { state: workflow.definition.initial }
  return { state: { current, context: {}, history: [], rest: {} }, from: 'files', ...because }
}
