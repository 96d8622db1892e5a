import { accessSync, constants, existsSync, lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { devNull, userInfo } from 'node:os'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { attempt, attemptAsync, attemptOr, exit, Failure, ifPossible } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { asideCommand } from './aside-command'
import { digestOf } from './digest'
import { disk } from './disk'
import { codeOf, onDisk } from './disk-failure'
import type { Environment } from './environment'
import { changeUserFile, readUserFile } from './lock/user-file'

/** Only their owner reads or writes them. */
const ownMode = 0o600
const ownFolderMode = 0o700
const othersWrite = 0o022

/**
 * Where something of a clone is kept: outside every repository, so that none comes with a clone.
 *
 * @param kept what the developer has said: which commands may run, or their words for spells
 * @param commonFolder git's folder that all worktrees of the clone share, or the root if there is no git; absolute
 * @param id of the clone, if it was read before
 * @throws Failure `state-folder` (system) if the folder that the environment names lies inside the worktree
 */
export const keptPath = (
  kept: 'allowed' | 'words',
  commonFolder: string,
  root: string,
  env: Environment,
  id = idIn(commonFolder),
): string => join(stateFolder(root, env), 'spell', kept, fileOf(commonFolder, root, id))

/** No clone of a clone has its id, and a copy has another inode and birth time. Without git only the folder is known. */
function fileOf(commonFolder: string, root: string, id = idIn(commonFolder)): string {
  const real = realpathSync(commonFolder)
  const key = commonFolder === root ? real : JSON.stringify([real, id])
  return `${digestOf(key).slice(0, 32)}.json`
}

const idPath = (commonFolder: string): string => join(commonFolder, 'spell-id')

/** @returns what a clone is known by; undefined before the first consent, and without git */
export function idIn(commonFolder: string): string | undefined {
  const path = idPath(commonFolder)
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stat?.isFile() && stat.size < 100n
    ? `${readFileSync(path, 'utf8')} ${stat.ino} ${stat.birthtimeNs}`
    : undefined
}

/**
 * @param path where something of a clone would be kept, as it was before
 * @param id a random one for a clone that has none
 * @returns where it is, now that it has one
 * @throws Failure `consent-unsafe` (unreadable) if something else has its name, or if the disk refuses
 */
export function identified(path: string, commonFolder: string, root: string, id: string): string {
  const own = idPath(commonFolder)
  if (commonFolder === root) return path
  if (!lstatSync(own, { throwIfNoEntry: false })) onDisk('write', own, () => disk.writeUnsynced(own, id, ownMode))
  if (idIn(commonFolder)) return join(dirname(path), fileOf(commonFolder, root))
  const message = `${own} should have the id of this clone, but is something else.`
  throw new Failure(exit.unreadable, 'consent-unsafe', message, `${asideCommand(root, own)}   # then allow again`)
}

/** The home is that of the account, whatever the environment says. */
function stateFolder(root: string, { XDG_STATE_HOME: named, LOCALAPPDATA: local }: Environment): string {
  if (process.platform === 'win32' && local && isAbsolute(local)) return refuseInside(local, root)
  if (named && isAbsolute(named)) return refuseInside(named, root)
  // What an account keeps that the system has no entry of is in a folder that cannot be.
  const home = attemptOr(devNull, () => userInfo().homedir)
  return join(home, '.local', 'state')
}

/** @returns why nothing can be kept at a path, which has the folder and the reason; undefined if it can */
export function whyNotKept(path: string): Failure | undefined {
  if (path.startsWith(devNull)) {
    const message = 'This account has no home folder, so nothing can be kept for it.'
    return new Failure(exit.system, 'no-home', message, 'export XDG_STATE_HOME=/a/folder/of/yours')
  }
  let at = dirname(path)
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  const found = attempt(() => onDisk('write', dirname(path), () => accessSync(`${at}/.`, constants.W_OK)))
  return found instanceof Failure ? found : undefined
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
      if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes(codeOf(error))) throw error
      if (dirname(at) === at) return folder
    }
  }
}

/**
 * @returns the document that is kept; undefined if there is none, or it is none of ours
 * @throws Failure `consent-unsafe` (unreadable) if another account owns the file or can write it; (system) if the disk
 *   refuses
 */
export function readUserData(path: string): Readonly<Record<string, unknown>> | undefined {
  const [file] = [path, dirname(path)].map(refuseForeign)
  const document = file && fromJson(readUserFile(path, file) ?? '')
  return isRecord(document) ? document : undefined
}

function refuseForeign(path: string): Stats | undefined {
  // If no folder leads to it, nothing is kept; where something is to be, writing says why it cannot.
  const stat = ifPossible(() => onDisk('read', path, () => statSync(path, { throwIfNoEntry: false })))
  if (!stat || !process.getuid) return stat
  const isForeign = stat.uid !== process.getuid()
  if (!isForeign && (stat.mode & othersWrite) === 0) return stat
  const what = isForeign ? 'belongs to another account' : 'can be written by another account'
  // Only root could change that, but the owner of the folder around it can rename it.
  const fix = isForeign ? asideCommand(dirname(path), path) : `chmod go-w "${path}"`
  throw new Failure(exit.unreadable, 'consent-unsafe', `${path} ${what}, so it is not believed.`, fix)
}

/**
 * Changes what is kept, under a lock.
 *
 * @param act the command that runs, and the one that shows what is kept
 * @param change returns the new document for the one that is there
 * @throws Failure as `readUserData`, (busy) if another process writes it, or if the disk refuses
 */
export function changeUserData(
  path: string,
  [act, look]: readonly [string, string],
  now: Date,
  change: (document: Readonly<Record<string, unknown>> | undefined) => object,
): Promise<void> {
  const folder = dirname(path)
  if (!existsSync(folder)) {
    onDisk('write', folder, () => {
      disk.makeFolder(folder)
      disk.chmod(folder, ownFolderMode)
    })
  }
  return changeUserFile(path, act, look, now, () => `${JSON.stringify(change(readUserData(path)), null, 2)}\n`, ownMode)
}

/**
 * Changes what is kept where this process may: an agent's sandbox often lets it read the account's folder and write
 * none of it.
 *
 * @returns whether it could be changed
 * @throws what `change` throws for any other reason
 */
export async function ifWritable(change: () => Promise<unknown>): Promise<boolean> {
  const done = await attemptAsync(change)
  if (!(done instanceof Failure)) return true
  if (!['read-only', 'permission-denied'].includes(done.code)) throw done
  return false
}
