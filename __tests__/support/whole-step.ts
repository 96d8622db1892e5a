import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { digestOfFile } from '../../src/disk/digest'
import { asidePath, backupPath, local, lockPath, nextPath } from '../../src/disk/local'
import { filesUnder } from '../../src/disk/read'
import { attempt, Failure } from '../../src/text/failure'
import { historyPath, statePath } from '../../src/work/history/history-line'
import { backupsOf } from '../../src/work/state/backup'
import { remembersIn } from '../../src/work/state/context-digest'
import { loadState } from '../../src/work/state/state'
import { engineer } from '../../src/workflows/engineer'
import { texts } from './casting'
import { takeBack } from './engineer-acts'
import { copyOf, type Folder, wholeTree } from './folder'
import { wholeWalk } from './whole-history'

// What a step of the six spells leaves, whatever has happened to it.

/** The last entry of the state, that of the last step; for archived work, that of the archive. */
export function newestLine(folder: Folder): string | undefined {
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

/** Every earlier text is still in some file; a history may have grown at either end, and a state file may differ. */
export function expectAllBytes(before: Readonly<Record<string, string>>, folder: Folder): void {
  // Undo sets files aside.
  const aside = filesUnder(folder.path, asidePath).map((path) => folder.read(path))
  const now = [...Object.values(folder.contents()), ...aside]
  const lost = Object.entries(before).filter(([path, bytes]) => {
    if (path.endsWith('history.jsonl')) return !now.some((other) => other.includes(bytes))
    return !path.endsWith('/state.json') && !templates.has(bytes) && !now.includes(bytes)
  })
  expect(lost).toEqual([])
}

export function expectTidy(folder: Folder): void {
  expect(filesUnder(folder.path, nextPath(engineer))).toEqual([])
  expect(existsSync(join(folder.path, lockPath))).toBe(false)
  if (existsSync(join(folder.path, local))) expect(folder.read(`${local}/.gitignore`)).toMatch(/^\*\n?$/)
  const backups = filesUnder(folder.path, `${local}/backups`)
  // An undo keeps the backups that it passes.
  expect(backups.length).toBeLessThanOrEqual(20)
  for (const backup of backups) JSON.parse(folder.read(backup))
}

/** How state and history stand to each other, and what is half done. */
export function standingOf({ path }: Folder) {
  const saved = loadState(path, engineer)
  const { relation, version, tail, unlogged, archiving, isNext = false, history } = saved
  return {
    relation,
    isWritten: version !== '',
    isLogged: tail !== undefined,
    isHalf: unlogged.length > 0 || archiving !== undefined || isNext,
    isFirst: history.length === 0,
  }
}

/** Those of the work: what is archived leaves its own behind. */
function emptyFoldersIn(folder: Folder): string[] {
  const path = join(folder.path, engineer.folder)
  const all = Object.entries(existsSync(path) ? wholeTree(path) : {})
  const isEmpty = (name: string) => !all.some(([other]) => other.startsWith(`${name}/`))
  return all.flatMap(([name, what]) => (what === 'a folder' && isEmpty(name) ? [name] : []))
}

/** Nothing of a step is left to be done, and its files are those that its entry tells of. */
export async function expectWhole(before: Folder, after: Folder): Promise<void> {
  const last = loadState(before.path, engineer).history.at(-1)
  const { context, history } = loadState(after.path, engineer)
  const line = history.at(-1)
  expect(standingOf(after)).toMatchObject({ relation: 'agree', isHalf: false })
  await wholeWalk(after)
  expectTidy(after)
  expectAllBytes(before.contents(), after)
  expect(emptyFoldersIn(after).filter((path) => !emptyFoldersIn(before).includes(path))).toEqual([])
  if (remembersIn(engineer, context)) {
    // A repair takes from it what the work remembered.
    const sealed = backupPath(backupsOf(after.path, engineer, history), line?.number ?? 0)
    expect(after.read(sealed)).toBe(after.read(statePath(engineer)))
  }
  // What moves a whole folder does not name its files.
  if (line && line.previous === last?.digest) {
    const { moved = [], created = [] } = line
    const files = new Map(Object.entries(before.contents()))
    for (const { from, to } of moved) {
      files.set(to, files.get(from) ?? `${from} was not there`)
      files.delete(from)
    }
    const aside = moved.filter(({ to }) => to.startsWith(`${local}/`)).map(({ to }) => [to, after.read(to)] as const)
    const found = new Map([...Object.entries(after.contents()), ...aside])
    for (const path of [statePath(engineer), historyPath(engineer), ...created.map((file) => file.path)]) {
      files.delete(path)
      found.delete(path)
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(files))
    for (const { path, digest } of created) expect([path, digestOfFile(after.path, path)]).toEqual([path, digest])
  }
}

/** An undo of the step leads back. */
export async function expectUndoable(before: Folder, after: Folder): Promise<void> {
  if (loadState(after.path, engineer).history.at(-1)?.undoes !== undefined) return
  const copy = copyOf(after)
  await takeBack(copy)
  const [was, is] = [before, copy].map(({ path }) => loadState(path, engineer))
  expect([is?.current, is?.context]).toEqual([was?.current, was?.context])
}
