import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, sep } from 'node:path'
import { exit, Failure } from '../text/failure'
import { onDisk, pathInCommand } from './disk-failure'
import type { Listing } from './listing'
import { joinPosix } from './local'

/**
 * Makes sure that every file to be written or moved is really at its path: no link in the path leads out of the root,
 * and the file is no link.
 *
 * @param paths need not exist
 * @param safe what was looked at just now; gets the paths, and their folders
 * @param listing of the folders, which has read all that it names
 * @throws Failure `link-outside` or `link-in-the-way` (system), naming the link
 */
export function refuseLinks(root: string, paths: readonly string[], safe = new Set<string>(), listing?: Listing): void {
  for (const path of paths) {
    onDisk('write', path, () => {
      for (let folder = dirname(path); folder !== '.' && !safe.has(folder); folder = dirname(folder)) {
        if (isLink(root, folder, listing)) checkFolder(root, folder)
        safe.add(folder)
      }
      if (!safe.has(path) && isLink(root, path, listing)) {
        throw refusal('link-in-the-way', path, 'is a link; it must be a file.')
      }
      safe.add(path)
      for (const known of listing?.plain() ?? []) safe.add(known)
    })
  }
}

function isLink(root: string, path: string, listing: Listing | undefined): boolean {
  // The root may have many files besides.
  const kind = listing && dirname(path) !== '.' ? listing.kindOf(path) : 'unknown'
  if (kind !== 'unknown') return kind === 'link'
  return lstatSync(joinPosix(root, path), { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** A link may lead to another folder of the root. */
function checkFolder(root: string, folder: string): void {
  if (!existsSync(joinPosix(root, folder))) throw refusal('link-in-the-way', folder, 'is a link that leads nowhere.')
  const home = realpathSync.native(root)
  if (!isInside(home, realpathSync.native(joinPosix(root, folder)))) {
    throw refusal('link-outside', folder, `is a link that leads out of ${home}; nothing is written through it.`)
  }
}

/** @returns whether links lead a path, which must exist, out of the root */
export const leadsOutside = (root: string, path: string): boolean =>
  !isInside(realpathSync.native(root), realpathSync.native(joinPosix(root, path)))

/** @returns whether a path is a folder or lies in it; both must be absolute and without links */
export function isInside(home: string, full: string): boolean {
  const target = relative(home, full)
  return target !== '..' && !target.startsWith(`..${sep}`) && !isAbsolute(target)
}

const refusal = (code: string, link: string, what: string): Failure =>
  new Failure(exit.system, code, `${link} ${what}`, removeLink(link))

/** @returns a command that removes a link; followed again, it leaves the file that has its name by then */
export const removeLink = (path: string): string =>
  `test -L ${pathInCommand(path)} && rm ${pathInCommand(path)}   # the link; what it leads to stays`
