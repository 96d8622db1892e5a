import { hash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { disk } from '../disk/disk'
import { codeOf, onDisk } from '../disk/disk-failure'
import { changeUserFile, readUserFile } from '../disk/lock/user-file'
import { exit, Failure } from '../failure/failure'
import { fromJson, isRecord } from '../failure/json'
import type { Environment } from './settings'

/** A command that the developer has allowed on this machine, in this clone. */
export interface Allowed {
  /** The SHA-256 of the command with the recipes that it runs. */
  readonly digest: string
  readonly said: string
  /** The id of the piece of work that it is allowed for; absent for always. */
  readonly work?: string
  /** ISO 8601 in UTC. */
  readonly time: string
  /** `consentKey` of the command: with other recipes it is still the same one. */
  readonly command: string
}

/** Of the file. What was allowed in another one, which also covered the files that a command names, is asked for once more. */
const version = 2

/** Only their owner reads or writes them. */
const ownMode = 0o600
const ownFolderMode = 0o700
const othersWrite = 0o022

/**
 * Where the consents of a clone are kept: outside every repository, so that none comes with a clone.
 *
 * @param commonFolder git's folder that all worktrees of the clone share, or the root if there is no git; absolute
 * @throws Failure `state-folder` (system) if the folder that the environment names lies inside the worktree
 */
export const consentPath = (commonFolder: string, root: string, env: Environment): string =>
  join(stateFolder(root, env), 'spell', 'allowed', fileOf(commonFolder, root))

/** No clone of a clone has its id, and a copy has another inode and birth time. Without git only the folder is known. */
function fileOf(commonFolder: string, root: string): string {
  const real = realpathSync(commonFolder)
  const key = commonFolder === root ? real : JSON.stringify([real, idIn(commonFolder)])
  return `${hash('sha256', key).slice(0, 32)}.json`
}

const idPath = (commonFolder: string): string => join(commonFolder, 'spell-id')

/** Undefined before the first consent. */
function idIn(commonFolder: string): string | undefined {
  const path = idPath(commonFolder)
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stat?.isFile() && stat.size < 100n
    ? `${readFileSync(path, 'utf8')} ${stat.ino} ${stat.birthtimeNs}`
    : undefined
}

/**
 * @param path where the consents of a clone would be, as it was before
 * @param id a random one for a clone that has none
 * @returns where they are, now that it has one
 * @throws Failure `consent-unsafe` (unreadable) if something else has its name, or if the disk refuses
 */
export function identified(path: string, commonFolder: string, root: string, id: string): string {
  const own = idPath(commonFolder)
  if (commonFolder === root) return path
  if (!lstatSync(own, { throwIfNoEntry: false })) onDisk('write', own, () => disk.writeUnsynced(own, id, ownMode))
  if (idIn(commonFolder)) return join(dirname(path), fileOf(commonFolder, root))
  const message = `${own} should have the id of this clone, but is something else.`
  throw new Failure(exit.unreadable, 'consent-unsafe', message, `rm -r "${own}"   # then allow again`)
}

/** The home is that of the account, whatever the environment says. */
function stateFolder(root: string, { XDG_STATE_HOME: named, LOCALAPPDATA: local }: Environment): string {
  if (process.platform === 'win32' && local && isAbsolute(local)) return refuseInside(local, root)
  if (named && isAbsolute(named)) return refuseInside(named, root)
  return join(userInfo().homedir, '.local', 'state')
}

function refuseInside(folder: string, root: string): string {
  const from = relative(realpathSync(root), existing(folder))
  if (from !== '' && (from.startsWith('..') || isAbsolute(from))) return folder
  const message = `The folder for the state of programs, ${folder}, is inside of the repository, so it is not believed.`
  throw new Failure(exit.system, 'state-folder', message, 'unset XDG_STATE_HOME')
}

/** The real path of a folder, as far as it exists. */
function existing(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    try {
      return join(realpathSync(at), relative(at, folder))
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error
      if (dirname(at) === at) return folder
    }
  }
}

/**
 * @returns what is allowed in the clone; nothing if the file is none of ours
 * @throws Failure `consent-unsafe` (unreadable) if another account owns the file or can write it
 */
export function readAllowed(path: string): readonly Allowed[] {
  const [file] = [path, dirname(path)].map(refuseForeign)
  const document = fromJson(file ? (readUserFile(path, file) ?? '{}') : '{}')
  const allowed = isRecord(document) && document.version === version ? document.allowed : []
  return Array.isArray(allowed) ? allowed.filter(isAllowed) : []
}

function refuseForeign(path: string): Stats | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat || !process.getuid) return stat
  const isForeign = stat.uid !== process.getuid()
  if (!isForeign && (stat.mode & othersWrite) === 0) return stat
  const what = isForeign ? 'belongs to another account' : 'can be written by another account'
  // Only root could change that, but the owner of the folder around it can rename it.
  const fix = isForeign ? `mv "${path}" "${path}.foreign"` : `chmod go-w "${path}"`
  throw new Failure(exit.unreadable, 'consent-unsafe', `${path} ${what}, so it is not believed.`, fix)
}

const isAllowed = (value: unknown): value is Allowed =>
  isRecord(value) &&
  [value.digest, value.said, value.time, value.command].every((text) => typeof text === 'string') &&
  (value.work === undefined || typeof value.work === 'string')

/**
 * Changes what is allowed, under a lock.
 *
 * @throws Failure as `readAllowed`, (busy) if another process writes it, or if the disk refuses
 */
export function changeAllowed(
  path: string,
  repository: string,
  now: Date,
  change: (allowed: readonly Allowed[]) => readonly Allowed[],
): Promise<void> {
  const folder = dirname(path)
  if (!existsSync(folder)) {
    onDisk('write', folder, () => {
      disk.makeFolder(folder)
      disk.chmod(folder, ownFolderMode)
    })
  }
  return changeUserFile(
    path,
    'allow',
    'spell allow --list',
    now,
    () => `${JSON.stringify({ version, repository, allowed: change(readAllowed(path)) }, null, 2)}\n`,
    ownMode,
  )
}
