import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt, Failure } from '../../src/failure/failure'
import { asidePath, local, lockPath, nextPath } from '../../src/store/disk/local'
import { filesUnder } from '../../src/store/disk/read'
import { loadState } from '../../src/store/state/state'
import { engineer } from '../../src/workflows/engineer'
import type { Spell } from '../../src/workflows/engineer/states'
import { castIn } from './casting'
import { type Act, bury, everyCrashPoint, everyRefusal, refusals, withoutTouching } from './crash-points'
import { texts } from './engineer-texts'
import type { Folder } from './folder'
import { wholeWalk } from './whole-history'

/** What an act answers, or fails with, and what is there then. To be compared. */
interface Result {
  readonly answer: string
  readonly files: string
}

/** A folder in which nothing was disturbed. */
interface Undisturbed {
  readonly files: string
  readonly newest: string | undefined
  /** What Lumos says of it. */
  readonly look: string
  /** What comes of the same act again, which may be nothing. */
  readonly again: Result
  /** A spell that changes something now, and what comes of it. */
  readonly next: Act
  readonly moved: Result
}

const casting =
  (spell: Spell): Act =>
  (folder) =>
    castIn(folder, spell)
const look = casting('lumos')
/** What comes next is most often Accio; where that changes nothing, another does. */
const movers = (['accio', 'finite', 'reparo', 'reverto'] as const).map(casting)

/** Everything but what is of this working copy alone, with its bytes. */
function contents(folder: Folder): Record<string, string> {
  const paths = filesUnder(folder.path, '.ai').filter((path) => !path.startsWith(`${local}/`))
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder.path, path), 'latin1')]))
}

const answerOf = async (folder: Folder, act: Act): Promise<string> =>
  JSON.stringify(await act(folder).catch(asTold), (_, value) => withoutStray(value))

/** That a state was changed by hand a look tells only until the history does. */
function withoutStray(value: unknown): unknown {
  const isStray = (text: unknown) => typeof text === 'string' && text.includes('is not the end of its history')
  if (Array.isArray(value)) return value.filter((item) => !isStray(item))
  return isStray(value) ? String(value).replace(/- .* is not the end of its history.*\n\n/, '') : value
}

/** Anything else than a Failure is a mistake of ours. */
function asTold(error: unknown): unknown {
  if (!(error instanceof Failure)) throw error
  const { exitCode, code, message } = error
  return { exitCode, code, message }
}

const run = async (folder: Folder, act: Act): Promise<Result> => ({
  answer: await answerOf(folder, act),
  files: JSON.stringify(contents(folder), null, 1),
})

async function see(make: () => Promise<Folder>, act: Act): Promise<Undisturbed> {
  const folder = await make()
  const files = JSON.stringify(contents(folder), null, 1)
  const again = await run(await make(), act)
  const known = { files, newest: newestLine(folder), look: await answerOf(folder, look), again }
  for (const next of movers) {
    const moved = await run(await make(), next)
    if (moved.files !== files) return { ...known, next, moved }
  }
  throw new Error('nothing leads on from here')
}

/** The last line of the state, which says what the last step was; of work that is archived, where that is. */
function newestLine(folder: Folder): string | undefined {
  const saved = attempt(() => loadState(folder.path, engineer))
  if (saved instanceof Failure) return undefined
  const line = (saved.archiving ?? saved).history.at(-1)
  if (line) return JSON.stringify(line)
  const archived = filesUnder(folder.path, '.ai/archive').filter((path) =>
    /^[^/]+\/[^/]+\/[^/]+\/state\.json$/.test(path),
  )
  const path = archived.at(-1)
  return path && JSON.stringify(JSON.parse(folder.read(path)).history.at(-1))
}

const templates = new Set(texts.files.values())

/** What stood in any file before stands in one now; a history may have grown at either end, and a state file is ours. */
function expectAllBytes(before: Readonly<Record<string, string>>, folder: Folder): void {
  // What an undo takes away is set aside.
  const aside = filesUnder(folder.path, asidePath).map((path) => readFileSync(join(folder.path, path), 'latin1'))
  const now = [...Object.values(contents(folder)), ...aside]
  const lost = Object.entries(before).filter(([path, bytes]) => {
    if (path.endsWith('history.jsonl')) return !now.some((other) => other.includes(bytes))
    return !path.endsWith('/state.json') && !templates.has(bytes) && !now.includes(bytes)
  })
  expect(lost).toEqual([])
}

function expectTidy(folder: Folder): void {
  expect(filesUnder(folder.path, nextPath(engineer))).toEqual([])
  expect(existsSync(join(folder.path, lockPath))).toBe(false)
  const backups = filesUnder(folder.path, `${local}/backups`)
  // A walk back keeps those that it has come by.
  expect(backups.length).toBeLessThanOrEqual(20)
  for (const backup of backups) JSON.parse(folder.read(backup))
}

