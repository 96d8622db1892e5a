import { disk } from './disk'
import { onDisk } from './disk-failure'
import { refuseLinks } from './links'
import { joinPosix, local } from './local'
import { makeLocal } from './make-local'
import { readText } from './read'

const path = `${local}/told`
/** Then it begins again: what was told long ago may be told again. In bytes. */
const mostBytes = 64 * 1024

/**
 * @returns those of the keys that were not told before in this working copy, which keeps them, each in a line
 * @throws Failure if that cannot be kept: then it must not be told, as it would be told for ever
 */
export function tellOnce(root: string, keys: readonly string[]): string[] {
  refuseLinks(root, [path])
  const text = readText(root, path) ?? ''
  const told = text.split('\n')
  const fresh = keys.filter((key) => !told.includes(key))
  if (fresh.length === 0) return []
  onDisk('write', path, () => {
    makeLocal(root)
    if (text.length > mostBytes) disk.truncate(joinPosix(root, path), 0)
    disk.append(joinPosix(root, path), Buffer.from(fresh.map((key) => `${key}\n`).join('')))
  })
  return fresh
}
