import type { Conversation, Said } from './conversation'
import { readable } from './quiet-git'
import { folderMode, type TreeFile } from './tree-id'

/** The objects of a clone, read from git without checking anything out. */
export interface Objects {
  /** Looks up an id, or `<tree>:<path>`; undefined if this clone does not have it. */
  readonly find: (name: string) => Promise<Pick<Said, 'id' | 'type' | 'size'> | undefined>
  /** Reads its content, if that has at most so many bytes; undefined if this clone does not have it. */
  readonly read: (id: string, most: number) => Promise<Buffer | 'too large' | undefined>
  /** Reads what is small, such as a tree, by its id or another name; undefined if this clone does not have it. */
  readonly get: (name: string) => Promise<Said | undefined>
}

export interface TreeEntry {
  readonly id: string
  readonly kind: 'folder' | 'file' | 'link' | 'submodule'
}

/** @param find knows sizes, so that nothing large is read */
export const objectsBy = (find: Conversation['ask'], get: Conversation['ask']): Objects => ({
  find,
  get,
  read: async (id, most) => {
    const found = await find(id)
    if (found && found.size > most) return 'too large'
    return found && (await get(id))?.bytes
  },
})

/** @returns the entries of a tree object, a character a byte, up to the first that is broken; `idBytes` is the length of an id */
export function entriesIn(bytes: Buffer, idBytes: number): TreeFile[] {
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
