import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyWithTime, withThrowawayFolder } from '../store/disk/throwaway'
import type { Environment } from '../store/settings/settings'
import { gitFailed } from './git-failed'
import { gitFolderOf, headOf } from './head'
import { startGit, withoutGit } from './start'
import { type TreeFile, treeIdOf } from './tree-id'

/** What lies in a worktree, as ids of trees that git would make of it. Folders named `.ai` are left out. */
export interface Trees {
  /** The commit that it stands at; undefined before the first one. */
  readonly head?: string
  /** The tracked files, as they lie here. */
  readonly tree: string
  /** With the files that are not tracked yet and not ignored. */
  readonly treeAll: string
}

/** git is told not to look at files of the worktree, so no id says what they are. */
export interface HiddenFiles {
  /** The first few, relative to the top of the worktree. */
  readonly hidden: readonly string[]
}

const mostHidden = 5

/** The whole worktree, wherever git is asked. */
const files = ['--', ':/', ':(exclude,top,glob)**/.ai/**']

/** Whatever the settings say: no hook and no program that watches files is run, and times of files are not trusted too far. */
const config = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.splitIndex=false',
  'core.sparseCheckout=false',
  'core.safecrlf=false',
  'core.trustctime=true',
  'core.checkStat=default',
].flatMap((each) => ['-c', each])

/**
 * Says what lies in the worktree. Writes nothing into the repository, whatever is going on in it: what has changed is looked
 * at on a copy of the index, and only its ids are computed.
 *
 * @param root absolute; a folder in the worktree, all of which counts
 * @param env the environment of the process
 * @returns undefined without git, or outside a repository
 * @throws Failure (system) `git-failed`, with what git says: it does not work here, or a file cannot be read
 */
export async function treesOf(root: string, env: Environment): Promise<Trees | HiddenFiles | undefined> {
  const folder = gitFolderOf(root)
  const top = topOf(root)
  if (!folder || !top) return undefined
  return await withThrowawayFolder(async (scratch) => {
    const index = join(scratch, 'index')
    const own = join(folder, 'index')
    if (existsSync(own)) copyWithTime(own, index)
    return await answered(root, async () => {
      const git = gitIn(top, env, index)
      const listing = ['ls-files', '-s', '-z', '--cached']
      const others = ['-v', '--modified', '--deleted', '--others', '--exclude-standard']
      const { tracked, hidden, changed, added, gone } = sorted(await git([...listing, ...others, ...files]))
      if (hidden.length > 0) return { hidden: hidden.slice(0, mostHidden).map(readable) }
      const look = [...changed, ...added]
      // Files in the way of others go first; what is new comes last.
      const looking = ['update-index', '--info-only', '--add', '--remove', '--replace', '-z', '--stdin']
      if (look.length > 0) await git(looking, look.map((path) => `${path}\0`).join(''))
      const all = look.length > 0 ? listed(await git([...listing, ...files])) : tracked
      const head = headOf(root)
      const here = all.filter(({ path }) => !gone.has(path))
      const known = here.filter(({ path }) => !added.has(path))
      const treeAll = treeIdOf(here, all[0]?.id ?? head)
      return { ...(head && { head }), tree: added.size > 0 ? treeIdOf(known, treeAll) : treeAll, treeAll }
    })
  })
}

/**
 * @param root absolute; a folder in the worktree
 * @param commit an id, or another name that git knows
 * @param env the environment of the process
 * @returns the id of a commit's tree without folders named `.ai`; undefined without git, outside a repository, and where git
 *   does not have that commit
 * @throws Failure (system) `git-failed`
 */
