import { basename, dirname } from 'node:path'
import type { Environment } from '../../settings/settings'
import type { KeptFile } from '../../work/state/archived-files'
import { bringTextBack } from '../doctor/archived-texts'
import { changedSince } from '../doctor/changed-since'
import { bringBack } from './rule-context'
import { type LinePlace, type Violation, violation } from './rules'

/** A file that must stay unchanged, and the entry that wrote it. */
export type Archived = KeptFile & LinePlace

/**
 * Checks that every archived file still exists unchanged. A file moved within `.ai/` with the same text is not missing,
 * nor is one that git ignores.
 *
 * @param known files already reported from histories, which are not reported again
 * @throws Failure if a file cannot be read
 */
export async function archivesAsTheyWere(
  root: string,
  files: readonly Archived[],
  known: readonly Violation[],
  env: Environment,
): Promise<Violation[]> {
  const { changed, missing } = await changedSince(
    root,
    files.filter(({ path }) => !known.some(({ where }) => where === path)),
    env,
  )
  const lost = new Map<string, Archived[]>()
  for (const file of missing) {
    const folder = dirname(file.path)
    lost.set(folder, [...(lost.get(folder) ?? []), file])
  }
  const found: Violation[] = []
  for (const file of changed) found.push(changedOne(file, await bringTextBack(root, file.path, file.digest, env)))
  return [...found, ...[...lost].map(lostOnes)]
}

/** The base may not have the file yet. */
const restore = (path: string) => bringBack({}, path)

function changedOne({ path, where, line, isArtifact }: Archived, fix = restore(path)): Violation {
  const message = `${path} was changed after it was ${isArtifact ? 'handed in' : 'archived'} (${where} line ${line}).`
  return violation(isArtifact ? 'artifact-changed' : 'archived-file-changed', { where: path }, message, fix)
}

function lostOnes([folder, lost]: readonly [string, readonly Archived[]]): Violation {
  const [first] = lost
  const place = first ? { where: first.where, line: first.line } : { where: folder }
  const names = lost.map(({ path }) => basename(path)).join(', ')
  const what = first?.isArtifact ? 'handed in' : 'archived there'
  const fix = restore(lost.length === 1 && first ? first.path : folder)
  const rule = first?.isArtifact ? 'artifact-missing' : 'archived-file-missing'
  return violation(rule, place, `${folder} lacks what was ${what}: ${names}.`, fix)
}
