import { freePath } from '../../disk/free-path'
import { refuseLinks } from '../../disk/links'
import { asidePath } from '../../disk/local'
import { setAside } from '../../disk/move-aside'
import { attempt, Failure } from '../../failure/failure'
import type { Workflow } from '../../flows/flow'
import { isInside, parseLine } from '../history/history-line'
import { historyPath, statePath } from '../history/paths'
import { isIntact } from '../history/seal'
import { readTail } from '../history/tail'
import { textsOf } from '../history/text-lines'
import { loadState } from './state'

/** What 0.1.0 left when it archived a piece of work: an initial state, and a history of one entry. */
export interface LeftBehind {
  /** The archive that the entry names. */
  readonly archive: string
  /** The history comes before the state, as a state alone can still be recognised. */
  readonly paths: readonly string[]
}

/**
 * @returns what 0.1.0 left, if nothing was added: no step since, no foreign keys, and the archive is still there.
 *   Otherwise undefined
 * @throws Failure if the archive cannot be read
 */
export async function leftBehindIn(root: string, workflow: Workflow): Promise<LeftBehind | undefined> {
  const saved = attempt(() => loadState(root, workflow))
  if (saved instanceof Failure || saved.byHand || saved.tail?.fragment) return undefined
  const isEmpty = [saved.context, saved.rest].every((keys) => Object.keys(keys).length === 0)
  if (saved.current !== workflow.definition.initial || !isEmpty) return undefined
  const [history, state] = [historyPath(workflow), statePath(workflow)]
  // An interrupted run has moved the history already.
  const lines = saved.tail ? firstTwo(textsOf(root, history)).map(parseLine) : saved.history
  const [line] = lines.length === 1 && saved.unlogged.length === (saved.tail ? 0 : 1) ? lines : []
  if (line?.trigger !== 'New' || line.layout !== undefined || !(await isIntact(line))) return undefined
  const { archive, previous } = line
  if (archive === undefined || previous === undefined || !isInside(archive)) return undefined
  if (readTail(root, `${archive}/history.jsonl`)?.digest !== previous) return undefined
  return { archive, paths: saved.tail ? [history, state] : [state] }
}

/**
 * Moves what 0.1.0 left into a folder that git ignores. Needs the lock.
 *
 * @param stamp of the current time
 * @returns where each file went
 * @throws Failure if it cannot write; the rest is moved the next time
 */
export function takeAway(root: string, { paths }: LeftBehind, stamp: string): { from: string; to: string }[] {
  const folder = freePath(root, `${asidePath}/idle-${stamp}`)
  refuseLinks(root, [...paths, `${folder}/state.json`])
  setAside(root, paths, folder)
  return paths.map((from) => ({ from, to: `${folder}/${from.slice(from.lastIndexOf('/') + 1)}` }))
}

function firstTwo(texts: Iterable<string>): string[] {
  const first: string[] = []
  for (const text of texts) if (first.push(text) === 2) break
  return first
}
