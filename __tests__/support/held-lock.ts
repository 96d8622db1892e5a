import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { lockPath } from '../../src/disk/local'
import { holderOf } from '../../src/disk/lock/holder'
import { withLock } from '../../src/disk/lock/lock'
import { type Folder, makeFolder } from './folder'

/** Holds the lock of a folder as another living process. @returns a function that releases it */
export function holdLock(folder: Folder): () => void {
  const path = join(folder.path, lockPath)
  mkdirSync(path, { recursive: true })
  const holder = { pid: process.pid, machine: `${hostname()}`, act: 'finite', since: '2026-08-20T15:30:00Z' }
  writeFileSync(join(path, 'other.json'), JSON.stringify(holder))
  return () => rmSync(path, { recursive: true })
}

/** No system has so many processes. */
const nobody = 2 ** 30

/** The content of a lock file (default: of a dead holder on another machine). */
export const holder = (more: object) =>
  JSON.stringify({ pid: nobody, machine: 'elsewhere', act: 'finite', since: 'then', ...more })

/** Leaves a lock behind, as a killed process does. */
export function leaveLock(folder: Folder, text: string, then = new Date()): void {
  const path = join(folder.path, lockPath, 'other.json')
  mkdirSync(join(folder.path, lockPath), { recursive: true })
  writeFileSync(path, text)
  utimesSync(path, then, then)
}

/** The name of this machine in this process's locks. */
export async function thisMachine(): Promise<string> {
  const { path } = makeFolder()
  return withLock(path, 'accio', { now: new Date(), wait: 0 }, async () => holderOf(path)?.holder?.machine ?? '')
}
