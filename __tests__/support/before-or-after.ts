import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lockPath } from '../../src/disk/local'
import { Failure } from '../../src/text/failure'
import { movers } from './crash-classes'
import {
  type Act,
  bury,
  everyCrashPoint,
  everyRefusal,
  everythingIn,
  naming,
  refusals,
  withoutTouching,
} from './crash-points'
import { casting } from './engineer-acts'
import type { Folder } from './folder'
import { wholeWalk } from './whole-history'
import { expectAllBytes, expectTidy, expectUndoable, expectWhole, newestLine } from './whole-step'

/** The answer or failure of an act, and the files after it; for comparison. */
interface Result {
  readonly answer: string
  readonly files: string
}

/** The results in an undisturbed folder. */
interface Undisturbed {
  readonly files: string
  readonly newest: string | undefined
  readonly look: string
  /** The result of repeating the act, which may do nothing. */
  readonly again: Result
  /** A spell that changes something now. */
  readonly next: Act
  readonly moved: Result
}

const look = casting('lumos')
const answerOf = async (folder: Folder, act: Act): Promise<string> =>
  JSON.stringify(await act(folder).catch(asTold), (_, value) => withoutStray(value))

/** A look reports a manual change only until the history does. */
function withoutStray(value: unknown): unknown {
  const isStray = (text: unknown) => typeof text === 'string' && text.includes('is not the end of its history')
  if (Array.isArray(value)) return value.filter((item) => !isStray(item))
  return isStray(value) ? String(value).replace(/- .* is not the end of its history.*\n\n/, '') : value
}

/** Anything but a Failure is a bug. */
function asTold(error: unknown): unknown {
  if (!(error instanceof Failure)) throw error
  const { exitCode, code, message } = error
  return { exitCode, code, message }
}

const run = async (folder: Folder, act: Act): Promise<Result> => ({
  answer: await answerOf(folder, act),
  files: JSON.stringify(folder.contents(), null, 1),
})

async function see(make: () => Promise<Folder>, act: Act): Promise<Undisturbed> {
  const folder = await make()
  const files = JSON.stringify(folder.contents(), null, 1)
  const again = await run(await make(), act)
  const known = { files, newest: newestLine(folder), look: await answerOf(folder, look), again }
  for (const next of movers) {
    const moved = await run(await make(), next)
    if (moved.files !== files) return { ...known, next, moved }
  }
  throw new Error('nothing leads on from here')
}

/**
 * Proves that an act is atomic. Undisturbed, it leaves what its entry says. Then its process dies at every disk
 * operation, and every operation fails, alone and with all later ones. Each time Lumos reports everything before or
 * everything after the act and writes nothing; the next spell, and repeating the act, have the usual results; no byte is
 * missing; and if the act itself reports a failure, everything is as before.
 * @param begin creates the folder, always the same
 * @param act must write a history entry
 * @returns how many points there were
 */
