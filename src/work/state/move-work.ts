import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { disk } from '../../disk/disk'
import { onDisk } from '../../disk/disk-failure'
import { refuseLinks } from '../../disk/links'
import { backupsPath, joinPosix } from '../../disk/local'
import { isThere } from '../../disk/read'
import { idOf } from '../history/work-id'
import type { Work } from '../work'
import { takeBack } from './commit'

/**
 * Moves the folder of a piece of work, and its backups. Needs the lock.
 *
 * @param next the same piece of work under its new name; its folder does not exist
 * @returns functions that move them back, in order
 * @throws Failure if the disk refuses; everything is then as before
 */
export function moveWork(work: Work, next: Work): (() => void)[] {
  const { root } = work
  const id = idOf(work)
  const [backups, to] = [`${backupsPath(work.flow)}/${id}`, `${backupsPath(next.flow)}/${id}`]
  const hasBackups = id !== undefined && isThere(root, backups) && !isThere(root, to)
  const moves = [...(hasBackups ? [[backups, to]] : []), [work.folder, next.folder]] as [string, string][]
  refuseLinks(root, moves.flat())
  const back: (() => void)[] = []
  try {
    for (const [path, place] of moves) back.push(move(root, path, place))
  } catch (error) {
    takeBack(back)
    throw error
  }
  return back
}

function move(root: string, path: string, place: string): () => void {
  const [from, to] = [joinPosix(root, path), joinPosix(root, place)]
  onDisk('move', path, () => {
    if (!existsSync(dirname(to))) disk.makeFolder(dirname(to))
    disk.move(from, to)
  })
  return () => disk.move(to, from)
}
