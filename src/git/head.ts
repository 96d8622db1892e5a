import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * The commit that git stands at, from git's own files: starting git would take longer than a cast.
 *
 * @param from absolute; a folder in the worktree
 * @returns undefined without git, before the first commit, and where refs are kept in another way
 */
export function headOf(from: string): string | undefined {
  const folder = gitFolderOf(from)
  const head = folder && read(join(folder, 'HEAD'))
  const name = head && /^ref: (refs\/.+)$/.exec(head)?.[1]
  if (!folder || !name) return commitOf(head)
  // A linked worktree has its HEAD for itself and its branches in common with the others.
  const common = resolve(folder, read(join(folder, 'commondir')) ?? '.')
  return commitOf(read(join(folder, name)) ?? read(join(common, name))) ?? packed(common, name)
}

/** @returns the folder of git; in a linked worktree and in a submodule `.git` is a file that names it */
export function gitFolderOf(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, '.git')
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) return path
    const target = stat && /^gitdir: (.+)$/.exec(read(path) ?? '')?.[1]
    if (stat) return target && resolve(folder, target)
    if (folder === dirname(folder)) return undefined
  }
}

/** @returns the commit of a branch that git has put into its one file for old ones */
function packed(common: string, name: string): string | undefined {
  const refs = `${read(join(common, 'packed-refs')) ?? ''}\n`
  const end = refs.indexOf(` ${name}\n`)
  return end < 0 ? undefined : commitOf(refs.slice(refs.lastIndexOf('\n', end) + 1, end))
}

const commitOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : undefined

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trimEnd()
  } catch {
    return undefined
  }
}
