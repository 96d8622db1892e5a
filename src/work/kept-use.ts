import { local, makeLocal } from '../disk/local'
import { readText } from '../disk/read'
import { writeDerived } from '../disk/replace-file'
import { fromJson, isRecord } from '../failure/json'
import { branchNameOf } from '../git/head'

/** What `spell use` has kept, in this worktree alone: by branch, the name of the piece of work of each workflow. */
const path = `${local}/use.json`
type Uses = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** @returns the piece of work that is in use on the branch at hand; undefined if that was not said */
export function keptFor(root: string, workflow: string): string | undefined {
  const name = read(root)[branchHere(root)]?.[workflow]
  return typeof name === 'string' ? name : undefined
}

/** Who writes, and how long it waits for another process, in seconds. */
interface Turn {
  readonly root: string
  readonly now: Date
  readonly wait: number
}

/** Keeps which piece of work of a workflow is in use, for this worktree and its branch. Throws Failure (busy). */
export async function keepUse({ root, now, wait }: Turn, workflow: string, name: string): Promise<void> {
  // A look reads what is kept, and writes nothing.
  const { withLock } = await import('./writing')
  await withLock(root, 'use', now, wait, async () => {
    const uses = read(root)
    const branch = branchHere(root)
    write(root, { ...uses, [branch]: { ...uses[branch], [workflow]: name } })
  })
}

/** Forgets archived work on every branch of this worktree, or says what it is called now. Needs the lock. */
export function changeUse(root: string, workflow: string, name: string, renamed?: string): void {
  const uses = read(root)
  if (!Object.values(uses).some((names) => names[workflow] === name)) return
  const changed = ([branch, names]: [string, Uses[string]]) => {
    const { [workflow]: used, ...others } = names ?? {}
    return [branch, used !== name ? names : renamed === undefined ? others : { ...others, [workflow]: renamed }]
  }
  write(root, Object.fromEntries(Object.entries(uses).map(changed)))
}

function write(root: string, branches: Uses): void {
  makeLocal(root)
  writeDerived(root, path, `${JSON.stringify({ version: 1, branches })}\n`)
}

function read(root: string): Uses {
  const kept = fromJson(readText(root, path) ?? '')
  const branches = isRecord(kept) && isRecord(kept.branches) ? kept.branches : {}
  return Object.fromEntries(
    Object.entries(branches).flatMap(([branch, names]) => (isRecord(names) ? [[branch, names]] : [])),
  )
}

/** With a detached HEAD, the empty name. */
const branchHere = (root: string): string => branchNameOf(root) ?? ''
