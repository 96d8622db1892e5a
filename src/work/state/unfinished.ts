import { existsSync } from 'node:fs'
import type { Listing } from '../../disk/listing'
import { contentPath, joinPosix } from '../../disk/local'
import { isThere, readText } from '../../disk/read'
import type { Workflow } from '../../workflow/flow'
import type { Probe } from '../../workflow/transition'
import { type HistoryLine, isArchiving } from '../history/history-line'
import { probeFiles } from './probe'
import type { Saved } from './state'

/** A remaining change of a step: `content` and `from` exist, `to` and `path` are free. */
export type Remaining =
  | { readonly do: 'move'; readonly from: string; readonly to: string }
  | { readonly do: 'create'; readonly path: string; readonly content: string }

/** @returns the changes of a step, in their order; files of an archive are moved with their folder */
export const changesOf = (workflow: Workflow, line: HistoryLine): Remaining[] => [
  ...(isArchiving(line) ? [] : (line.moved ?? [])).map(({ from, to }) => ({ do: 'move' as const, from, to })),
  ...(line.created ?? []).map(({ path, digest }) => ({
    do: 'create' as const,
    path,
    content: contentPath(workflow, digest),
  })),
]

/** Finds the changes that remain of an interrupted step, given its entry. Later work is never overwritten. */
export function remainingOf(root: string, workflow: Workflow, line: HistoryLine): Remaining[] {
  const leaving = new Set<string>()
  return changesOf(workflow, line).filter((change) => {
    const [from, to] = change.do === 'move' ? [change.from, change.to] : [change.content, change.path]
    if (!isThere(root, from) || (isThere(root, to) && !leaving.has(to))) return false
    if (change.do === 'move') leaving.add(from)
    return true
  })
}

/**
 * Probes the files of a workflow as they will be after the interrupted step is completed. Another process may be
 * completing it at this moment: only changes that still remain after the look count.
 */
export function probeFinished(
  root: string,
  workflow: Workflow,
  { byHand, unlogged, archiving, comesFrom }: Saved,
  listing: Listing,
): Probe {
  if (comesFrom) return probeIn(root, workflow, comesFrom)
  if (archiving) {
    const probed = Object.entries(probeFiles(root, workflow.probes, listing))
    return Object.fromEntries(probed.filter(([path]) => !path.startsWith(`${workflow.folder}/`)))
  }
  const unfinished = byHand ? undefined : unlogged.at(-1)
  if (!unfinished) return probeFiles(root, workflow.probes, listing)
  for (let remaining = remainingOf(root, workflow, unfinished); ; ) {
    const probe = probeFiles(root, workflow.probes)
    const still = remainingOf(root, workflow, unfinished)
    if (JSON.stringify(still) === JSON.stringify(remaining)) return probeAfter(root, remaining, probe)
    remaining = still
  }
}

/** Probes the files of an archive that is being restored, as if they were back. */
function probeIn(root: string, { folder, probes }: Workflow, archive: string): Probe {
  const placeOf = (path: string) => (path.startsWith(`${folder}/`) ? `${archive}${path.slice(folder.length)}` : path)
  const paths = Object.keys(probes)
  const found = probeFiles(root, Object.fromEntries(paths.map((path) => [placeOf(path), probes[path] ?? 'presence'])))
  return Object.fromEntries(paths.map((path) => [path, found[placeOf(path)]]))
}

function probeAfter(root: string, remaining: readonly Remaining[], probe: Probe): Probe {
  const after: Record<string, string | true | undefined> = { ...probe }
  const waiting = (path: string) => (existsSync(joinPosix(root, path)) ? readText(root, path) : undefined)
  for (const change of remaining) {
    if (change.do === 'move' && change.from in after) after[change.from] = undefined
  }
  for (const change of remaining) {
    const [to, from] = change.do === 'create' ? [change.path, change.content] : [change.to, change.from]
    // If it is no longer waiting, it has just been moved into place.
    if (to in after) after[to] ??= waiting(from) ?? waiting(to)
  }
  return after
}
