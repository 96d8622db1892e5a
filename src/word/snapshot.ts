import { statSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder } from '../disk/read'

/** What of the work under way was there, by sizes and times: the files of plans, and all that a step or a proof writes. */
export interface Snapshot {
  readonly plans: string
  readonly records: string
  /** All else that is written for it. */
  readonly texts: string
}

const plan = /(?:^|\/)plan\.md$/
const record = /\/(?:state\.json|proofs\.jsonl)$/

/** @returns what tells whether something has changed since; archives are no work under way */
export function snapshotOf(root: string): Snapshot {
  const files = filesUnder(root, '.ai').filter((path) => !/^\.ai\/(?:archive|\.local)\//.test(path))
  const of = (name: RegExp) =>
    files
      .filter((path) => name.test(path))
      .map((path) => {
        const stat = statSync(join(root, path), { throwIfNoEntry: false })
        return `${path} ${stat?.size} ${stat?.mtimeMs}`
      })
      .join('\n')
  return { plans: of(plan), records: of(record), texts: of(/./) }
}