export async function treeOfCommit(root: string, commit: string, env: Environment): Promise<string | undefined> {
  if (!gitFolderOf(root)) return undefined
  return await answered(root, async () => {
    const git = gitIn(root, env)
    const named = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`]
    const id = (await git(named)).trim()
    if (!id) return undefined
    const all = listed(await git(['ls-tree', '-r', '-z', '--full-tree', id]))
    const counting = all.filter(({ path }) => !/(?:^|\/)\.ai\//.test(path))
    return treeIdOf(counting, id)
  })
}

/** @returns the folder that the worktree begins with */
function topOf(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
    if (folder === dirname(folder)) return undefined
  }
}

async function answered<T>(root: string, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (withoutGit(error)) return undefined
    throw gitFailed(root, error)
  }
}

type Git = (args: readonly string[], input?: string) => Promise<string>

/** What would lead git elsewhere or change what a path means, and what simple-git refuses to hand on. */
const foreign = /^(?:GIT_(?!CONFIG_GLOBAL$).*|EDITOR|PAGER|PREFIX|SSH_ASKPASS|VISUAL)$/i

/** It would refuse `config` otherwise, and to be told where the user's settings are. */
const unsafe = { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true, allowUnsafeConfigPaths: true }

/**
 * @param index instead of the repository's own
 * @returns git, which is told and says everything a character a byte: names of files need not be text
 */
function gitIn(folder: string, given: Environment, index?: string): Git {
  const plain = Object.fromEntries(Object.entries(given).filter(([name]) => !foreign.test(name)))
  const env = { ...plain, ...(index && { GIT_INDEX_FILE: index }) }
  return async (args, input) => {
    const pieces: Buffer[] = []
    const take = (bytes: Buffer) => void pieces.push(bytes)
    const git = await startGit(folder, take, { unsafe, ...(input && { input: () => Buffer.from(input, 'latin1') }) })
    await git.env(env).raw(...config, ...args)
    return Buffer.concat(pieces).toString('latin1')
  }
}

const readable = (path: string): string => Buffer.from(path, 'latin1').toString()

/** `100644 <id> 0`, as an index lists its files, or `100644 blob <id>`, as a commit does; then the path. */
const listedFile = /^(\d+) (?:\w+ )??([0-9a-f]{40,}) ?\d?\t(.+)$/s

const listed = (text: string): TreeFile[] =>
  text.split('\0').flatMap((entry) => {
    const [, mode = '', id = '', path] = listedFile.exec(entry) ?? []
    return path === undefined ? [] : [{ path, mode, id }]
  })

/** What git says of a worktree: each path with a letter before it, and as often as there is something to say of it. */
interface Sorted {
  readonly tracked: readonly TreeFile[]
  /** Assumed to be unchanged (a small letter), or not to be in the worktree. */
  readonly hidden: readonly string[]
  readonly changed: ReadonlySet<string>
  /** Not tracked, and not ignored. */
  readonly added: ReadonlySet<string>
  readonly gone: ReadonlySet<string>
}

function sorted(text: string): Sorted {
  const entries = text.split('\0').flatMap((entry) => {
    const [, letter = '', rest = ''] = /^(\S) (.*)$/s.exec(entry) ?? []
    return letter ? [{ letter, rest, path: rest.slice(rest.indexOf('\t') + 1) }] : []
  })
  const pathsWith = (letters: string) =>
    entries.filter(({ letter }) => letters.includes(letter)).map(({ path }) => path)
  // A repository in the worktree is listed as a folder.
  const others = entries.filter(({ letter }) => letter === '?').map(({ rest }) => rest.replace(/\/$/, ''))
  const added = new Set(others)
  const gone = new Set(pathsWith('R'))
  // Behind a link that has taken the place of their folder.
  const isBehind = (path: string) => foldersOf(path).some((folder) => added.has(folder))
  const changed = new Set(pathsWith('CM').filter((path) => !gone.has(path) && !isBehind(path)))
  const tracked = entries.filter(({ letter }) => letter === 'H').flatMap(({ rest }) => listed(rest))
  const hidden = entries.filter(({ letter }) => /[a-zS]/.test(letter)).map(({ path }) => path)
  return { tracked, hidden, changed, added, gone }
}

const foldersOf = (path: string): string[] => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
