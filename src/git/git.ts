import { readAllowed } from '../disk/allowed'
import type { Environment } from '../disk/environment'
import { keptPath } from '../disk/user-data'
import { attempt, Failure } from '../text/failure'
import { cloneOf } from './clone'
import { type Conversation, converse, type GitObject } from './conversation'
import { type GitHere, gitHere } from './head'
import { type Starts, saidBy, startsIn } from './start'
import { folderMode, type TreeFile } from './tree-id'

/** git in the worktree of a folder, for one command: it is asked for its settings once, and one process reads all objects. */
export interface Git extends Pick<Starts, 'settings' | 'start'> {
  readonly root: string
  readonly env: Environment
  /** The worktree that the root is in; undefined without git. */
  readonly here: GitHere | undefined
  /** Asks in the root. */
  readonly ask: QuietGit
  /** Asks in another folder of the worktree, and of another index than the repository's own. */
  readonly at: (folder: string, index?: string) => QuietGit
  readonly objects: Objects
}

/** Opens git; nothing is started before something is asked. Reading objects starts what has to be ended. */
export function openGit(root: string, env: Environment): Git & { readonly end: () => void } {
  const starts = startsIn(root, env)
  const here = gitHere(root)
  // The one that is here, even if the settings of the repository name another.
  const place = `--work-tree=${here?.top ?? root}`
  const trusts = () => isTrusted(root, env, here)
  const at = (folder: string, index?: string): QuietGit => {
    const variables = index === undefined ? {} : { GIT_INDEX_FILE: index }
    return async (args, input = '') => {
      const git = await starts.start([place, ...args], { folder, config, variables, trusts })
      // One that has ended by then has said why.
      git.stdin.on('error', () => {}).end(Buffer.from(input, 'latin1'))
      return (await saidBy(git)).toString('latin1')
    }
  }
  const sizes = converse(() => starts.start(['cat-file', '--batch-check']), false)
  const contents = converse(() => starts.start(['cat-file', '--batch']), true)
  const end = () => void [sizes, contents].map((one) => one.end())
  return { ...starts, root, env, here, at, ask: at(root), objects: objectsBy(sizes.ask, contents.ask), end }
}

/** Opens git for as long as it is used, and ends what was started. */
export async function withGit<T>(root: string, env: Environment, use: (git: Git) => Promise<T>): Promise<T> {
  const git = openGit(root, env)
  try {
    return await use(git)
  } finally {
    git.end()
  }
}

/** Whatever the settings say, times of files are not trusted too far. */
const config = [
  'core.splitIndex=false',
  'core.sparseCheckout=false',
  'core.safecrlf=false',
  'core.trustctime=true',
  'core.checkStat=default',
]

/** Asks git, which is told and says everything a character a byte: names of files need not be text. */
export type QuietGit = (args: readonly string[], input?: string) => Promise<string>

/** @returns what git has said, a character a byte, as text */
export const readable = (said: string): string => Buffer.from(said, 'latin1').toString()

/** Whether the developer has allowed commands in this clone: then its filters are those that `git status` runs here, too. */
function isTrusted(root: string, env: Environment, here: GitHere | undefined): boolean {
  const clone = cloneOf(root, here)
  const allowed = attempt(() => readAllowed(keptPath('allowed', clone.folder, clone.top, env)))
  return !(allowed instanceof Failure) && allowed.length > 0
}

/** The objects of a clone, read from git without checking anything out. */
export interface Objects {
  /** Looks up an id, or `<tree>:<path>`; undefined if this clone does not have it. */
  readonly find: (name: string) => Promise<Pick<GitObject, 'id' | 'type' | 'size'> | undefined>
  /** Reads its content, if that has at most so many bytes; undefined if this clone does not have it. */
  readonly read: (id: string, most: number) => Promise<Buffer | 'too large' | undefined>
  /** Reads what is small, such as a tree, by its id or another name; undefined if this clone does not have it. */
  readonly get: (name: string) => Promise<GitObject | undefined>
}

export interface TreeEntry {
  readonly id: string
  readonly kind: 'folder' | 'file' | 'link' | 'submodule'
}

/** @param find knows sizes, so that nothing large is read */
const objectsBy = (find: Conversation['ask'], get: Conversation['ask']): Objects => ({
  find,
  get,
  read: async (id, most) => {
    const found = await find(id)
    if (found && found.size > most) return 'too large'
    return found && (await get(id))?.bytes
  },
})

/** @returns the entries of a tree object, a character a byte, up to the first that is broken; `idBytes` is the length of an id */
function entriesIn(bytes: Buffer, idBytes: number): TreeFile[] {
  const entries: TreeFile[] = []
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at)
    const end = bytes.indexOf(0, space)
    if (space < 0 || end < 0 || end + idBytes >= bytes.length) break
    const id = bytes.toString('hex', end + 1, end + 1 + idBytes)
    entries.push({ mode: bytes.latin1Slice(at, space), path: bytes.latin1Slice(space + 1, end), id })
    at = end + 1 + idBytes
  }
  return entries
}

/** @returns the content of a file that git has. Throws Error if it does not have it */
export async function bytesOf(objects: Objects, id: string): Promise<Buffer> {
  const said = await objects.get(id)
  if (!said) throw new Error(`this clone has no object ${id}`)
  return said.bytes
}

/** @returns the entries of a tree, by its id or another name; undefined if this clone does not have it */
export async function entriesOf(objects: Objects, tree: string): Promise<readonly TreeFile[] | undefined> {
  const said = await objects.get(tree)
  return said?.type === 'tree' ? entriesIn(said.bytes, said.id.length / 2) : undefined
}

/** @returns the same by name, as text */
export const treeIn = (bytes: Buffer, idBytes: number): ReadonlyMap<string, TreeEntry> =>
  new Map(entriesIn(bytes, idBytes).map(({ path, mode, id }) => [readable(path), { id, kind: kindOf(mode) }]))

const kindOf = (mode: string): TreeEntry['kind'] => {
  if (mode === folderMode) return 'folder'
  if (mode === '120000') return 'link'
  return mode === '160000' ? 'submodule' : 'file'
}
