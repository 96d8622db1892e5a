import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { lockPath } from '../../src/store/disk/local'
import { holderOf } from '../../src/store/lock/holder'
import { withLock } from '../../src/store/lock/lock'
import { type Folder, makeFolder } from './folder'

/** Holds the lock of a folder as another process that is alive. @returns how to let go of it */
export function holdLock(folder: Folder): () => void {
  const path = join(folder.path, lockPath)
  mkdirSync(path, { recursive: true })
  const holder = { pid: process.pid, machine: `${hostname()}`, act: 'finite', since: '2026-08-20T15:30:00Z' }
  writeFileSync(join(path, 'other.json'), JSON.stringify(holder))
  return () => rmSync(path, { recursive: true })
}

/** No system has so many processes. */
const nobody = 2 ** 30

/** What the file of a lock says: of a holder that is no more, on another machine, unless told. */
export const holder = (more: object) =>
  JSON.stringify({ pid: nobody, machine: 'elsewhere', act: 'finite', since: 'then', ...more })

/** Leaves a lock behind as another process does that was killed. */
export function leaveLock(folder: Folder, text: string, then = new Date()): void {
  const path = join(folder.path, lockPath, 'other.json')
  mkdirSync(join(folder.path, lockPath), { recursive: true })
  writeFileSync(path, text)
  utimesSync(path, then, then)
}

/** The machine as a lock of this process names it. */
export async function thisMachine(): Promise<string> {
  const { path } = makeFolder()
  return withLock(path, 'accio', new Date(), 0, async () => holderOf(path)?.holder?.machine ?? '')
}
