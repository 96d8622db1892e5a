import { isAbsolute, join, posix, relative, sep, win32 } from 'node:path'
import * as v from 'valibot'
import { asideCommand } from '../../disk/aside-command'
import { readText } from '../../disk/read'
import { commonFolderOf } from '../../git/head'
import { exit, Failure } from '../../text/failure'
import { partOf } from './look'
import type { Site } from './piece'
import type { Planned } from './planned'

const texts = v.pipe(v.array(v.string()), v.readonly())

const before = v.object({
  /** In UTF-16 units. */
  offset: v.number(),
  removed: v.string(),
  /** The length of the inserted text. */
  inserted: v.number(),
})

const filedKey = v.object({
  at: texts,
  /** The fingerprint of the value: the record is no second copy of the hooks. */
  digest: v.string(),
  append: v.exactOptional(v.boolean()),
})

const filed = v.object({
  path: v.string(),
  /** The fingerprint of the whole file as we left it. */
  whole: v.string(),
  /** `null` if the file did not exist. */
  before: v.nullable(before),
  keys: v.exactOptional(v.pipe(v.array(filedKey), v.readonly())),
  /** The new name of the file that had its name before. */
  chain: v.exactOptional(v.string()),
  /** The folders that were created for it, the innermost first. */
  folders: v.exactOptional(texts),
})

const choices = v.object({
  agents: texts,
  /** The name of the hook manager, or `none`. */
  guard: v.string(),
  /** Whether agents may look and prove without asking. */
  permit: v.exactOptional(v.boolean()),
  /** The folder of the package that brings the program, if it is not the root. */
  package: v.exactOptional(v.string()),
})

const installed = v.object({
  version: v.string(),
  /** Absent if everything is to be removed, and the listed files could not be removed yet. */
  choices: v.exactOptional(choices),
  files: v.pipe(v.array(filed), v.readonly()),
})

/** The difference that leads back to the file before our changes. */
type Before = Readonly<v.InferOutput<typeof before>>
/** A file with something of ours in it. */
export type Filed = Readonly<v.InferOutput<typeof filed>>
export type FiledKey = Readonly<v.InferOutput<typeof filedKey>>
export type Choices = Readonly<v.InferOutput<typeof choices>>
export type Installed = Readonly<v.InferOutput<typeof installed>>

/** Committed, so that every member of the team can update and uninstall. */
export const recordPath = '.ai/installed.json'
/** Files in git's own folder exist only in this working copy. */
export const localRecordPath = '.ai/.local/installed.json'

/** Stands for git's own folder in a record, so that the record stays valid when the repository is moved or copied. */
const git = 'git:'

/**
 * @throws Failure `installed-unreadable` (unreadable), also if it names a file that spell would never write: a
 *   committed record must not give access to other files of the user
 */
export function parseRecord(text: string, path: string, root = '', gitFolder?: string): Installed {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), installed), text)
  const isFit = path === recordPath ? isShared : isOwn
  const wrong = read.success ? read.output.files.find((one) => !isFit(one)) : undefined
  if (read.success && !wrong) {
    return { ...read.output, files: read.output.files.map((one) => moved(one, (name) => resolved(name, gitFolder))) }
  }
  const message = wrong
    ? `${path} names ${JSON.stringify(wrong.path)}, which spell has not put into this repository.`
    : `${path} cannot be read: it should tell what spell has put into this repository.`
  // Git may have none, or the same one.
  const fix = `${asideCommand(root, path)}   # and then: spell init`
  throw new Failure(exit.unreadable, 'installed-unreadable', message, fix)
}

/** @returns the text of a record: a file of ours a line, so that a difference names what has changed */
export function printRecord(record: Installed, gitFolder?: string): string {
  const { files, ...rest } = record
  const lines = files.map((one) => `    ${JSON.stringify(moved(one, (name) => shortened(name, gitFolder)))}`)
  const first = JSON.stringify(rest, null, 2).slice(0, -'\n}'.length)
  return `${first},\n  "files": [\n${lines.join(',\n')}\n  ]\n}\n`
}

const moved = (one: Filed, move: (name: string) => string): Filed => ({
  ...one,
  path: move(one.path),
  ...(one.chain !== undefined && { chain: move(one.chain) }),
})

const resolved = (name: string, gitFolder = ''): string =>
  name.startsWith(git) ? join(gitFolder, name.slice(git.length)) : name

function shortened(name: string, gitFolder: string | undefined): string {
  const inside = gitFolder !== undefined && isAbsolute(name) ? relative(gitFolder, name) : '..'
  return inside.startsWith('..') || isAbsolute(inside) ? name : git + inside.split(sep).join('/')
}

const isAnywhereAbsolute = (path: string): boolean => posix.isAbsolute(path) || win32.isAbsolute(path)

/** A file of the team: below the root, and not in git's own folder. */
const isShared = ({ path, chain }: Filed): boolean =>
  !isAnywhereAbsolute(path) &&
  !path.startsWith(git) &&
  !path.split(/[\\/]/).some((part) => part === '..' || part.toLowerCase() === '.git') &&
  isChain(path, chain)

/** A hook that is entirely ours. */
const isOwn = ({ path, chain, before, keys }: Filed): boolean =>
  (isAnywhereAbsolute(path) || path.startsWith(git)) &&
  /[\\/]pre-commit$/.test(path) &&
  !path.split(/[\\/]/).includes('..') &&
  before === null &&
  keys === undefined &&
  isChain(path, chain)

const isChain = (path: string, chain: string | undefined): boolean =>
  chain === undefined || chain === `${path}.before-spell`

/** @returns the difference that leads from `now` back to `before` */
export function differenceOf(before: string, now: string): Before {
  const most = Math.min(before.length, now.length)
  let start = 0
  while (start < most && before[start] === now[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === now.at(-1 - end)) end++
  return {
    offset: start,
    removed: before.slice(start, before.length - end),
    inserted: now.length - end - start,
  }
}

/** @returns the text that a file had before, if it is as we left it; undefined if it did not exist */
export const goBack = (now: string, before: Before | null): string | undefined =>
  before === null
    ? undefined
    : now.slice(0, before.offset) + before.removed + now.slice(before.offset + before.inserted)

/** @returns what was installed, both for the team and in this working copy */
export function readInstalled(root: string): Installed | undefined {
  const [shared, own] = [recordPath, localRecordPath].map((path) => {
    const text = readText(root, path)
    return text === undefined ? undefined : parseRecord(text, path, root, commonFolderOf(root))
  })
  const newest = shared ?? own
  return newest && { ...newest, files: [...(shared?.files ?? []), ...(own?.files ?? [])] }
}

/** @returns the changes that write the records; files in git's own folder are recorded only in this working copy */
export function recordsOf(look: Site, record: Installed | undefined): Planned[] {
  const { root } = look
  const own = record?.files.filter(({ path }) => isAbsolute(path)) ?? []
  const shared = record?.files.filter(({ path }) => !isAbsolute(path)) ?? []
  return [
    planned(recordPath, record && (record.choices || shared.length > 0) ? { ...record, files: shared } : undefined),
    planned(localRecordPath, record && own.length > 0 ? { ...record, files: own } : undefined),
  ].filter(({ before, after, stray }) => before !== after || stray)

  function planned(path: string, installed: Installed | undefined): Planned {
    const before = look.read(path) || undefined
    const stray = look.isThere(partOf(path)) && { stray: partOf(path) }
    return { path, before, after: installed && printRecord(installed, commonFolderOf(root)), kept: [], ...stray }
  }
}
