import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { lockPath } from '../../src/store/disk/local'
import type { Folder } from './folder'

/** Holds the lock of a folder as another process that is alive. @returns how to let go of it */
export function holdLock(folder: Folder): () => void {
  const path = join(folder.path, lockPath)
  mkdirSync(path, { recursive: true })
  const holder = { pid: process.pid, machine: `${hostname()}`, act: 'finite', since: '2026-08-20T15:30:00Z' }
  writeFileSync(join(path, 'other.json'), JSON.stringify(holder))
  return () => rmSync(path, { recursive: true })
}
