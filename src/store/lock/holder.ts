import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'
import { fromJson, isRecord } from '../../failure/json'
import { codeOf } from '../disk/disk-failure'
import { joinPosix } from '../disk/join-posix'
import { lockPath } from '../disk/local'
import { isThere } from '../disk/read'
import { timestampOf } from '../disk/stamp'

/** Who holds a lock, as its file says. */
export interface Holder {
  readonly pid: number
  /** The machine and, if there is such a thing, the namespace in which its process numbers count. */
  readonly machine: string
  /** What is being done: `accio`. */
  readonly act: string
  /** ISO 8601. */
  readonly since: string
}

/** A holder as it was found; `holder` is missing if its file cannot be understood. */
export interface FoundHolder {
  readonly name: string
  readonly changed: Date
  readonly holder?: Holder
}

/**
 * How old a lock must be before it is taken, in seconds: if its file does not say who holds it, if the holder is on a machine
 * that cannot be asked, and from any holder.
 */
const staleUnreadableSeconds = 2
const staleForeignSeconds = 60
const staleSeconds = 600

/** The names of the locks that this process holds or waits for. */
export const held = new Set<string>()

/** @returns who holds the lock of a root, undefined if there is none or it has not been signed */
export const holderOf = (root: string): FoundHolder | undefined => holderIn(joinPosix(root, lockPath))

/**
 * @param folder of the lock; absolute
 * @returns who holds it, undefined if there is none or it has not been signed
 */
export function holderIn(folder: string): FoundHolder | undefined {
  try {
    const [name] = readdirSync(folder)
    if (name === undefined) return undefined
    const full = joinPosix(folder, name)
    const changed = lstatSync(full).mtime
    const holder = parseHolder(readFileSync(full, 'utf8'))
    return { name, changed, ...(holder && { holder }) }
  } catch {
    // It has just been released.
    return undefined
  }
}

function parseHolder(json: string): Holder | undefined {
  const value = fromJson(json)
  if (!isRecord(value) || typeof value.pid !== 'number') return undefined
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : '')
  return { pid: value.pid, machine: text('machine'), act: text('act'), since: text('since') }
}

/** @returns what a lock of this process says */
export const ourHolder = (act: string, now: Date): Holder => ({
  pid: process.pid,
  machine: thisMachine(),
  act,
  since: timestampOf(now),
})

/**
 * Whether the holder of a lock may still be at work. Its number may be that of another process by now: after a restart of
 * the machine, or after a long time. Of another machine only the age of its lock can tell.
 */
export function isAlive({ name, changed, holder }: FoundHolder, now: Date): boolean {
  const age = (now.getTime() - changed.getTime()) / 1000
  // One from the future is of before the clock was set back.
  if (!holder) return Math.abs(age) < staleUnreadableSeconds
  if (holder.machine !== thisMachine()) return Math.abs(age) < staleForeignSeconds
  if (age > Math.min(staleSeconds, uptime())) return false
  if (holder.pid === process.pid) return held.has(name)
  try {
    process.kill(holder.pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/** @returns whether the lock of a root is that of a holder who has died */
export function isLeftBehind(root: string, now: Date): boolean {
  const holder = holderOf(root)
  return holder ? !isAlive(holder, now) : isThere(root, lockPath)
}

/** This machine as a lock names it. */
function thisMachine(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** @returns who holds a lock, in words; for messages */
export function nameHolder(folder: string): string {
  const { act, pid, machine, since } = holderIn(folder)?.holder ?? {}
  return act ? `spell ${act} (pid ${pid} on ${machine?.split(' ')[0]}, since ${since})` : 'another spell'
}
