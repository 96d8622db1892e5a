import { filesUnder } from '../../disk/read'
import { textsOf } from '../../work/history/text-lines'

/** @returns the paths of the histories in a folder that a repair could not continue */
const keptHistories = (root: string, folder: string): string[] =>
  filesUnder(root, folder).filter((path) => /\/broken-[^/]+\/history\.jsonl$/.test(path))

/** @returns whether a history has the entry with this digest, whatever else is in it */
function hasLine(root: string, path: string, digest: string): boolean {
  for (const text of textsOf(root, path)) if (text.includes(`"digest":"${digest}"}`)) return true
  return false
}

/** @returns the path of a kept history that has the entry with this digest */
export const keptWith = (root: string, digest: string): string | undefined =>
  keptHistories(root, '.ai').find((path) => hasLine(root, path, digest))
