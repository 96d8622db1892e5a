import { type Listing, listingOf, readListed } from '../disk/listing'
import { inUtf8, readText } from '../disk/read'
import type { Provable } from '../workflow/criteria/provable'
import type { Workflow } from '../workflow/flow'
import type { Probe } from '../workflow/transition'
import type { Ending } from '../workflow/turn'
import { standard } from '../workflows/registry'
import { statePath } from './history/history-line'
import { probeFiles } from './state/probe'
import { loadState, reloadState, type Saved, type State, seeStill, versionOf } from './state/state'
import { parseState, type Stored } from './state/state-document'
import type { Tampering } from './state/tampering'
import { probeFinished } from './state/unfinished'

/**
 * One piece of work, as it lay on disk at one moment. Each part is read when it is first asked for, and once; what few
 * ask for has a function of its own beside this file: `planOf`, `proofsOf`, `idOf`. Everything else asks this value,
 * and opens none of its files.
 */
export interface Work {
  readonly root: string
  /** Its workflow, with the paths of this piece of work. */
  readonly flow: Workflow
  /** The same, with the paths in its history: an archive keeps those of the time before it was one. */
  readonly written: Workflow
  /** Whether it is in the archive; then it is only read. */
  readonly isArchived: boolean
  /** `task` or `hope` if it was given no name; of an archive the name of its folder. */
  readonly name: string
  readonly folder: string
  /** Whether its workflow has several pieces of work here, so that an answer names this one. */
  readonly isOneOfSeveral: boolean
  /** State and context, and how they fit the history. Throws Failure as `loadState` does. */
  readonly saved: Saved
  /** The files that the facts depend on, of the same moment. Throws Failure as `loadState` and `probeFiles` do. */
  readonly probe: Probe
  /** Its folders as they are listed once, with `probe` if that is read. */
  readonly listing: Listing
  /** The Markdown of its plan; undefined without one. Throws Failure if it cannot be read. */
  readonly plan: string | undefined
  /** What was changed by hand, in a workflow that depends on its context; others need not load what tells it. */
  readonly tampering: () => Promise<Tampering | undefined>
  /** Reads a part once: the second time the same value. */
  readonly once: <T>(part: string, read: () => T) => T
  /** The piece of work as it is on disk now: the same value if no step was made since it was read. */
  readonly again: () => Work
  /** The same, with nothing kept of what was read. */
  readonly reread: () => Work
  /** The same state, or the given one; of its other parts those that are given, and the rest is read again when it is asked for. */
  readonly beside: (parts: Parts, saved?: Saved) => Work
}

type Parts = Readonly<Record<string, unknown>>

/** `flow` has the paths of the piece of work, and `isOneOfSeveral` says whether an answer has to name it. */
export const workIn = (root: string, flow: Workflow, isOneOfSeveral = false): Work =>
  workOf(root, flow, { written: flow, isArchived: false, name: flow.name ?? nameIn(flow.folder), isOneOfSeveral })

/** @returns archived work, given the workflow with the paths that it had, and the folder of its archive */
export function archivedIn(root: string, written: Workflow, folder: string): Work {
  const { plan } = written
  const flow = { ...written, folder, ...(plan && { plan: { ...plan, file: `${folder}/${nameIn(plan.file)}` } }) }
  return workOf(root, flow, { written, isArchived: true, name: nameIn(folder), isOneOfSeveral: false })
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

type Known = Pick<Work, 'written' | 'isArchived' | 'name' | 'isOneOfSeveral'>

function workOf(root: string, flow: Workflow, known: Known, read?: Saved, others: Parts = {}): Work {
  const parts = new Map(Object.entries(others))
  const once = <T>(part: string, read: () => T): T => {
    if (!parts.has(part)) parts.set(part, read())
    return parts.get(part) as T
  }
  let [saved, probe, listing]: [Saved | undefined, Probe | undefined, Listing | undefined] = [
    read,
    undefined,
    undefined,
  ]
  const work: Work = {
    root,
    flow,
    ...known,
    folder: flow.folder,
    get saved() {
      saved ??= seeStill(root, flow, (version) => loadState(root, flow, version))
      return saved
    },
    get probe() {
      // Another process may make a step meanwhile: state and files are of one moment.
      probe ??= seeStill(root, flow, (version) => {
        saved = reloadState(root, flow, saved, version)
        listing = listingOf(root)
        return probeFinished(root, flow, saved, listing)
      })
      return probe
    },
    get listing() {
      listing ??= listingOf(root)
      return listing
    },
    get plan() {
      const file = flow.plan?.file
      if (file === undefined) return undefined
      const text = probe ? probe[file] : once('plan', () => inUtf8(root, file, readListed(root, work.listing, file)))
      return typeof text === 'string' ? text : undefined
    },
    tampering: async () => (flow.memory.rebuild ? (await import('./state/tampering')).tamperingOf(work) : undefined),
    once,
    again() {
      const now = saved && reloadState(root, flow, saved)
      return now === saved ? work : workOf(root, flow, known, now)
    },
    reread: () => workOf(root, flow, known),
    // Which piece of work it is does not change without a step.
    beside: (given, now = saved) =>
      workOf(root, flow, known, now, { ...(parts.has('id') && { id: parts.get('id') }), ...given }),
  }
  return work
}

export const isCurrent = ({ root, flow, saved }: Work): boolean => versionOf(root, flow) === saved.version

/** @returns everything that work without a plan claims */
export const claimsOf = ({ flow: { provable }, saved: { context, current } }: Work): readonly Provable[] =>
  (provable?.claims ?? provable?.criteria)?.(context, current) ?? []

/**
 * Reads a state file, if there is one, alone, for a hook: without its history, and without loading its workflow.
 *
 * @throws Failure (unreadable) `state-unreadable`
 */
export function storedState(root: string, stored: Stored): State | undefined {
  const text = readText(root, statePath(stored))
  return text === undefined ? undefined : parseState(text, stored)
}

/** @returns how it is over without a claim. Throws Failure as `saved` and `archivedState` do */
export function endingOf(work: Work): Ending | undefined {
  const { current, context } = work.isArchived ? archivedState(work) : work.saved
  return work.flow.states.endsAs?.(current, context, work.isArchived)
}

/** @returns the state that an archive keeps. Throws Failure (unreadable) as `parseState` does; if it cannot be read */
export const archivedState = ({ root, flow, once }: Work): State =>
  once('kept', () => parseState(readText(root, statePath(flow)) ?? '', flow, true))

/**
 * @param restored returns the text of a file as the developer sees it, while a hook manager hides a part of it
 * @returns the state and the files of a piece of work, of one moment, with the state as the developer sees it
 */
export function seenWith(
  { root, flow, again }: Work,
  restored: (path: string, text: string) => string,
): { readonly state: State; readonly probe: Probe } {
  const path = statePath(flow)
  return seeStill(root, flow, () => {
    const there = readText(root, path)
    const seen = there && restored(path, there)
    const state = seen === undefined || seen === there ? again().saved : parseState(seen, flow)
    return { state, probe: probeFiles(root, flow.probes) }
  })
}

/** @returns a command that each workflow has, as it is typed for a piece of work: `spell rfc undo --work cache` */
export function commandOn({ flow, name, isArchived, isOneOfSeveral }: Work, command: string): string {
  const { name: workflow } = flow.definition
  const say = workflow === standard ? 'spell' : `spell ${workflow}`
  return `${say} ${command}${flow.name === undefined && !isArchived && !isOneOfSeveral ? '' : ` --work ${name}`}`
}
