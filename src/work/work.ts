import { readText } from '../disk/read'
import type { Probe, Workflow } from '../flows/flow'
import { loadState, reloadState, type Saved, seeStill, versionOf } from './state/state'
import { probeFinished } from './state/unfinished'

/**
 * One piece of work, as it lay on disk at one moment. Each part is read when it is first asked for, and once; what few
 * ask for has a function of its own beside this file: `planOf`, `proofsOf`, `idOf`. Everything else asks this value, and
 * opens none of its files.
 */
export interface Work {
  /** Absolute. */
  readonly root: string
  /** Its workflow, with the paths of this piece of work. */
  readonly flow: Workflow
  /** `task` or `hope` if it was given no name. */
  readonly name: string
  readonly folder: string
  /** Whether its workflow has several pieces of work here, so that an answer names this one. */
  readonly isOneOfSeveral: boolean
  /** State and context, and how they fit the history. Throws Failure as `loadState` does. */
  readonly saved: Saved
  /** The files that the facts depend on, of the same moment. Throws Failure as `loadState` and `probeFiles` do. */
  readonly probe: Probe
  /** The Markdown of its plan; undefined without one. Throws Failure if it cannot be read. */
  readonly plan: string | undefined
  /** Reads a part once: the second time the same value. */
  readonly once: <T>(part: string, read: () => T) => T
  /** The piece of work as it is on disk now: the same value if no step was made since it was read. */
  readonly again: () => Work
  /** The same state; of its other parts those that are given, and the rest is read again when it is asked for. */
  readonly beside: (parts: Parts) => Work
}

/** Parts that were read, by their names. */
type Parts = Readonly<Record<string, unknown>>

/**
 * @param root absolute
 * @param flow the workflow, with the paths of the piece of work; those of an archive for an archived one
 * @param isOneOfSeveral whether an answer has to name it
 * @param read the state, if it was read before
 * @param known other parts that were read
 */
export function workIn(root: string, flow: Workflow, isOneOfSeveral = false, read?: Saved, known: Parts = {}): Work {
  const parts = new Map(Object.entries(known))
  const once = <T>(part: string, read: () => T): T => {
    if (!parts.has(part)) parts.set(part, read())
    return parts.get(part) as T
  }
  let [saved, probe]: [Saved | undefined, Probe | undefined] = [read, undefined]
  const work: Work = {
    root,
    flow,
    name: flow.name ?? flow.folder.slice(flow.folder.lastIndexOf('/') + 1),
    folder: flow.folder,
    isOneOfSeveral,
    get saved() {
      saved ??= seeStill(root, flow, () => loadState(root, flow))
      return saved
    },
    get probe() {
      // Another process may make a step meanwhile: state and files are of one moment.
      probe ??= seeStill(root, flow, () => {
        saved = reloadState(root, flow, saved)
        return probeFinished(root, flow, saved)
      })
      return probe
    },
    get plan() {
      const file = flow.plan?.file
      if (file === undefined) return undefined
      const text = probe ? probe[file] : once('plan', () => readText(root, file))
      return typeof text === 'string' ? text : undefined
    },
    once,
    again() {
      const now = saved && reloadState(root, flow, saved)
      return now === saved ? work : workIn(root, flow, isOneOfSeveral, now)
    },
    // Which piece of work it is does not change without a step.
    beside: (given) =>
      workIn(root, flow, isOneOfSeveral, saved, { ...(parts.has('id') && { id: parts.get('id') }), ...given }),
  }
  return work
}

/** @returns whether no step was made since the state was read */
export const isCurrent = ({ root, flow, saved }: Work): boolean => versionOf(root, flow) === saved.version
