import { basename } from 'node:path'
import { hasDigest } from '../../disk/digest'
import { filesUnder, isThere } from '../../disk/read'
import { standardFlow } from '../../flows/registry'
import { ignoredOf } from '../../git/ignored'
import type { Environment } from '../../settings/settings'
import type { KeptFile } from '../../work/state/archived-files'

/**
 * Finds changed files among those that must stay unchanged. A file moved within `.ai/` with the same text is not
 * missing, nor is one that git ignores.
 *
 * @throws Failure if a file cannot be read
 */
export async function changedSince<File extends KeptFile>(
  root: string,
  files: readonly File[],
  env: Environment,
): Promise<{ readonly changed: readonly File[]; readonly missing: readonly File[] }> {
  const changed: File[] = []
  const missing: File[] = []
  for (const file of files) {
    if (!isThere(root, file.path)) missing.push(file)
    else if (!(await hasDigest(root, file.path, file.digest))) changed.push(file)
  }
  return { changed, missing: await withoutThoseElsewhere(root, missing, env) }
}

async function withoutThoseElsewhere<File extends KeptFile>(
  root: string,
  missing: readonly File[],
  env: Environment,
): Promise<File[]> {
  if (missing.length === 0) return []
  const own = Object.keys(standardFlow.probes).map((path) => basename(path))
  const paths = missing.map(({ path }) => path)
  // Where git does not answer, it ignores nothing.
  const ignored = new Set(await ignoredOf(root, paths, env).catch(() => []))
  const all = filesUnder(root, '.ai')
  const lost: File[] = []
  for (const file of missing) {
    const name = basename(file.path)
    // Operating systems add files to folders, which are not committed.
    if (ignored.has(file.path) || (name.startsWith('.') && !own.includes(name))) continue
    let isElsewhere = false
    for (const path of all.filter((other) => basename(other) === name))
      isElsewhere ||= await hasDigest(root, path, file.digest)
    if (!isElsewhere) lost.push(file)
  }
  return lost
}
