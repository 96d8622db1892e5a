import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { exit, Failure } from '../../failure/failure'
import { disk } from './disk'
import { codeOf, diskFailure } from './disk-failure'

/** How often it is tried again while somebody else writes the file, and how long it is waited in between, in milliseconds. */
const patience = { retries: 100, factor: 1, minTimeout: 50, maxTimeout: 50 }

/**
 * Reads a file of the user's own, outside of any repository.
 *
 * @param path absolute
 * @returns undefined where there is none
 * @throws Failure where it cannot be read
 */
export function readUserFile(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    if (!stat.isFile()) throw Object.assign(new Error(), { code: stat.isDirectory() ? 'EISDIR' : 'ENOTPLAIN' })
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw failureOf('read', path, error)
  }
}

/**
 * Changes a file of the user's own. Of several who do that at once each sees what the others have done; whoever reads it sees
 * the old file or the new one, also after a crash. A file that a link leads to stays there.
 *
 * @param path absolute
 * @param change makes the new text of the old one; undefined leaves it as it is
 * @throws Failure (busy) where others do not let it go, or where the disk refuses
 */
export async function changeUserFile(
  path: string,
  change: (text: string | undefined) => string | undefined,
): Promise<void> {
  // What changes nothing needs no folder, no lock and no permission.
  if (change(readUserFile(path)) === undefined) return
  const { lock } = await import('proper-lockfile')
  try {
    disk.makeFolder(dirname(path))
    const target = existsSync(path) ? realpathSync(path) : path
    const release = await lock(target, { lockfilePath: `${target}.lock`, realpath: false, retries: patience })
    try {
      const text = change(readUserFile(target))
      if (text !== undefined) replace(target, text)
    } finally {
      await release().catch(() => {})
    }
  } catch (error) {
    if (codeOf(error) === 'ELOCKED') {
      throw new Failure(exit.busy, 'busy', `Somebody else is writing ${path}.`, 'spell hope blocked   # then again', {
        cause: error,
      })
    }
    throw error instanceof Failure ? error : failureOf('write', path, error)
  }
}

function replace(target: string, text: string): void {
  const part = join(dirname(target), `.${basename(target)}.spell-part`)
  // Of one who was stopped on the way.
  if (existsSync(part)) disk.remove(part)
  const old = statSync(target, { throwIfNoEntry: false })
  disk.write(part, text, old ? old.mode & 0o777 : 0o666)
  disk.replace(part, target)
  disk.sync(dirname(target))
}

/** It lies where no repository is. */
function failureOf(act: string, path: string, error: unknown): Failure {
  const { exitCode, code, message } = diskFailure(act, path, error)
  return new Failure(exitCode, code, message, `ls -la "${dirname(path)}"`, { cause: error })
}
