import { readdirSync } from 'node:fs'
import { exit, Failure } from '../../text/failure'
import { disk, isHeld } from '../disk'
import { codeOf, diskFailure } from '../disk-failure'
import { refuseLinks } from '../links'
import { listingOf } from '../listing'
import { joinPosix, lockPath } from '../local'
import { makeLocal } from '../make-local'
import { held, holderIn, isAlive, nameHolder, ourHolder } from './holder'

/** Called while waiting for a lock, and a signal that cancels waiting. */
export interface WaitOptions {
  /** Called in each round with the holder and the seconds waited so far. */
  readonly waiting?: ((holder: string, waited: number) => void) | undefined
  /** Cancels waiting for the lock. A write that has begun is completed. */
  readonly signal?: AbortSignal | undefined
}

/** Who waits for a lock. */
export interface Waiting extends WaitOptions {
  readonly now: Date
  /** How long to wait for another holder, in seconds. */
  readonly wait: number
}

/** The length of one polling round; before each one, the lock of a dead holder is removed. */
const pollRoundSeconds = 0.25
const attemptsPerRound = 10
const pollPauseMs = (pollRoundSeconds * 1000) / attemptsPerRound

export interface Lock {
  readonly release: () => void
  /** Says that the holder is alive, at this time: after minutes it counts as dead otherwise. */
  readonly renew: (now: Date) => void
}

/** A lock, and the folders that were no links when it was taken, see `refuseLinks`. */
export interface Holding extends Lock {
  readonly safe: Set<string>
}

let count = 0

interface Request {
  readonly folder: string
  /** The name of our file in the folder, and its content. */
  readonly name: string
  readonly text: string
  /** The last error, if it may be temporary: Windows refuses the name of a folder that is being deleted. */
  refusal?: unknown
}

/**
 * Runs a function while holding the lock of this root.
 *
 * @param act the command that runs, shown to others that wait
 * @param path of the lock (default: that of all work)
 * @throws Failure (busy) `busy` that names the holder, `called-off` if it was cancelled before; or if a write fails
 */
export async function withLock<T>(
  root: string,
  act: string,
  who: Waiting,
  use: (lock: Holding) => Promise<T>,
  path = lockPath,
): Promise<T> {
  let lock: Lock
  // No file has this name; it stands for those in the folder.
  const safe = new Set([`${path}/holder`])
  try {
    refuseLinks(root, [...safe], safe, listingOf(root))
    const take = () => {
      makeLocal(root)
      return lockFolder(joinPosix(root, path), act, who)
    }
    lock = await take().catch((error: unknown) => {
      // An uninstall has removed the empty folder meanwhile.
      if (codeOf(error) !== 'ENOENT') throw error
      return take()
    })
  } catch (error) {
    throw diskFailure('write', path, error)
  }
  try {
    return await use({ ...lock, safe })
  } finally {
    lock.release()
  }
}

/**
 * Takes a lock. It is a folder, which only one process can create, with a file in it that names its holder.
 *
 * - It is never taken from a living holder: while the file exists, the folder cannot be removed.
 * - The file of a dead holder is removed; its name is unique.
 * - A folder without a file belongs to a process that died before signing, or is about to sign. It is removed, which
 *   the process that is about to sign notices. If a third process has created it again meanwhile and it has two files,
 *   the lock belongs to the one that found no other file in it.
 *
 * @param folder of the lock; absolute, and its parent exists
 * @throws Failure as `withLock`; what the file system throws
 */
export async function lockFolder(folder: string, act: string, who: Waiting): Promise<Lock> {
  const { now, wait, waiting, signal } = who
  const holder = ourHolder(act, now)
  const name = `${holder.pid}-${now.getTime()}-${++count}.json`
  const request: Request = { folder, name, text: JSON.stringify(holder) }
  const release = () => {
    held.delete(name)
    // If this fails, the lock's holder counts as dead once this process ends.
    ignoring(undefined, () => disk.remove(joinPosix(folder, name)))
    ignoring(undefined, () => disk.removeFolder(folder))
  }
  held.add(name)
  try {
    for (let waited = 0; !(await takeWithin(request, who, waited)); waited += pollRoundSeconds) {
      if (signal?.aborted) throw calledOff()
      if (waited >= wait) throw request.refusal ?? busy(folder)
      waiting?.(nameHolder(folder), waited + pollRoundSeconds)
    }
  } catch (error) {
    held.delete(name)
    throw error
  }
  if (!signal?.aborted)
    return { release, renew: (time) => ignoring(undefined, () => disk.touch(joinPosix(folder, name), time)) }
  release()
  throw calledOff()
}

/** One round of waiting, or a single attempt once the time is over. @returns whether we hold the lock now */
async function takeWithin(request: Request, { now, wait }: Waiting, waited: number): Promise<boolean> {
  if (take(request)) return true
  removeDead(request.folder, new Date(now.getTime() + waited * 1000))
  for (let left = waited < wait ? attemptsPerRound : 0; ; left--) {
    if (take(request)) return true
    if (left === 0) return false
    await new Promise((resolve) => setTimeout(resolve, pollPauseMs))
  }
}

function take(request: Request): boolean {
  delete request.refusal
  try {
    disk.mkdirExclusive(request.folder)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') refuse(request, error)
    return false
  }
  return sign(request)
}

/** Remembers an error that may be temporary, and throws any other. */
function refuse(request: Request, error: unknown): void {
  if (!isHeld(error)) throw error
  request.refusal = error
}

/**
 * Writes our file into the folder. Before that, another process may have removed the unsigned folder, and a third may
 * have created it again: a process that finds another file in it steps back.
 */
function sign(request: Request): boolean {
  const { folder, name, text } = request
  try {
    disk.writeUnsynced(joinPosix(folder, name), text)
    if (readdirSync(folder).join() === name) return true
    disk.remove(joinPosix(folder, name))
    return false
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => disk.removeFolder(folder))
    refuse(request, error)
    return false
  }
}

function removeDead(folder: string, now: Date): void {
  const found = holderIn(folder)
  if (found && isAlive(found, now)) return
  try {
    if (found) ignoring(['ENOENT'], () => disk.remove(joinPosix(folder, found.name)))
    ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => disk.removeFolder(folder))
  } catch (error) {
    // Another process may be removing it right now; the next attempt will show.
    if (!isHeld(error)) throw error
  }
}

function busy(folder: string): Failure {
  const message = `Another spell process is at work in this folder: ${nameHolder(folder)}.`
  return new Failure(exit.busy, 'busy', message, 'spell lumos # or wait: --wait 30')
}

const calledOff = (): Failure =>
  new Failure(exit.busy, 'called-off', 'It was called off before its turn came; nothing has changed.', 'spell lumos')

/** @param codes of the errors to ignore; all if undefined */
function ignoring(codes: readonly string[] | undefined, act: () => void): void {
  try {
    act()
  } catch (error) {
    if (codes && !codes.includes(codeOf(error))) throw error
  }
}