export async function proveWhole(begin: () => Folder | Promise<Folder>, act: Act): Promise<number> {
  const before = await see(async () => begin(), act)
  const after = await see(async () => {
    const folder = await begin()
    await act(folder)
    return folder
  }, act)
  const expected = { before, after }
  const written: Record<string, string> = JSON.parse(before.files)
  expect(after.newest).not.toBe(before.newest)
  const [from, to] = [await begin(), await begin()]
  await act(to)
  await expectWhole(from, to)
  await expectUndoable(from, to)

  const sideOf = (folder: Folder) => (newestLine(folder) === after.newest ? 'after' : 'before')

  /** Looks, casts the next spell, and compares both with the undisturbed folder. */
  const goOn = async (folder: Folder, again: boolean): Promise<void> => {
    const wanted = expected[sideOf(folder)]
    expectSame(await withoutTouching(() => answerOf(folder, look)), wanted.look)
    if (again && wanted.again.files === wanted.files) {
      // An act without anything to do does not tidy up.
      expectSame(await withoutTouching(() => answerOf(folder, act)), wanted.again.answer)
    }
    const [next, result] =
      again && wanted.again.files !== wanted.files ? [act, wanted.again] : [wanted.next, wanted.moved]
    const { answer, files } = await run(folder, next)
    expectSame(files, result.files)
    expectSame(answer, result.answer)
    expectAllBytes(written, folder)
    await wholeWalk(folder)
    expectTidy(folder)
  }

  let points = 0
  points += await everyCrashPoint(begin, act, async (folder, likewise) => {
    await goOn(folder, true)
    if (before.moved.files !== before.again.files) await goOn(await likewise(), false)
  })
  points += await everyRefusal(begin, act, { codes: refusals, lasting: false }, async (folder, outcome, operation) => {
    const side = outcome instanceof Failure ? 'before' : 'after'
    expectToldRightly(outcome, operation)
    expectSame(JSON.stringify(folder.contents(), null, 1), expected[side].files)
    if (side === 'before') expect(existsSync(join(folder.path, lockPath))).toBe(false)
    bury(folder)
    await goOn(folder, true)
  })
  points += await everyRefusal(
    begin,
    act,
    { codes: refusals.slice(0, 1), lasting: true },
    async (folder, outcome, operation) => {
      expectToldRightly(outcome, operation)
      const failed = outcome instanceof Failure && !outcome.message.includes('half done')
      expect(sideOf(folder)).toBe(failed ? 'before' : 'after')
      bury(folder)
      await goOn(folder, true)
    },
  )
  return points
}

/** @returns what runs a proof under its name, which is said if it fails; all points of a file are counted */
export function proofs() {
  let total = 0
  afterAll(() => console.log(`${total} points`))
  return async (name: string, proof: Promise<number>): Promise<void> => {
    total += await naming(name, () => proof)
  }
}

/**
 * Proves that a walk has the same result even if a process dies in its first act, and the next process dies, too, at
 * any pair of points.
 * @param walk the acts, in order; each writes a history entry
 * @returns how many pairs of points there were
 */
export async function proveWholeTwice(begin: () => Folder | Promise<Folder>, walk: readonly Act[]): Promise<number> {
  const folder = await begin()
  const written = folder.contents()
  const stations: { newest: string | undefined; look: string }[] = []
  for (const act of [undefined, ...walk]) {
    await act?.(folder)
    stations.push({ newest: newestLine(folder), look: await answerOf(folder, look) })
  }
  const end = JSON.stringify(folder.contents(), null, 1)
  expect(new Set(stations.map(({ newest }) => newest)).size).toBe(stations.length)

  /** How many acts are done; an unknown entry dates from before the first one. */
  const done = (left: Folder) =>
    Math.max(
      0,
      stations.findLastIndex(({ newest }) => newest === newestLine(left)),
    )
  const first = walk[0] ?? look
  const seen = new Set<string>()
  let points = 0
  await everyCrashPoint(begin, first, async (once, likewise) => {
    const second = walk[done(once)] ?? look
    points += await everyCrashPoint(likewise, second, async (twice) => {
      // Many pairs leave the same.
      const left = everythingIn(twice)
      if (seen.has(left)) return
      seen.add(left)
      const station = done(twice)
      expectSame(await withoutTouching(() => answerOf(twice, look)), stations[station]?.look)
      for (const act of walk.slice(station)) await act(twice)
      expectSame(JSON.stringify(twice.contents(), null, 1), end)
      expectAllBytes(written, twice)
      await wholeWalk(twice)
      expectTidy(twice)
    })
  })
  return points
}

/** A refusal is reported as a system failure, unless only the lock could not be removed. */
function expectToldRightly(outcome: unknown, operation: string): void {
  if (outcome instanceof Failure) expect(outcome.exitCode).toBe(1)
  else if (outcome instanceof Error) throw outcome
  else expect(['remove', 'removeFolder']).toContain(operation)
}

/** Compares texts, which is fast; a difference is shown as values. */
function expectSame(text: string, wanted: string | undefined): void {
  if (text !== wanted) expect(JSON.parse(text)).toEqual(JSON.parse(wanted ?? 'null'))
}
