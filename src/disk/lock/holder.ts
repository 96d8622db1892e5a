import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'
import { attemptOr } from '../../text/failure'
import { fromJson, isRecord } from '../../text/json'
import { codeOf } from '../disk-failure'
import { joinPosix, lockPath } from '../local'
import { isThere } from '../read'
import { timestampOf } from '../stamp'

/** The holder of a lock, as read from its file. */
interface Holder {
  readonly pid: number
  /** The machine and, if any, the process namespace in which the process id counts. */
  readonly machine: string
  /** The command that runs: `accio`. */
  readonly act: string
  /** ISO 8601. */
  readonly since: string
}

/** A holder with its file; `holder` is missing if the file cannot be parsed. */
interface FoundHolder {
  readonly name: string
  readonly changed: Date
  readonly holder?: Holder
}

/** The seconds after which a lock is stale: of an unreadable file, of a holder on another machine, of any. */
const staleUnreadableSeconds = 2
const staleForeignSeconds = 60
const staleSeconds = 600

/** The names of this process's lock files, including one that still waits for its lock. */
export const held = new Set<string>()

/** @returns the holder of a root's lock; undefined if it is free or not signed yet */
export const holderOf = (root: string): FoundHolder | undefined => holderIn(joinPosix(root, lockPath))

/** @returns the holder of the lock with this absolute folder; undefined if it is free or not signed yet */
export const holderIn = (folder: string): FoundHolder | undefined =>
  // It may have been released a moment ago.
  attemptOr(undefined, () => {
    const [name] = readdirSync(folder)
    if (name === undefined) return undefined
    const full = joinPosix(folder, name)
    const changed = lstatSync(full).mtime
    const holder = parseHolder(readFileSync(full, 'utf8'))
    return { name, changed, ...(holder && { holder }) }
  })

function parseHolder(json: string): Holder | undefined {
  const value = fromJson(json)
  if (!isRecord(value) || typeof value.pid !== 'number') return undefined
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : '')
  return { pid: value.pid, machine: text('machine'), act: text('act'), since: text('since') }
}

export const ourHolder = (act: string, now: Date): Holder => ({
  pid: process.pid,
  machine: thisMachine(),
  act,
  since: timestampOf(now),
})

/**
 * Whether the holder of a lock may still be running. Its process id may belong to another process by now, after a
 * restart or a long time. For another machine only the age of the lock counts.
 */
export function isAlive({ name, changed, holder }: FoundHolder, now: Date): boolean {
  const age = (now.getTime() - changed.getTime()) / 1000
  // A time in the future dates from before the clock was set back.
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

/** @returns whether the holder of a root's lock has died */
export function isLeftBehind(root: string, now: Date): boolean {
  const holder = holderOf(root)
  return holder ? !isAlive(holder, now) : isThere(root, lockPath)
}

let namespace: string | undefined

/** The name of this machine in a lock. A process keeps its namespace. */
function thisMachine(): string {
  namespace ??= attemptOr('', () => ` ${readlinkSync('/proc/self/ns/pid')}`)
  return `${hostname()}${namespace}`
}

export function nameHolder(folder: string): string {
  const { act, pid, machine, since } = holderIn(folder)?.holder ?? {}
  return act ? `spell ${act} (pid ${pid} on ${machine?.split(' ')[0]}, since ${since})` : 'another spell'
}
