import { basename, dirname } from 'node:path'
import { ignoredAmong } from '../../git/base'
import { hasDigest } from '../../store/disk/digest'
import { filesUnder, isThere } from '../../store/disk/read'
import { engineer } from '../../workflows/engineer'
import { bringTextBack } from '../doctor/archived-texts'
import type { Archived } from './archived'
import { bringBack } from './rule-context'
import { type Violation, violation } from './rules'

/**
 * Whether every file that was put away is still there, and is as it was. One that lies elsewhere in `.ai/` with all its words
 * is not lost, nor is one that git was told to leave alone.
 *
 * @param known what has been found in histories, which are not told of twice
 * @throws Failure where a file cannot be read
 */
export async function archivesAsTheyWere(
  root: string,
  files: readonly Archived[],
  known: readonly Violation[],
): Promise<Violation[]> {
  const changed: Archived[] = []
  const missing: Archived[] = []
  for (const file of files) {
    if (known.some(({ where }) => where === file.path)) continue
    if (!isThere(root, file.path)) missing.push(file)
    else if (!(await hasDigest(root, file.path, file.digest))) changed.push(file)
  }
  const lost = new Map<string, Archived[]>()
  for (const file of await withoutThoseElsewhere(root, missing)) {
    const folder = dirname(file.path)
    lost.set(folder, [...(lost.get(folder) ?? []), file])
  }
  const found: Violation[] = []
  for (const file of changed) found.push(changedOne(file, await bringTextBack(root, file.path, file.digest)))
  return [...found, ...[...lost].map(lostOnes)]
}

async function withoutThoseElsewhere(root: string, missing: readonly Archived[]) {
  if (missing.length === 0) return []
  const own = Object.keys(engineer.probes).map((path) => basename(path))
  const paths = missing.map(({ path }) => path)
  const ignored = new Set(await ignoredAmong(root, paths))
  const all = filesUnder(root, '.ai')
  const lost: Archived[] = []
  for (const file of missing) {
    const name = basename(file.path)
    // Systems leave files of their own in folders, and nobody commits them.
    if (ignored.has(file.path) || (name.startsWith('.') && !own.includes(name))) continue
    let isElsewhere = false
    for (const path of all.filter((other) => basename(other) === name))
      isElsewhere ||= await hasDigest(root, path, file.digest)
    if (!isElsewhere) lost.push(file)
  }
  return lost
}

/** The base may not have it yet. */
const restore = (path: string) => bringBack({}, path)

function changedOne({ path, where, line, isArtifact }: Archived, fix = restore(path)): Violation {
  const message = `${path} was changed after it was ${isArtifact ? 'handed in' : 'put away'} (${where} line ${line}).`
  return violation(isArtifact ? 'artifact-changed' : 'archived-file-changed', { where: path }, message, fix)
}

function lostOnes([folder, lost]: readonly [string, readonly Archived[]]): Violation {
  const [first] = lost
  const place = first ? { where: first.where, line: first.line } : { where: folder }
  const names = lost.map(({ path }) => basename(path)).join(', ')
  const what = first?.isArtifact ? 'handed in' : 'put away there'
  const fix = restore(lost.length === 1 && first ? first.path : folder)
  const rule = first?.isArtifact ? 'artifact-missing' : 'archived-file-missing'
  return violation(rule, place, `${folder} lacks what was ${what}: ${names}.`, fix)
}
