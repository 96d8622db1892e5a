import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../src/failure/failure'
import { disk } from '../../src/store/disk/disk'
import { lockPath } from '../../src/store/disk/local'
import type { Folder } from './folder'

/** Something that is done to a folder, and what it answers. */
export type Act = (folder: Folder) => Promise<unknown>

/** Where a disk was disturbed: `append (12), half of it`. */
export type Point = string

type Operation = keyof typeof disk
type Arguments = readonly [path: string, second?: string | Uint8Array | number, part?: string]

/** What a disk does instead of an operation, or undefined where it does its work. */
type Trouble = (operation: Operation, count: number, args: Arguments) => (() => void) | undefined

/** Disturbs the disk from now on. @returns what makes it whole again */
function disturb(trouble: Trouble): () => void {
  const whole = { ...disk }
  let count = 0
  let inside = false
  for (const operation of Object.keys(whole) as Operation[]) {
    const work = whole[operation] as (...args: Arguments) => void
    const wrapped = (...args: Arguments): void => {
      // An operation that asks for itself, for the folder above, is one.
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

/** Runs something on a disk that is disturbed. @returns what it answers or fails with */
async function disturbed(trouble: Trouble, run: () => Promise<unknown>): Promise<unknown> {
  const repair = disturb(trouble)
  try {
    return await run()
  } catch (error) {
    return error
  } finally {
    repair()
  }
}

/** Does so many of the operations that something makes on the disk, and no more. @returns whether these were all */
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

/** What can be on a disk when a process dies in an operation: nothing of it, or a part. */
function partsOf(operation: Operation, [path, second, part = '']: Arguments): Record<string, () => void> {
  if (operation === 'write' || operation === 'writeUnsynced') {
    const bytes = Buffer.from(second as string)
    return {
      'nothing in the file': () => writeFileSync(path, ''),
      'half of it': () => writeFileSync(path, bytes.subarray(0, bytes.length / 2)),
    }
  }
  if (operation === 'append') {
    const bytes = second as Uint8Array
    const first = (length: number) => () => writeFileSync(path, bytes.subarray(0, length), { flag: 'a' })
    return {
      'nothing in the file': first(0),
      'half of it': first(bytes.length / 2),
      'all but a byte': first(bytes.length - 1),
    }
  }
  // Where a file cannot have two names it is copied.
  if (operation === 'copy' || operation === 'linkOrCopy') {
    const bytes = readFileSync(path)
    return { 'half of it': () => writeFileSync(part, bytes.subarray(0, bytes.length / 2)) }
  }
  return {}
}

/** Acts, and makes sure that the disk is left alone. Faster than `untouched`, which looks at the disk itself. */
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

/** @returns the operation that the process died in, if it came so far, and in which ways it can die in that */
async function dieAt(folder: Folder, act: Act, at: number, how: string): Promise<{ point?: Point; ways: string[] }> {
  let point: Point | undefined
  const ways: string[] = []
  await disturbed(
    (operation, count, args) => {
      if (count < at) return undefined
      return () => {
        if (count === at) {
          const parts = partsOf(operation, args)
          ways.push(...Object.keys(parts))
          parts[how]?.()
          point = `${operation} (${at}), ${how}`
        }
        throw new Died()
      }
    },
    () => act(folder),
  )
  bury(folder)
  return { ...(point && { point }), ways }
}

/** Lets a process die before an operation of a kind that an act makes on the disk: the first one unless told. */
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

const before = 'before it'

/**
 * Lets a process die at every operation on the disk that an act makes, before it and in the midst of it. A dead process
 * does nothing more, and its lock is a dead one's.
 *
 * @param begin makes a new folder, always the same
 * @param check gets the folder as it was left, and a way to make more that were left likewise
 * @returns how many points there were
 */
export async function everyCrashPoint(
  begin: () => Folder | Promise<Folder>,
  act: Act,
  check: (folder: Folder, likewise: () => Promise<Folder>) => Promise<void>,
): Promise<number> {
  let points = 0
  for (let at = 1; ; at++) {
    const hows = [before]
    for (const how of hows) {
      const leave = async () => {
        const folder = await begin()
        return { folder, ...(await dieAt(folder, act, at, how)) }
      }
      const { folder, point, ways } = await leave()
      if (point === undefined) return points
      if (how === before) hows.push(...ways)
      points += 1
      await naming(point, () => check(folder, async () => (await leave()).folder))
      folder.remove('.')
    }
  }
}

/** How a disk refuses, as an operating system says it. */
export const refusals = ['ENOSPC', 'EACCES', 'EIO'] as const

/**
 * Lets every operation on the disk that an act makes fail, each in a run of its own; once or, with `lasting`, it and all
 * that come after it. The process lives and says what happened.
 *
 * @param check is told what the act answered or failed with
 * @returns how many points there were
 */
export async function everyRefusal(
  begin: () => Folder | Promise<Folder>,
  act: Act,
  { codes, lasting }: { readonly codes: readonly string[]; readonly lasting: boolean },
  check: (folder: Folder, outcome: unknown, operation: string) => Promise<void>,
): Promise<number> {
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
      await naming(point, () => check(folder, outcome, failed))
      folder.remove('.')
    }
  }
  return points
}

/** Adds to whatever fails where the disk was disturbed. */
async function naming(point: Point, check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    const { message } = error as Error
    const told = error instanceof Failure ? `${error.code}: ${message}` : message
    throw Object.assign(error as Error, { message: `after ${point}: ${told}` })
  }
}

/** A number that no process has. */
const nobody = 2 ** 30
/** Old enough for a lock that nobody has signed. */
const longAgo = new Date('2001-01-01T00:00:00Z')

/** Makes the lock that is left, if one is, that of a process that is no more. */
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
