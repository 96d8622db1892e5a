import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Probe, Workflow } from '../workflows/workflow'
import type { Line } from './line'
import { backupPath, contentPath } from './local'
import { readText } from './read'
import { statePath } from './state'

/** What is left to do of a step. Paths are relative to the root; `content` and `from` are there, `to` and `path` are free. */
export type Remaining =
  | { readonly do: 'move' | 'copy'; readonly from: string; readonly to: string }
  | { readonly do: 'create'; readonly path: string; readonly content: string }

/**
 * What a step that was stopped on the way has not done yet. Nothing that was done since stands in the way of it: a file
 * that is there is kept.
 *
 * @param root absolute
 * @param line the last line of state.json, which the history lacks
 */
export function remainingOf(root: string, workflow: Workflow, line: Line): Remaining[] {
  const isThere = (path: string) => lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined
  const remaining: Remaining[] = []
  const leaving = new Set<string>()
  for (const { from, to } of line.moved ?? []) {
    // The state file itself has been replaced already; what it was is in its backup.
    const own = from === statePath(workflow)
    const source = own ? backupPath((line.number ?? 1) - 1) : from
    if (!isThere(source) || (isThere(to) && !leaving.has(to))) continue
    remaining.push({ do: own ? 'copy' : 'move', from: source, to })
    if (!own) leaving.add(from)
  }
  for (const { path, digest } of line.created ?? []) {
    const content = contentPath(digest)
    if (isThere(path) && !leaving.has(path)) continue
    if (isThere(content)) remaining.push({ do: 'create', path, content })
  }
  return remaining
}

/**
 * What the files will be once the step is finished, for those who only look. Somebody may be finishing it at this moment:
 * what is left has to be known before the files are looked at.
 *
 * @param remaining what was left of the step
 * @param probe what was found after that
 */
export function probeAfter(root: string, remaining: readonly Remaining[], probe: Probe): Probe {
  const after: Record<string, string | true | undefined> = { ...probe }
  const waiting = (path: string) => (existsSync(join(root, path)) ? readText(root, path) : undefined)
  for (const change of remaining) {
    if (change.do === 'move' && change.from in after) after[change.from] = undefined
  }
  for (const change of remaining) {
    const [to, from] = change.do === 'create' ? [change.path, change.content] : [change.to, change.from]
    if (to in after) after[to] ??= waiting(from) ?? probe[to]
  }
  return after
}
