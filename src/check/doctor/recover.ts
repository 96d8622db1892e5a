import { filesUnder, hasFile, readText } from '../../disk/read'
import { isState } from '../../engine/place'
import { Failure, ifPossible } from '../../text/failure'
import { effectiveSteps } from '../../work/history/effective-steps'
import { historyOf } from '../../work/history/history-file'
import { type HistoryLine, parseLine, statePath, transitionToday } from '../../work/history/history-line'
import { proofsPath } from '../../work/proof-log'
import { hasContextDigest, validBackups } from '../../work/state/edited-context'
import { probeOf } from '../../work/state/probe'
import { linesAfter } from '../../work/state/relation'
import type { Saved, State } from '../../work/state/state'
import { parseState } from '../../work/state/state-document'
import type { Work } from '../../work/work'
import type { Workflow } from '../../workflow/flow'
import { currentRow } from '../../workflow/legality'
import type { PastStep } from '../../workflow/transition'
import type { Repairing } from './repair'

/** The note in the history for a recovered state that it does not lead to. */
export const foundAgain = 'The state was found again.'

/** A replacement for an unreadable state. */
interface Recovered {
  readonly state: State
  readonly from: 'history' | 'backup' | 'commit' | 'steps' | 'files'
  /** For `files`: the one that decided, if any. */
  readonly because?: string
  /** For `backup` and `commit`: how many steps of the history were replayed after it. */
  readonly since?: number
  /** Files that it requires and that are missing. */
  readonly missing?: readonly string[]
  readonly lost?: readonly string[]
}

const taken = {
  history: ['takes the state that the history ends with', 'The state is the one that the history ends with.'],
  backup: ['takes the state of the newest backup', 'The state is that of the newest backup.'],
  commit: ['takes the state of the last commit', 'The state is that of the last commit.'],
  steps: ['follows the history from its first step', 'The state is the one to which the steps of the history lead.'],
} as const

/** @returns the plan of a repair, and the sentences that report it afterwards, including losses */
export function recoveryText(found: Recovered): readonly [plan: string, done: string] {
  const [plan, done] = sourceOf(found)
  const { lost = [] } = found
  return lost.length === 0 ? [plan, done] : [`${plan} (lost: ${lost.join('; ')})`, `${done}${losses(found)}`]
}

const losing = 'Lost: '
/** @returns a further sentence with what cannot be recovered; empty if there is nothing */
export const losses = ({ lost = [] }: Recovered): string => (lost.length === 0 ? '' : ` ${losing}${lost.join('; ')}.`)
/** @returns whether a sentence about a repair reports a loss */
export const tellsOfLoss = (said: string): boolean => said.includes(losing)

function sourceOf({ from, because, since = 0 }: Recovered): readonly [plan: string, done: string] {
  if (from === 'files')
    return because
      ? [`takes the state that ${because} implies`, `The state is the one that ${because} implies.`]
      : ['begins the work again, as there are no files', 'There are no files, so the work begins again.']
  const [plan, done] = taken[from]
  if (since === 0) return [plan, done]
  const steps = since === 1 ? 'the step since' : `the ${since} steps since`
  return [`${plan}, with ${steps}`, done.replace(/\.$/, `, with ${steps}.`)]
}

/**
 * Determines the state from the best source available: the end of the history, the newest valid backup, the files. For
 * a workflow that depends on its context, it is the last state verified by its digest, with later steps replayed. Only
 * reads.
 *
 * @param newest the last entries of the history; none if it cannot be trusted
 * @param committed the state file in HEAD
 */
export function recoverState(work: Work, newest: readonly HistoryLine[], committed?: string): Recovered {
  const { rebuild } = work.flow.memory
  // A state without context is worth less than an older one with it.
  if (rebuild) return rebuilt(work, rebuild, newest, committed)
  return fromHistory(work, newest) ?? fromBackup(work) ?? fromFiles(work)
}

function fromHistory({ root, flow: workflow }: Work, newest: readonly HistoryLine[]): Recovered | undefined {
  const last = newest.at(-1)
  const current = last && transitionToday(workflow.definition, last).to
  if (!current || !isState(workflow.definition, current)) return undefined
  const same = validBackups(root, workflow).find(({ history }) => history.at(-1)?.digest === last.digest)
  const { context = {}, rest = {} } = same ?? {}
  return { state: { current, context, rest, history: newest }, from: 'history' }
}

function fromBackup({ root, flow: workflow }: Work): Recovered | undefined {
  const state = validBackups(root, workflow).find(({ current }) => isState(workflow.definition, current))
  return state && { state, from: 'backup' }
}

