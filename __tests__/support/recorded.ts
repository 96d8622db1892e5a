import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Folder } from './folder'
import { makeRepository } from './git-repository'

/** A repository with the files of a released version: `.ai/` without `.ai/.local/`. */
export function recordedBy(version: string, workflow: string): Folder {
  const folder = makeRepository()
  cpSync(join(__dirname, '..', 'fixtures', version, workflow, 'ai'), join(folder.path, '.ai'), { recursive: true })
  return folder
}
