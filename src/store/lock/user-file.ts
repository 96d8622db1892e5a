import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { exit, Failure } from '../../failure/failure'
import { disk } from '../disk/disk'
import { diskFailure, notPlain } from '../disk/disk-failure'
import { lockFolder } from './lock'

/** How long to wait while another process writes the file. */
const lockTimeoutSeconds = 5

/**
 * Reads a file of the user's own, outside of any repository.
 *
 * @param path absolute
 * @returns undefined if there is none
 * @throws Failure if it cannot be read
 */
export function readUserFile(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    if (!stat.isFile()) throw notPlain(stat)
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw failureOf('read', path, error)
  }
}

/**
 * Changes a file of the user's own, under a lock beside it. Of several who do that at once each sees what the others have
 * done; a reader sees the old file or the new one, also after a crash. A file that a link leads to stays there.
 *
 * @param path absolute
 * @param act what is being done, for those who wait
 * @param look what shows the file, without changing it
 * @param now the time
 * @param change makes the new text of the old one; undefined leaves it as it is
 * @param mode of a new file
 * @throws Failure (busy) if another process does not let it go, or if the disk refuses
 */
export async function changeUserFile(
  path: string,
  act: string,
  look: string,
  now: Date,
  change: (text: string | undefined) => string | undefined,
  mode = 0o666,
): Promise<void> {
  // What changes nothing needs no folder, no lock and no permission.
  if (change(readUserFile(path)) === undefined) return
  try {
    disk.makeFolder(dirname(path))
    const target = existsSync(path) ? realpathSync(path) : path
    const release = await lockFolder(`${target}.lock`, act, now, lockTimeoutSeconds)
    try {
      const text = change(readUserFile(target))
      if (text !== undefined) replace(target, text, mode)
    } finally {
      release()
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw failureOf('write', path, error)
    if (error.code !== 'busy') throw error
    const fix = `${look}   # then again`
    throw new Failure(exit.busy, 'busy', `Another process is writing ${path}.`, fix, { cause: error })
  }
}

function replace(target: string, text: string, mode: number): void {
  const part = join(dirname(target), `.${basename(target)}.spell-part`)
  // Of one who was stopped on the way.
  if (existsSync(part)) disk.remove(part)
  const old = statSync(target, { throwIfNoEntry: false })
  disk.write(part, text, old ? old.mode & 0o777 : mode)
  disk.replace(part, target)
  disk.sync(dirname(target))
}

/** It lies where no repository is. */
function failureOf(act: string, path: string, error: unknown): Failure {
  const { exitCode, code, message } = diskFailure(act, path, error)
  return new Failure(exitCode, code, message, `ls -la "${dirname(path)}"`, { cause: error })
}
