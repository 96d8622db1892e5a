import { refuseLinks } from '../../../disk/links'
import type { Placement } from '../../../disk/put-in-place'
import { filesUnder, isFolder, isThere } from '../../../disk/read'
import { exit, Failure } from '../../../failure/failure'
import { idsHere, untrackedFiles } from '../../../git/piece-files'
import type { QuietGit } from '../../../git/quiet-git'
import { quoted } from '../../restore'
import type { OpenMerge } from './open-merge'
import type { WantedFile } from './result'

/** The changes that lead to a result. */
export interface Changes extends Omit<Placement<never>, 'note'> {
  /** Files that git has left with its markers, or that were edited since: only this working copy has them. */
  readonly edited: readonly string[]
}

/**
 * @param wanted all files of the pieces of work, as they are to be
 * @throws Failure `not-committed` (notPossible) with the files that neither side nor git's merge has; Error with git's message
 */
export async function changesHere(
  root: string,
  { merge, trees, index, folders: all }: OpenMerge,
  wanted: ReadonlyMap<string, WantedFile>,
  git: QuietGit,
): Promise<Changes> {
  const folders = [...all]
  const tracked = [...index.files.keys()].filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)))
  const paths = new Set([...tracked, ...(await untrackedFiles(git, folders)), ...wanted.keys()])
  const here = [...paths].filter((path) => isThere(root, path))
  refuseLinks(root, here)
  const ids = await idsHere(
    git,
    here.filter((path) => !isFolder(root, path)),
  )
  const pieces = [trees.mine, trees.theirs].flatMap((tree) => [...tree.values()])
  const known = new Set([...index.ids, ...pieces.flatMap(({ files }) => [...files.values()].map(({ id }) => id))])
  const edited = [...ids].flatMap(([path, id]) => (known.has(id) ? [] : [path]))
  const removes = [...ids.keys()].filter((path) => !wanted.has(path))
  const inTheWay = [...wanted.keys()].filter((path) => isBlocked(root, path, removes))
  const refused = [...edited.filter((path) => !index.unmerged.has(path)), ...inTheWay]
  if (refused.length > 0) throw notCommitted(merge.act, refused)
  const puts = [...wanted].flatMap(([path, { id, mode, bytes }]) =>
    ids.get(path) === id ? [] : [{ path, bytes, isProgram: mode === '100755' }],
  )
  return { removes, puts, edited }
}

/** Whether something that stays has the name of a file to come, or of its folder. */
function isBlocked(root: string, path: string, removes: readonly string[]): boolean {
  if (isFolder(root, path)) return filesUnder(root, path).some((file) => !removes.includes(file))
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end)
    if (isThere(root, folder) && !isFolder(root, folder)) return !removes.includes(folder)
  }
  return false
}

function notCommitted(act: string, paths: readonly string[]): Failure {
  const [first = ''] = paths
  const message = `Neither side of ${act} has ${paths.join(', ')}, and nothing is overwritten.`
  const fix = `mv ${quoted(first)} ${quoted(first.slice(first.lastIndexOf('/') + 1))}   # out of .ai; then settle again`
  return new Failure(exit.notPossible, 'not-committed', message, fix)
}
