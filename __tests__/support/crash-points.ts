import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { disk } from '../../src/disk/disk'
import { lockPath } from '../../src/disk/local'
import { Failure } from '../../src/text/failure'
import { copyOf, type Folder, wholeTree } from './folder'

/** Something done in a folder, and its answer. */
export type Act = (folder: Folder) => Promise<unknown>

/** The place of a disturbance: `append (12), half of it`. */
export type Point = string

export type Operation = keyof typeof disk
type Arguments = readonly [path: string, second?: string | Uint8Array | number, part?: string]

/** Leaves a part of an operation in a copy of the folder, given where a path is in it. */
type Part = (at: (path: string) => string) => void

/** What the disk does instead of an operation; undefined to carry it out. */
type Trouble = (operation: Operation, count: number, args: Arguments) => (() => void) | undefined

/** Disturbs the disk from now on. @returns a function that ends it */
function disturb(trouble: Trouble): () => void {
  const whole = { ...disk }
  let count = 0
  let inside = false
  for (const operation of Object.keys(whole) as Operation[]) {
    const work = whole[operation] as (...args: Arguments) => void
    const wrapped = (...args: Arguments): void => {
      // An operation that calls itself for the parent folder counts once.
      const instead = inside ? undefined : trouble(operation, ++count, args)
      const outer = inside
      inside = true
      try {
        if (instead) instead()
        else work(...args)
      } finally {
        inside = outer
      }
    }
    Object.assign(disk, { [operation]: wrapped })
  }
  return () => void Object.assign(disk, whole)
}

/** Runs a function on a disturbed disk. */
async function onDiskThat(trouble: Trouble, run: () => Promise<unknown>): Promise<unknown> {
  const repair = disturb(trouble)
  try {
    return await run()
  } finally {
    repair()
  }
}

/** Runs a function on a disturbed disk. @returns its answer or failure */
const disturbed = (trouble: Trouble, run: () => Promise<unknown>): Promise<unknown> =>
  onDiskThat(trouble, run).catch((error: unknown) => error)

/** A path in the folder without what each run has its own of: digests, numbers, stamps. */
const inGeneral = ({ path }: Folder, arg: unknown): string =>
  typeof arg === 'string' && arg.startsWith(path)
    ? arg
        .slice(path.length)
        .replace(/[0-9a-f]{64}/g, 'DIGEST')
        .replace(/\d{2,}|\d(?=\.json)/g, '#')
    : ''

/** @returns an operation with all of its paths */
const nameIn = (folder: Folder, operation: Operation, args: readonly unknown[]): string =>
  [operation, ...args.map((arg) => inGeneral(folder, arg))].join(' ').trim()

/**
 * @param after called after each operation
 * @returns the disk operations of an act, with all paths of each
 */
export async function operationsOf(
  folder: Folder,
  act: Act,
  after?: (operation: Operation) => void,
): Promise<string[]> {
  const names: string[] = []
  const whole = { ...disk }
  await onDiskThat(
    (operation, _, args) => () => {
      names.push(nameIn(folder, operation, args))
      ;(whole[operation] as (...args: Arguments) => void)(...args)
      after?.(operation)
    },
    () => act(folder),
  )
  return names
}

/** Carries out only the first disk operations of a function. @returns whether these were all */
export function operations(most: number, run: () => void): boolean {
  const repair = disturb((_, count) => {
    if (count <= most) return undefined
    return () => {
      throw new Died()
    }
  })
  try {
    run()
    return true
  } catch {
    return false
  } finally {
    repair()
  }
}

/** What can be on the disk after a process has died in an operation: nothing of it, or a part. */
function partsOf(operation: Operation, [path, second, part = '']: Arguments): Record<string, Part> {
  if (operation === 'write' || operation === 'writeUnsynced') {
    const bytes = Buffer.from(second as string)
    return {
      'nothing in the file': (at) => writeFileSync(at(path), ''),
      'half of it': (at) => writeFileSync(at(path), bytes.subarray(0, bytes.length / 2)),
    }
  }
  if (operation === 'append') {
    const bytes = second as Uint8Array
    const first =
      (length: number): Part =>
      (at) =>
        writeFileSync(at(path), bytes.subarray(0, length), { flag: 'a' })
    return {
      'nothing in the file': first(0),
      'half of it': first(bytes.length / 2),
      'all but a byte': first(bytes.length - 1),
    }
  }
  // Without hard links the file is copied.
  if (operation === 'copy' || operation === 'linkOrCopy') {
    const bytes = readFileSync(path)
    return { 'half of it': (at) => writeFileSync(at(part), bytes.subarray(0, bytes.length / 2)) }
  }
  return {}
}

/** Runs a function that must not use the disk. Faster than `untouched`, which examines the disk itself. */
export async function withoutTouching<T>(act: () => Promise<T>): Promise<T> {
  const result = await disturbed(
    (operation, _, [path]) =>
      () => {
        throw new Error(`${operation} ${path}: nothing may be changed here`)
      },
    act,
  )
  if (result instanceof Error) throw result
  return result as T
}

class Died extends Error {}

/** Lets a process die before the n-th disk operation of a kind (default: the first). */
export async function dieBefore(folder: Folder, act: Act, wanted: Operation, nth = 1): Promise<void> {
  let isDead = false
  let met = 0
  await disturbed(
    (operation) => {
      if (operation === wanted) met += 1
      isDead ||= met === nth
      if (!isDead) return undefined
      return () => {
        throw new Died()
      }
    },
    () => act(folder),
  )
  bury(folder)
  if (!isDead) throw new Error(`there was no ${wanted}`)
}

