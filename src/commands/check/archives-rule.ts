import { ignoredAmong } from '../../git/base'
import { hasDigest } from '../../store/disk/digest'
import { filesUnder, isThere } from '../../store/disk/read'
import type { Workflow } from '../../workflows/workflow'
import type { Archived } from './archived'
import { bringBack } from './rule-context'
import type { Violation } from './rules'

/**
 * Whether every file that was put away is still there, and is as it was. One that lies elsewhere in `.ai/` with all its words
 * is not lost, nor is one that git was told to leave alone.
 *
 * @param known what has been found in histories, which are not told of twice
 * @throws Failure where a file cannot be read
 */
export async function archivesAsTheyWere(
  root: string,
  workflow: Workflow,
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
  const gone = await withoutThoseElsewhere(root, workflow, missing)
  return [
    ...changed.map((file) => changedOne(file)),
    ...[...new Set(gone.map(({ path }) => folderOf(path)))].map((folder) =>
      lostOnes(
        folder,
        gone.filter(({ path }) => folderOf(path) === folder),
      ),
    ),
  ]
}

async function withoutThoseElsewhere(root: string, workflow: Workflow, missing: readonly Archived[]) {
  if (missing.length === 0) return []
  const own = new Set(Object.keys(workflow.probes).map(nameOf))
  const ignored = new Set(
    await ignoredAmong(
      root,
      missing.map(({ path }) => path),
    ),
  )
  const all = filesUnder(root, '.ai')
  const lost: Archived[] = []
  for (const file of missing) {
    const name = nameOf(file.path)
    // Systems leave files of their own in folders, and nobody commits them.
    if (ignored.has(file.path) || (name.startsWith('.') && !own.has(name))) continue
    const others = all.filter((path) => nameOf(path) === name)
    let isElsewhere = false
    for (const path of others) isElsewhere ||= await hasDigest(root, path, file.digest)
    if (!isElsewhere) lost.push(file)
  }
  return lost
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** The base may not have it yet. */
const restore = (path: string) => bringBack({}, path)

const changedOne = ({ path, where, line }: Archived): Violation => ({
  rule: 'archived-file-changed',
  where: path,
  message: `${path} was changed after it was put away (${where} line ${line}).`,
  fix: restore(path),
})

function lostOnes(folder: string, lost: readonly Archived[]): Violation {
  const [first] = lost
  const names = lost.map(({ path }) => nameOf(path)).join(', ')
  return {
    rule: 'archived-file-missing',
    where: first?.where ?? folder,
    ...(first && { line: first.line }),
    message: `${folder} lacks what was put away there: ${names}.`,
    fix: restore(lost.length === 1 && first ? first.path : folder),
  }
}
