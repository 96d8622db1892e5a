import { digestOfFile, hasDigest } from '../../disk/digest'
import { firstFree } from '../../disk/free-path'
import { contentPath } from '../../disk/local'
import { isThere } from '../../disk/read'
import type { Workflow } from '../../workflow/flow'
import { rechained } from '../history/entry-digest'
import { type Edited, type HistoryLine, isArchiving, type Moved } from '../history/history-line'
import { keptFiles } from './kept-files'
import { remainingOf } from './unfinished'

/**
 * Examines the files of an interrupted step before it is completed: the user may have edited them meanwhile.
 *
 * @param line the last entry of the state, that of the step
 * @returns the entry itself, or a replacement that describes the files as they are now. A file of the user that has the
 *   path of an artifact is renamed
 */
export function asFound(root: string, workflow: Workflow, line: HistoryLine): HistoryLine {
  const isKept = keptFiles(workflow)
  // Files of an archive are moved with their folder.
  const remaining = isArchiving(line) ? undefined : remainingOf(root, workflow, line)
  const isWaiting = ({ from, to }: Moved) =>
    !remaining || remaining.some((change) => change.do === 'move' && change.from === from && change.to === to)
  const place = isArchiving(line) && line.archive ? { archive: placeFor(root, line.archive) } : {}
  const isElsewhere = place.archive !== undefined && place.archive !== line.archive
  const moved = isElsewhere ? movedTo(place.archive ?? '', line) : (line.moved ?? [])
  const edited: Edited[] = []
  const room: Moved[] = []
  const compare = (path: string, digest: string, at = path) => {
    if (hasDigest(root, at, digest)) return
    const now = digestOfFile(root, at)
    edited.push({ path, ...(now && { digest: now }) })
  }

  for (const move of moved) {
    const { from, to, digest } = move
    if (digest !== undefined && isKept(to)) compare(to, digest, isWaiting(move) ? from : to)
  }
  for (const { path, digest } of workflow.files.areFixed ? (line.created ?? []) : []) {
    if (remaining?.some((change) => change.do === 'create' && change.path === path)) continue
    const isHandedIn = hasDigest(root, path, digest)
    if (!isHandedIn && isThere(root, path) && hasDigest(root, contentPath(workflow, digest), digest)) {
      const now = digestOfFile(root, path)
      const to = roomFor(path, (name) => !isThere(root, name) && moved.every((move) => move.to !== name))
      room.push({ from: path, to, ...(now && { digest: now }) })
    } else compare(path, digest)
  }
  const isSame = JSON.stringify(edited) === JSON.stringify(line.edited ?? [])
  if (isSame && room.length === 0 && !isElsewhere) return line
  const { edited: _, ...said } = line
  return rechained({
    ...said,
    ...place,
    ...(moved.length + room.length > 0 && { moved: [...moved, ...room] }),
    ...(edited.length > 0 && { edited }),
  })
}

/** @returns a free path for an archive, with the id of its work at the end: the planned one, unless it is taken */
const placeFor = (root: string, archive: string): string =>
  firstFree(
    (number) => (number === 1 ? archive : archive.replace(/(-[0-9a-f]{8})?$/, `-${number}$1`)),
    (place) => !isThere(root, place),
  )

const movedTo = (place: string, { archive = '', moved = [] }: HistoryLine): Moved[] =>
  moved.map((move) => ({ ...move, to: `${place}${move.to.slice(archive.length)}` }))

/** @returns the first of `name.by-hand.md`, `name.by-hand-2.md`, … that is free */
const roomFor = (path: string, isFree: (to: string) => boolean): string =>
  firstFree((number) => path.replace(/(\.\w+)?$/, `.by-hand${number > 1 ? `-${number}` : ''}$1`), isFree)
