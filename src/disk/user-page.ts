import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { exit, Failure } from '../text/failure'
import { notPlain, onDisk, pathInCommand } from './disk-failure'
import { isInside, refuseLinks, removeLink } from './links'
import { readBeginning } from './read'
import { writeOver } from './replace-file'

/**
 * Writes a page or a picture to where the user wants it. A reader sees the old one or the new one.
 *
 * @param file absolute; an earlier page is replaced, any other file is not
 * @param mark what every page begins with
 * @param instead a command that writes it under another name
 * @param part a name for the unfinished page, which no other process has
 * @throws Failure `not-a-page` (usage) if another file has the name, `no-such-folder` (usage), `link-in-the-way`,
 *   `link-outside`; if the disk refuses
 */
export function writeUserPage(
  root: string,
  file: string,
  text: string,
  mark: string,
  instead: string,
  part: string,
): void {
  const folder = dirname(file)
  const found = onDisk('read', folder, () => lstatSync(folder, { throwIfNoEntry: false }) && realpathSync(folder))
  if (!found)
    throw new Failure(
      exit.usage,
      'no-such-folder',
      `There is no folder ${folder}.`,
      `mkdir -p ${pathInCommand(folder)}`,
    )
  const home = realpathSync.native(root)
  // As the user names it: what is in the repository must not lead out of it.
  if (isInside(root, file)) refuseLinks(root, [relative(root, file)])
  else if (isInside(home, join(found, basename(file)))) refuseLinks(home, [relative(home, join(found, basename(file)))])
  onDisk('write', file, () => {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat?.isSymbolicLink()) {
      throw new Failure(exit.system, 'link-in-the-way', `${file} is a link; it must be a file.`, removeLink(file))
    }
    if (stat && !stat.isFile()) throw notPlain(stat)
    if (stat && stat.size > 0 && readBeginning(folder, basename(file), mark.length)?.text !== mark) {
      const message = `${file} is another file, which is not replaced.`
      throw new Failure(exit.usage, 'not-a-page', message, instead)
    }
    writeOver(file, text, part)
  })
}
