import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'
import { exit, Failure } from '../../failure/failure'
import { disk } from '../disk/disk'
import { codeOf, diskFailure } from '../disk/disk-failure'
import { joinPosix } from '../disk/join-posix'
import { refuseLinks } from '../disk/links'
import { lockPath, makeLocal } from '../disk/local'
import { timestampOf } from '../disk/stamp'
import { isRecord } from '../history/history-line'

/** Who holds the lock, as its file says. */
export interface Holder {
  readonly pid: number
  /** The machine and, where there is such a thing, the space in which its process numbers count. */
  readonly machine: string
  /** What is being done: `accio`. */
  readonly act: string
  /** ISO 8601. */
  readonly since: string
}

/** What those who wait for a lock can be told, and can be told to do. */
export interface Waiting {
  /** Told in each round: who holds the lock, and for how long it has been waited already, in seconds. */
  readonly waiting?: ((holder: string, waited: number) => void) | undefined
  /** Ends the waiting: the lock is not taken any more. */
  readonly signal?: AbortSignal | undefined
}

/** How long one round of waiting takes, in seconds; after each one it is looked whether the holder is still alive. */
const pollRoundSeconds = 0.25
const attemptsPerRound = 10
const pollPauseMs = (pollRoundSeconds * 1000) / attemptsPerRound
/**
 * How old a lock must be before it is taken: where its holder died before saying who it is, from a machine that cannot be
 * asked, and from any holder. In seconds.
 */
const staleUnsignedSeconds = 2
const staleForeignSeconds = 60
const staleSeconds = 600

/** The locks that this process holds, and how many it has asked for. */
const held = new Set<string>()
let count = 0

/**
 * Runs something that nobody else may do at the same time on this root, in whatever process. The lock is a folder, which
 * only one can make, with a file in it that names its holder: while that is there the folder cannot be removed, so a lock
 * is never taken from the living, and the file of a dead holder has a name that no other lock has. Where two names are in
 * the folder, the lock belongs to the one who found no other there.
 *
 * @param root absolute
 * @param act what is being done, for those who wait
 * @param now the time
 * @param seconds how long to wait for another holder
 * @throws Failure (busy) that names the holder, or `called-off` where the signal came before the lock
 */
export async function withLock<T>(
  root: string,
  act: string,
  now: Date,
  seconds: number,
  use: () => Promise<T>,
  waiting: Waiting = {},
): Promise<T> {
  const name = `${process.pid}-${now.getTime()}-${++count}.json`
  const text = JSON.stringify({ pid: process.pid, machine: machine(), act, since: timestampOf(now) } satisfies Holder)
  held.add(name)
  try {
    const release = await acquire(root, name, text, now, seconds, waiting)
    try {
      if (waiting.signal?.aborted) throw calledOff()
      return await use()
    } finally {
      held.delete(name)
      // Where this fails the lock is nobody's, and whoever comes next takes it.
      ignoring(undefined, () => disk.remove(joinPosix(root, lockPath, name)))
      ignoring(undefined, () => disk.removeFolder(joinPosix(root, lockPath)))
      await release().catch(() => {})
    }
  } finally {
    held.delete(name)
  }
}

async function acquire(
  root: string,
  name: string,
  text: string,
  now: Date,
  seconds: number,
  waiting: Waiting,
): Promise<() => Promise<void>> {
  try {
    refuseLinks(root, [`${lockPath}/${name}`])
    makeLocal(root)
    return take(root, name, text) ? async () => {} : await waitFor(root, name, text, now, seconds, waiting)
  } catch (error) {
    throw error instanceof Failure ? error : diskFailure('write', lockPath, error)
  }
}

/** @returns whether the lock is ours now */
function take(root: string, name: string, text: string): boolean {
  try {
    disk.mkdirExclusive(joinPosix(root, lockPath))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return false
  }
  return sign(root, name, text)
}

/**
 * Puts our name into the folder. Before we could, somebody may have taken the folder for a dead one's, and another have made
 * it again: whoever finds another name in it steps back.
 */
