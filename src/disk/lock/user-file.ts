import { existsSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { exit, Failure } from '../../text/failure'
import { disk } from '../disk'
import { diskFailure, notPlain } from '../disk-failure'
import { writeOver } from '../replace-file'
import { lockFolder } from './lock'

/** How long to wait while another process writes the file. */
const lockTimeoutSeconds = 5

/** Reads a file of the user, outside any repository, by its absolute path. Returns undefined if it does not exist. */
export function readUserFile(path: string, known?: Stats): string | undefined {
  try {
    const stat = known ?? statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    if (!stat.isFile()) throw notPlain(stat)
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw failureOf('read', path, error)
  }
}

/**
 * Changes a file of the user under a lock beside it, so that concurrent changes are all kept. A reader sees the old or
 * the new file, also after a crash. If the path is a link, its target is changed.
 *
 * @param path absolute
 * @param act the command that runs, shown to others that wait
 * @param look the command that shows the file without a change
 * @param change returns the new text for the old one; undefined keeps it
 * @param mode of a new file
 * @throws Failure (busy) if another process holds the lock for too long, or if a write fails
 */
export async function changeUserFile(
  path: string,
  act: string,
  look: string,
  now: Date,
  change: (text: string | undefined) => string | undefined,
  mode = 0o666,
): Promise<void> {
  // Without a change no folder, lock or permission is needed.
  if (change(readUserFile(path)) === undefined) return
  try {
    disk.makeFolder(dirname(path))
    const target = existsSync(path) ? realpathSync(path) : path
    const { release } = await lockFolder(`${target}.lock`, act, { now, wait: lockTimeoutSeconds })
    try {
      const text = change(readUserFile(target))
      if (text === undefined) return
      const old = statSync(target, { throwIfNoEntry: false })
      writeOver(target, text, 'spell-part', old ? old.mode & 0o777 : mode)
      disk.sync(dirname(target))
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

/** The file lies outside the repository, so its path is absolute. */
function failureOf(act: string, path: string, error: unknown): Failure {
  const { exitCode, code, message } = diskFailure(act, path, error)
  return new Failure(exitCode, code, message, `ls -la "${dirname(path)}"`, { cause: error })
}