/** All bytes under all names, for comparison: a lock's file has another name each time. */
export const everythingIn = ({ path }: Folder): string =>
  JSON.stringify(wholeTree(path)).replace(/(lock\/\d+-\d+)-\d+\.json/g, '$1.json')

/**
 * Carries out an act once, and copies the folder at each of its disk operations, before it and in the middle: this is
 * what a process leaves that dies there. A dead process does nothing more, and its lock is stale.
 * @returns the folders that differ, each with the first point that leaves it, and how many points there are
 */
async function leftBy(
  folder: Folder,
  act: Act,
): Promise<{ left: Map<string, readonly [Point, Folder]>; points: number }> {
  const left = new Map<string, readonly [Point, Folder]>()
  let points = 0
  const keep = (point: Point, leave?: Part): void => {
    points += 1
    const copy = copyOf(folder)
    leave?.((path) => join(copy.path, relative(folder.path, path)))
    bury(copy)
    const tree = everythingIn(copy)
    if (left.has(tree)) copy.remove('.')
    else left.set(tree, [point, copy])
  }
  await disturbed(
    (operation, count, args) => {
      const point = `${operation} (${count})`
      keep(`${point}, before it`)
      for (const [how, leave] of Object.entries(partsOf(operation, args))) keep(`${point}, ${how}`, leave)
      return undefined
    },
    () => act(folder),
  )
  folder.remove('.')
  return { left, points }
}

/**
 * Lets a process die at every disk operation of an act, before it and in the middle. Points that leave the same bytes
 * under the same names are one: what comes after it is the same.
 * @param check gets the folder as it was left, and a function that makes further such folders
 * @returns how many points there were
 */
export async function everyCrashPoint(
  begin: () => Folder | Promise<Folder>,
  act: Act,
  check: (folder: Folder, likewise: () => Promise<Folder>) => Promise<void>,
): Promise<number> {
  const { left, points } = await leftBy(await begin(), act)
  for (const [point, folder] of left.values()) {
    const kept = copyOf(folder)
    await naming(`after ${point}`, () => check(folder, async () => copyOf(kept)))
    folder.remove('.')
    kept.remove('.')
  }
  return points
}

export const refusals = ['ENOSPC', 'EACCES', 'EIO'] as const

/** What came of a refusal, for comparison. */
const outcomeIn = (folder: Folder, outcome: unknown): string => {
  const { code, message } = outcome instanceof Error ? (outcome as Failure) : {}
  const said = outcome instanceof Error ? { code, message } : outcome
  return `${JSON.stringify(said)?.replaceAll(folder.path, '')} ${everythingIn(folder)}`
}

/**
 * Lets every disk operation of an act fail, each in a separate run; only that one or, with `lasting`, all later ones,
 * too. The process survives and reports the failure. Failures of the same kind of operation after which everything is
 * the same are one.
 * @param check called with the act's answer or failure
 * @returns how many points there were
 */
export async function everyRefusal(
  begin: () => Folder | Promise<Folder>,
  act: Act,
  { codes, lasting }: { readonly codes: readonly string[]; readonly lasting: boolean },
  check: (folder: Folder, outcome: unknown, operation: string) => Promise<void>,
): Promise<number> {
  const seen = new Set<string>()
  let points = 0
  for (const code of codes) {
    for (let at = 1; ; at++) {
      const folder = await begin()
      let failed = ''
      const outcome = await disturbed(
        (operation, count, [path]) => {
          if (count < at || (count > at && !lasting)) return undefined
          if (count === at) failed = operation
          return () => {
            throw Object.assign(new Error(`${code}: ${operation} '${path}'`), { code })
          }
        },
        () => act(folder),
      )
      if (failed === '') break
      points += 1
      const point = `${failed} (${at}), ${code}${lasting ? ' from then on' : ''}`
      const left = `${failed} ${outcomeIn(folder, outcome)}`
      if (!seen.has(left)) await naming(`after ${point}`, () => check(folder, outcome, failed))
      seen.add(left)
      folder.remove('.')
    }
  }
  return points
}

/** Adds to what fails in a proof where it was. */
export async function naming<T>(what: string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    const { message } = error as Error
    const told = error instanceof Failure ? `${error.code}: ${message}` : message
    throw Object.assign(error as Error, { message: `${what}: ${told}` })
  }
}

/** A process id that does not exist. */
const nobody = 2 ** 30
/** Old enough for an unsigned lock to be stale. */
const longAgo = new Date('2001-01-01T00:00:00Z')

/** Assigns a remaining lock to a dead process. */
export function bury(folder: Folder): void {
  const lock = join(folder.path, lockPath)
  if (!existsSync(lock)) return
  for (const name of readdirSync(lock)) {
    const path = join(lock, name)
    writeFileSync(path, readFileSync(path, 'utf8').replace(`"pid":${process.pid}`, `"pid":${nobody}`))
    utimesSync(path, longAgo, longAgo)
  }
  utimesSync(lock, longAgo, longAgo)
}

/** A refusal is a failure of the system, in words and with a way out that names no other workflow's folder. */
export function expectTold(outcome: unknown): void {
  if (!(outcome instanceof Error)) return
  if (!(outcome instanceof Failure)) throw outcome
  const { exitCode, message, fix } = outcome
  expect(exitCode).toBe(1)
  expect(message).not.toMatch(/ENOSPC|EACCES|EIO|\bat \//)
  expect(fix).not.toContain('.ai/task')
}
