import { readdirSync } from 'node:fs'
import { exit, Failure } from '../../failure/failure'
import { disk } from '../disk/disk'
import { codeOf, diskFailure } from '../disk/disk-failure'
import { joinPosix } from '../disk/join-posix'
import { refuseLinks } from '../disk/links'
import { lockPath, makeLocal } from '../disk/local'
import { isHeld } from '../disk/while-held'
import { held, holderIn, isAlive, nameHolder, ourHolder } from './holder'

/** What is called while a lock is waited for, and what ends the waiting. */
export interface Waiting {
  /** Called in each round with who holds the lock, and for how long it has been waited already, in seconds. */
  readonly waiting?: ((holder: string, waited: number) => void) | undefined
  /** Ends the waiting: the lock is not taken any more. What has begun to write ends what it does. */
  readonly signal?: AbortSignal | undefined
}

/** How long one round of waiting takes; before each one a lock is taken away from a holder that has died. */
const pollRoundSeconds = 0.25
const attemptsPerRound = 10
const pollPauseMs = (pollRoundSeconds * 1000) / attemptsPerRound

/** How many locks this process has asked for. */
let count = 0

/** A lock that is asked for. */
interface Request {
  readonly folder: string
  /** Of our file in the folder, and what that says. */
  readonly name: string
  readonly text: string
  /** What the last attempt met with, if it may pass: Windows refuses the name of a folder that is being deleted. */
  refusal?: unknown
}

/**
 * Runs something that only one process may do at the same time on this root.
 *
 * @param root absolute
 * @param act what is being done, for those who wait
 * @param now the time
 * @param seconds how long to wait for another holder
 * @throws Failure (busy) that names the holder, `called-off` if the signal came before the lock, or that the disk refuses
 */
export async function withLock<T>(
  root: string,
  act: string,
  now: Date,
  seconds: number,
  use: () => Promise<T>,
  waiting: Waiting = {},
): Promise<T> {
  let release: () => void
  try {
    refuseLinks(root, [`${lockPath}/holder`])
    const take = () => {
      makeLocal(root)
      return lockFolder(joinPosix(root, lockPath), act, now, seconds, waiting)
    }
    release = await take().catch((error: unknown) => {
      // An uninstall has taken the empty folder away since.
      if (codeOf(error) !== 'ENOENT') throw error
      return take()
    })
  } catch (error) {
    throw diskFailure('write', lockPath, error)
  }
  try {
    return await use()
  } finally {
    release()
  }
}

/**
 * Takes a lock. It is a folder, which only one can make, with a file in it that names its holder.
 *
 * - It is never taken from a living holder: while the file is there, the folder cannot be removed.
 * - The file of a holder that has died is removed; it has a name that no other lock has.
 * - A folder without a file is of a process that died before it signed, or is about to sign. It is removed; the one that was
 *   about to sign sees that. If a third has made it again meanwhile and two files are in it, the lock belongs to the one that
 *   found no other file there.
 *
 * @param folder of the lock; absolute, and the one above it is there
 * @param act what is being done, for those who wait
 * @param now the time
 * @param seconds how long to wait for another holder
 * @returns what releases it
 * @throws Failure (busy) that names the holder, `called-off` if the signal came before the lock; what the file system throws
 */
export async function lockFolder(
  folder: string,
  act: string,
  now: Date,
  seconds: number,
  { waiting, signal }: Waiting = {},
): Promise<() => void> {
  const holder = ourHolder(act, now)
  const name = `${holder.pid}-${now.getTime()}-${++count}.json`
  const request: Request = { folder, name, text: JSON.stringify(holder) }
  const release = () => {
    held.delete(name)
    // If this fails the lock has no living holder, and the next process takes it.
    ignoring(undefined, () => disk.remove(joinPosix(folder, name)))
    ignoring(undefined, () => disk.removeFolder(folder))
  }
  held.add(name)
  try {
    for (let waited = 0; !(await takeWithin(request, now, waited, seconds)); waited += pollRoundSeconds) {
      if (signal?.aborted) throw calledOff()
      if (waited >= seconds) throw request.refusal ?? busy(folder)
      waiting?.(nameHolder(folder), waited + pollRoundSeconds)
    }
  } catch (error) {
    held.delete(name)
    throw error
  }
  if (!signal?.aborted) return release
  release()
  throw calledOff()
}

/** One round of waiting, or a single attempt if the time is over. @returns whether the lock is ours now */
async function takeWithin(request: Request, now: Date, waited: number, seconds: number): Promise<boolean> {
  if (take(request)) return true
  removeDead(request.folder, new Date(now.getTime() + waited * 1000))
  for (let left = waited < seconds ? attemptsPerRound : 0; ; left--) {
    if (take(request)) return true
    if (left === 0) return false
    await new Promise((resolve) => setTimeout(resolve, pollPauseMs))
  }
}

/** @returns whether the lock is ours now */
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

/** Keeps in mind what may pass, and throws what does not. */
function refuse(request: Request, error: unknown): void {
  if (!isHeld(error)) throw error
  request.refusal = error
}

/**
 * Puts our file into the folder. Before we could, another process may have removed the folder as a dead one's, and a third
 * have made it again: a process that finds another file in it steps back.
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

/** Removes the lock of a holder that has died. */
function removeDead(folder: string, now: Date): void {
  const found = holderIn(folder)
  if (found && isAlive(found, now)) return
  try {
    if (found) ignoring(['ENOENT'], () => disk.remove(joinPosix(folder, found.name)))
    ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => disk.removeFolder(folder))
  } catch (error) {
    // Another process may be removing it at this moment; the next attempt shows what is so.
    if (!isHeld(error)) throw error
  }
}

const busy = (folder: string): Failure =>
  new Failure(
    exit.busy,
    'busy',
    `Another spell process is at work in this folder: ${nameHolder(folder)}.`,
    'spell lumos # or wait: --wait 30',
  )

const calledOff = (): Failure =>
  new Failure(exit.busy, 'called-off', 'It was called off before its turn came; nothing has changed.', 'spell lumos')

/** @param codes of the errors that do not matter; all if undefined */
function ignoring(codes: readonly string[] | undefined, act: () => void): void {
  try {
    act()
  } catch (error) {
    if (codes && !codes.includes(codeOf(error))) throw error
  }
}
