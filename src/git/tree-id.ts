import { nativeHash } from '../disk/digest'

/** A file as git keeps it. Its path is relative to the top, a character a byte, so that any name is as it was. */
export interface TreeFile {
  readonly path: string
  /** In octal, as git prints it: `100644`. */
  readonly mode: string
  /** Of its bytes, in hexadecimal. */
  readonly id: string
}

/** The mode of a folder, as a tree has it. */
export const folderMode = '40000'

/**
 * @param files in the order in which git lists them, by the bytes of their paths
 * @param like any id of the same repository, if there is one: those of SHA-256 are longer
 * @returns the id of the tree that git would make of them
 */
export function treeIdOf(files: readonly TreeFile[], like = files[0]?.id): string {
  const algorithm = like?.length === 64 ? 'sha256' : 'sha1'
  return idOf(0, files.length, 0)

  /** @returns the id of the folder that some of them lie in, whose path has so many characters */
  function idOf(from: number, to: number, depth: number): string {
    const entries: TreeFile[] = []
    for (let at = from; at < to; ) {
      const { path = '', mode = '', id = '' } = files[at] ?? {}
      const slash = path.indexOf('/', depth)
      if (slash < 0) {
        entries.push({ mode: modeOf(mode), path: path.slice(depth), id })
        at++
        continue
      }
      const first = at
      const folder = path.slice(0, slash + 1)
      while (at < to && files[at]?.path.startsWith(folder)) at++
      entries.push({ mode: folderMode, path: path.slice(depth, slash), id: idOf(first, at, slash + 1) })
    }
    const tree = bytesOf(entries)
    return nativeHash(algorithm).update(`tree ${tree.length}\0`).update(tree).digest('hex')
  }
}

/** @returns the bytes of a tree, written in place: a buffer for each entry would take ten times as long */
function bytesOf(entries: readonly TreeFile[]): Buffer {
  const bytes = Buffer.allocUnsafe(
    entries.reduce((sum, { mode, path, id }) => sum + mode.length + path.length + 2 + id.length / 2, 0),
  )
  let end = 0
  for (const { mode, path, id } of entries) {
    end += bytes.write(`${mode} ${path}\0`, end, 'latin1')
    end += bytes.write(id, end, 'hex')
  }
  return bytes
}

/** Old commits have rights that git keeps no more: of these only one counts. */
export const modeOf = (mode: string): string => {
  if (!mode.startsWith('100')) return mode
  return Number.parseInt(mode, 8) & 0o100 ? '100755' : '100644'
}
