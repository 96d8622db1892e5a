import type { CastContext } from '../cast/context'
import { local, makeLocal } from '../disk/local'
import { readText } from '../disk/read'
import { writeDerived } from '../disk/replace-file'
import { fromJson, isRecord } from '../failure/json'
import { branchNameOf } from '../git/head'

/** What `spell use` has kept, in this worktree alone. */
const path = `${local}/use.json`

/** @returns the piece of work that is in use on the branch at hand; undefined if that was not said */
export function keptFor(root: string, workflow: string): string | undefined {
  const { branch, names } = read(root)
  const name = branch === (branchNameOf(root) ?? '') ? names[workflow] : undefined
  return typeof name === 'string' ? name : undefined
}

/**
 * Keeps which piece of work of a workflow is in use, for this worktree and the branch at hand.
 *
 * @throws Failure (busy) if another process writes, or if the disk refuses
 */
export async function keepUse(
  { root, now, wait }: Pick<CastContext, 'root' | 'now' | 'wait'>,
  workflow: string,
  name: string,
): Promise<void> {
  // A look reads what is kept, and writes nothing.
  const { withLock } = await import('./writing')
  await withLock(root, 'use', now, wait, async () => write(root, workflow, name))
}

function write(root: string, workflow: string, name: string): void {
  const branch = branchNameOf(root) ?? ''
  const before = read(root)
  const names = { ...(before.branch === branch ? before.names : {}), [workflow]: name }
  makeLocal(root)
  writeDerived(root, path, `${JSON.stringify({ version: 1, branch, names })}\n`)
}

function read(root: string): { readonly branch?: unknown; readonly names: Readonly<Record<string, unknown>> } {
  const kept = fromJson(readText(root, path) ?? '')
  return isRecord(kept) && isRecord(kept.names) ? { branch: kept.branch, names: kept.names } : { names: {} }
}