function rebuilt(
  work: Work,
  rebuild: NonNullable<NonNullable<Workflow['memory']>['rebuild']>,
  newest: readonly HistoryLine[],
  committed: string | undefined,
): Recovered {
  const { root, flow: workflow } = work
  const lines = newest.length > 0 ? [...historyOf(work).lines()].flatMap(({ text }) => parseLine(text) ?? []) : []
  const kept = [
    ...validBackups(root, workflow).map((state): Base => ({ state, from: 'backup' })),
    ...committedState(workflow, committed),
  ].filter(({ state }) => isState(workflow.definition, state.current))
  const { base, since } = latest(kept, lines)
  const {
    state: current,
    context,
    because,
    isReplayed = false,
    missing = [],
    lost = [],
  } = rebuild({
    probe: probeOf(work),
    past: since.map((line) => pastStep(workflow, line)),
    ...(base && { base: { state: base.state.current, context: base.state.context } }),
  })
  const history = newest.length > 0 ? newest : (base?.state.history ?? [])
  // The context is to fit the files that there are.
  const fitting = workflow.memory.holds?.(context, filesUnder(root, workflow.folder)) ?? context
  const state = { current, context: fitting, history, rest: base?.state.rest ?? {} }
  const steps = isReplayed ? since.filter(({ trigger }) => trigger !== 'Doctor').length : 0
  if (base) return { state, from: base.from, since: steps, missing, lost }
  return { state, from: isReplayed ? 'steps' : 'files', ...(!isReplayed && because && { because }), missing, lost }
}

/** A state verified by its digest, and its source. */
interface Base {
  readonly state: State
  readonly from: 'backup' | 'commit'
}

function committedState(workflow: Workflow, text: string | undefined): Base[] {
  const state = ifPossible(() => (text === undefined ? undefined : parseState(text, workflow, true)))
  return state && state.history.length > 0 && hasContextDigest(workflow, state) ? [{ state, from: 'commit' }] : []
}

/**
 * @param lines of the history, from its first one; none if it cannot be trusted
 * @returns the latest state that the history continues, and the steps in effect after it
 */
function latest(kept: readonly Base[], lines: readonly HistoryLine[]): { base?: Base; since: readonly HistoryLine[] } {
  const effective = effectiveSteps(lines).reverse()
  if (lines.length === 0) {
    const newestFirst = [...kept].sort((a, b) => numberOf(b) - numberOf(a))
    return { ...(newestFirst[0] && { base: newestFirst[0] }), since: [] }
  }
  const places = new Map(lines.map(({ digest }, index) => [digest, index]))
  // A state that was undone later is no base.
  const undone = lines.map(({ undoes }) => (undoes === undefined ? undefined : places.get(undoes)))
  const found = kept
    .flatMap((base) => {
      const place = places.get(base.state.history.at(-1)?.digest)
      const isLeft =
        place === undefined || undone.some((other, by) => by > place && other !== undefined && other <= place)
      return isLeft ? [] : [{ base, place }]
    })
    .sort((a, b) => b.place - a.place)[0]
  if (!found) return { since: effective }
  return { base: found.base, since: effective.filter(({ digest }) => (places.get(digest) ?? 0) > found.place) }
}

const numberOf = ({ state }: Base): number => state.history.at(-1)?.number ?? 0

function fromFiles({ root, flow: workflow }: Work): Recovered {
  const isThere = (path: string) => ifPossible(() => hasFile(root, path)) === true
  const probe = Object.fromEntries(Object.keys(workflow.probes).map((path) => [path, isThere(path) || undefined]))
  const { state: current, ...because } = workflow.files.impliedBy?.(probe) ?? { state: workflow.definition.initial }
  return { state: { current, context: {}, history: [], rest: {} }, from: 'files', ...because }
}

/** @returns the step of an entry, by the current names */
export function pastStep({ definition }: Pick<Workflow, 'definition'>, line: HistoryLine): PastStep {
  const { timestamp, row, via, note, about } = line
  return {
    ...transitionToday(definition, line),
    time: timestamp.replace(/(?<=:\d\d)Z$/, '.000Z'),
    ...(row && { row: currentRow(definition, row) }),
    ...(via && { via: via.map((id) => currentRow(definition, id)) }),
    ...(note && { note }),
    ...(about && { about }),
  }
}

/** @returns the target of a state's last entry, if that continues the history */
export function placeLeft({ definition }: Workflow, { tail, history }: Saved): string | undefined {
  const last = history.at(-1)
  const missing = linesAfter(tail, history)
  if (!last || !missing?.every(({ digest }) => digest !== undefined)) return undefined
  const { to } = transitionToday(definition, last)
  return isState(definition, to) ? to : undefined
}

/** Why no proof counts when this state is replaced: it alone says which one is the newest. */
export function newestLost({ root, flow }: Repairing, saved: Saved | Failure): string | undefined {
  const text = ifPossible(() => readText(root, proofsPath(flow))) ?? ''
  const newest = /"digest":"(\w+)"\}\s*$/.exec(text)?.[1]
  if (!newest || (!(saved instanceof Failure) && saved.relation !== 'older')) return undefined
  const said = saved instanceof Failure ? ifPossible(() => readText(root, statePath(flow))) : undefined
  if (said?.includes(`"proof": "${newest}"`)) return undefined
  return 'The state that says which run is the newest is lost.'
}