function sign(root: string, name: string, text: string): boolean {
  const folder = joinPosix(root, lockPath)
  try {
    disk.writeUnsynced(joinPosix(folder, name), text)
    if (readdirSync(folder).join() === name) return true
    disk.remove(joinPosix(folder, name))
    return false
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => disk.removeFolder(folder))
    throw error
  }
}

/** Waits in rounds, each time first taking the lock away from a holder that is no more. */
async function waitFor(
  root: string,
  name: string,
  text: string,
  now: Date,
  seconds: number,
  { waiting, signal }: Waiting,
): Promise<() => Promise<void>> {
  const { lock } = await import('proper-lockfile')
  for (let waited = 0; ; waited += pollRoundSeconds) {
    takeFromTheDead(root, new Date(now.getTime() + waited * 1000))
    try {
      const release = await lock(root, {
        lockfilePath: joinPosix(root, lockPath),
        realpath: false,
        retries:
          waited < seconds
            ? { retries: attemptsPerRound, factor: 1, minTimeout: pollPauseMs, maxTimeout: pollPauseMs }
            : 0,
        onCompromised: () => {},
      })
      if (sign(root, name, text)) return release
      await release().catch(() => {})
    } catch (error) {
      if (!['ELOCKED', 'ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
    }
    if (signal?.aborted) throw calledOff()
    if (waited >= seconds) throw busy(root)
    waiting?.(whoHolds(root), waited + pollRoundSeconds)
  }
}

/** An empty folder is of one who died before signing; who is alive and was about to sign sees that it is gone. */
function takeFromTheDead(root: string, now: Date): void {
  const found = holderOf(root)
  if (found && isAlive(found, now)) return
  if (found) ignoring(['ENOENT'], () => disk.remove(joinPosix(root, lockPath, found.name)))
  ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => disk.removeFolder(joinPosix(root, lockPath)))
}

/** A holder as it was found; `holder` is missing where its file cannot be understood. */
export interface FoundHolder {
  readonly name: string
  readonly changed: Date
  readonly holder?: Holder
}

/** @returns who holds the lock of a root, undefined where nobody does */
export function holderOf(root: string): FoundHolder | undefined {
  try {
    const [name] = readdirSync(joinPosix(root, lockPath))
    if (name === undefined) return undefined
    const full = joinPosix(root, lockPath, name)
    const changed = lstatSync(full).mtime
    const holder = parseHolder(readFileSync(full, 'utf8'))
    return { name, changed, ...(holder && { holder }) }
  } catch {
    // It has just been released.
    return undefined
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && typeof value.pid === 'number' ? (value as unknown as Holder) : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether the holder of a lock may still be at work. Its number may be that of another process by now: after a restart of
 * the machine, or after a long time. Of another machine only the age of its lock can tell.
 */
export function isAlive({ name, changed, holder }: FoundHolder, now: Date): boolean {
  const age = (now.getTime() - changed.getTime()) / 1000
  // One from the future is of before the clock was set back.
  if (!holder) return Math.abs(age) < staleUnsignedSeconds
  if (holder.machine !== machine()) return Math.abs(age) < staleForeignSeconds
  if (age > Math.min(staleSeconds, uptime())) return false
  if (holder.pid === process.pid) return held.has(name)
  try {
    process.kill(holder.pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

function machine(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

function whoHolds(root: string): string {
  const { act, pid, machine: where, since } = holderOf(root)?.holder ?? {}
  return act ? `spell ${act} (process ${pid} on ${where?.split(' ')[0]}, since ${since})` : 'another spell'
}

const busy = (root: string): Failure =>
  new Failure(
    exit.busy,
    'busy',
    `Somebody else is at work here: ${whoHolds(root)}.`,
    'spell lumos # or wait: --wait 30',
  )

const calledOff = (): Failure =>
  new Failure(exit.busy, 'called-off', 'It was called off before its turn came; nothing has changed.', 'spell lumos')

function ignoring(codes: readonly string[] | undefined, act: () => void): void {
  try {
    act()
  } catch (error) {
    if (codes && !codes.includes(codeOf(error))) throw error
  }
}
