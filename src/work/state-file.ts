import { readText } from '../disk/read'
import type { Probe } from '../flows/flow'
import { statePath } from './history/paths'
import { probeFiles } from './state/probe'
import { parseState, type State, type Stored, seeStill } from './state/state'
import type { Work } from './work'

/**
 * Reads a state file, if there is one, alone, for a hook: without its history, and without loading its workflow.
 *
 * @throws Failure (unreadable) `state-unreadable`
 */
export function storedState(root: string, stored: Stored): State | undefined {
  const text = readText(root, statePath(stored))
  return text === undefined ? undefined : parseState(text, stored)
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
