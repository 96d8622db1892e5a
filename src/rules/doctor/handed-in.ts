import type { Environment } from '../../settings/settings'
import type { KeptFile } from '../../work/state/archived-files'
import { bringTextBack, lookInGit } from './archived-texts'
import { changedSince } from './changed-since'
import { type Finding, finding } from './finding'

/** @returns the artifacts that were changed since. Throws Failure if a file cannot be read */
export async function handedIn(root: string, artifacts: readonly KeptFile[], env: Environment): Promise<Finding[]> {
  const { changed, missing } = await changedSince(root, artifacts, env)
  const back = async ({ path, digest }: KeptFile) => (await bringTextBack(root, path, digest, env)) ?? lookInGit(path)
  const found: Finding[] = []
  for (const file of changed) {
    const message = `${file.path} was changed after it was handed in.`
    found.push(finding('artifact-changed', file.path, message, await back(file)))
  }
  for (const file of missing) {
    const message = `${file.path} was handed in, and is gone.`
    found.push(finding('file-missing', file.path, message, await back(file)))
  }
  return found
}