/**
 * Proves of an act that it happens as a whole or not at all. Its process dies at every operation on the disk, and every
 * operation fails, alone and with all that come after it. Each time Lumos tells of everything before or of everything
 * after and writes nothing; the next spell, and the same act again, do what they would have done; no byte is missing; and
 * where the act itself says that it failed, everything is as it was before.
 *
 * @param begin makes the folder, always the same
 * @param act what is done to it; it writes a line of the history
 * @param codes how operations fail
 * @returns how many points there were
 */
export async function proveWhole(
  begin: () => Folder | Promise<Folder>,
  act: Act,
  codes: readonly string[] = refusals,
): Promise<number> {
  const before = await see(async () => begin(), act)
  const after = await see(async () => {
    const folder = await begin()
    await act(folder)
    return folder
  }, act)
  const expected = { before, after }
  const written: Record<string, string> = JSON.parse(before.files)
  expect(after.newest).not.toBe(before.newest)

  const sideOf = (folder: Folder) => (newestLine(folder) === after.newest ? 'after' : 'before')

  /** Looks, does what comes next, and compares both with a folder in which nothing was disturbed. */
  const goOn = async (folder: Folder, again: boolean): Promise<void> => {
    const wanted = expected[sideOf(folder)]
    expectSame(await withoutTouching(() => answerOf(folder, look)), wanted.look)
    if (again && wanted.again.files === wanted.files) {
      // What has nothing to do does not tidy up either.
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
  points += await everyCrashPoint(begin, act, (folder) => goOn(folder, true))
  if (before.moved.files !== before.again.files) {
    points += await everyCrashPoint(begin, act, (folder) => goOn(folder, false))
  }
  points += await everyRefusal(begin, act, { codes, lasting: false }, async (folder, outcome, operation) => {
    const side = outcome instanceof Failure ? 'before' : 'after'
    expectToldRightly(outcome, operation)
    expectSame(JSON.stringify(contents(folder), null, 1), expected[side].files)
    if (side === 'before') expect(existsSync(join(folder.path, lockPath))).toBe(false)
    bury(folder)
    await goOn(folder, true)
  })
  points += await everyRefusal(
    begin,
    act,
    { codes: codes.slice(0, 1), lasting: true },
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

/**
 * Proves of a walk that it leads to the same end when a process dies in its first act, and the one that then goes on dies,
 * too, wherever either of them does.
 *
 * @param walk what is done, one after the other; each act writes a line of the history
 * @returns how many pairs of points there were
 */
export async function proveWholeTwice(begin: () => Folder | Promise<Folder>, walk: readonly Act[]): Promise<number> {
  const folder = await begin()
  const written = contents(folder)
  const stations: { newest: string | undefined; look: string }[] = []
  for (const act of [undefined, ...walk]) {
    await act?.(folder)
    stations.push({ newest: newestLine(folder), look: await answerOf(folder, look) })
  }
  const end = JSON.stringify(contents(folder), null, 1)
  expect(new Set(stations.map(({ newest }) => newest)).size).toBe(stations.length)

  /** How much of the walk has been done; a line that the walk does not know is written before its first act. */
  const done = (left: Folder) =>
    Math.max(
      0,
      stations.findLastIndex(({ newest }) => newest === newestLine(left)),
    )
  const first = walk[0] ?? look
  let points = 0
  await everyCrashPoint(begin, first, async (once, likewise) => {
    const second = walk[done(once)] ?? look
    points += await everyCrashPoint(likewise, second, async (twice) => {
      const station = done(twice)
      expectSame(await withoutTouching(() => answerOf(twice, look)), stations[station]?.look)
      for (const act of walk.slice(station)) await act(twice)
      expectSame(JSON.stringify(contents(twice), null, 1), end)
      expectAllBytes(written, twice)
      await wholeWalk(twice)
      expectTidy(twice)
    })
  })
  return points
}

/** A refusal is told as a failure of the system, unless only the lock could not be removed. */
function expectToldRightly(outcome: unknown, operation: string): void {
  if (outcome instanceof Failure) expect(outcome.exitCode).toBe(1)
  else if (outcome instanceof Error) throw outcome
  else expect(['remove', 'removeFolder']).toContain(operation)
}

/** Compared as text, which is fast, and told as what it is. */
function expectSame(text: string, wanted: string | undefined): void {
  if (text !== wanted) expect(JSON.parse(text)).toEqual(JSON.parse(wanted ?? 'null'))
}
