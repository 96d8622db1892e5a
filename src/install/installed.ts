import { isAbsolute } from 'node:path'
import { readText } from '../disk/read'
import { commonFolderOf } from '../git/head'
import { partOf } from './pieces/look'
import type { Site } from './pieces/piece'
import type { Planned } from './pieces/planned'
import { type Installed, localRecordPath, parseRecord, printRecord, recordPath } from './pieces/record'

/** @returns what was installed, both for the team and in this working copy */
export function readInstalled(root: string): Installed | undefined {
  const [shared, own] = [recordPath, localRecordPath].map((path) => {
    const text = readText(root, path)
    return text === undefined ? undefined : parseRecord(text, path, root, commonFolderOf(root))
  })
  const newest = shared ?? own
  return newest && { ...newest, files: [...(shared?.files ?? []), ...(own?.files ?? [])] }
}

/** @returns the changes that write the records; files in git's own folder are recorded only in this working copy */
export function recordsOf(look: Site, record: Installed | undefined): Planned[] {
  const { root } = look
  const own = record?.files.filter(({ path }) => isAbsolute(path)) ?? []
  const shared = record?.files.filter(({ path }) => !isAbsolute(path)) ?? []
  return [
    planned(recordPath, record && (record.choices || shared.length > 0) ? { ...record, files: shared } : undefined),
    planned(localRecordPath, record && own.length > 0 ? { ...record, files: own } : undefined),
  ].filter(({ before, after, stray }) => before !== after || stray)

  function planned(path: string, installed: Installed | undefined): Planned {
    const before = look.read(path) || undefined
    const stray = look.isThere(partOf(path)) && { stray: partOf(path) }
    return { path, before, after: installed && printRecord(installed, commonFolderOf(root)), kept: [], ...stray }
  }
}
