import { type EntryKind, type Listing, listingOf } from '../../disk/listing'
import { hasContent, hasFile, inUtf8, readSeen, readShort, readUtf8 } from '../../disk/read'
import type { Change } from '../../workflow/effect'
import type { Workflow } from '../../workflow/flow'
import type { Probe } from '../../workflow/transition'
import type { Work } from '../work'

/** Reads the files that a workflow's facts depend on. Throws Failure if one of them cannot be read. */
export function probeFiles(root: string, probes: Workflow['probes'], listing: Listing = listingOf(root)): Probe {
  const look = (path: string, need: Need) => {
    const kind = listing.kindOf(path)
    return kind && probeFile(root, path, need, kind)
  }
  return Object.fromEntries(Object.entries(probes).map(([path, need]) => [path, look(path, need)]))
}

/** The same of a piece of work whose state cannot be read. */
export const probeOf = ({ root, flow }: Work): Probe => probeFiles(root, flow.probes)

/** The files after a step: what it has created is known, and what it has moved is probed again. */
export function probeAfter(root: string, probes: Workflow['probes'], before: Probe, changes: readonly Change[]): Probe {
  const moved = changes.flatMap((change) => (change.do === 'move' ? [change.from, change.to] : []))
  const isMoved = ([path]: [string, Need]) => moved.some((each) => path === each || path.startsWith(`${each}/`))
  const created = changes.flatMap((change) => {
    const need = change.do === 'create' && probes[change.path]
    return need ? [[change.path, seenOf(change.text, need)] as const] : []
  })
  const looked = probeFiles(root, Object.fromEntries(Object.entries(probes).filter(isMoved)))
  return { ...before, ...looked, ...Object.fromEntries(created) }
}

/** As `probeFile`, of a text that was just written. */
function seenOf(text: string, need: Need): Probe[string] {
  if (need === 'presence') return true
  if (need === 'content') return text !== '' || undefined
  return need === 'short text' && Buffer.byteLength(text) > maxTemplateBytes ? true : text
}

type Need = Workflow['probes'][string]

/** Reads a file as far as the facts need it. Throws Failure if it cannot be read, or is no text */
export function probeFile(
  root: string,
  path: string,
  need: Need,
  kind: EntryKind = 'unknown',
): string | true | undefined {
  if (kind === 'file' && need === 'text') return inUtf8(root, path, readSeen(root, path))
  if (kind === 'file' && need === 'presence') return true
  if (need === 'text') return readUtf8(root, path)
  if (need === 'short text') return inUtf8(root, path, readShort(root, path, maxTemplateBytes))
  return (need === 'presence' ? hasFile(root, path) : hasContent(root, path)) || undefined
}

/** No template is longer. */
const maxTemplateBytes = 16 * 1024
