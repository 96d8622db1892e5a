import { hasDigest } from '../../disk/digest'
import { isThere, readText } from '../../disk/read'
import { attempt, Failure } from '../../failure/failure'
import type { Workflow } from '../../flows/flow'
import { archivesIn } from '../../work/archives'
import { statePath } from '../../work/history/paths'
import { parseState } from '../../work/state/state'
import { isSettlement, readLines } from './side-work'

/** The history of a kept side to which git has added later entries, for example in the next commit of a rebase. */
export interface GrownSide {
  /** The work that kept it. */
  readonly folder: string
  readonly path: string
  readonly text: string
  /** The digest of its last entry. */
  readonly tip: string
}

/** @returns the grown histories of the current work and of archives. Throws Failure if a file cannot be read */
export async function grownSides(root: string, workflow: Workflow): Promise<GrownSide[]> {
  const archives = archivesIn(root, workflow)
  const grown: GrownSide[] = []
  for (const folder of [workflow.folder, ...archives]) {
    const state = attempt(() => parseState(readText(root, statePath({ folder })) ?? '', workflow, true))
    if (state instanceof Failure) continue
    const named = new Map<string, { digest: string; other: string | undefined }>()
    for (const { created = [], other } of state.history.filter(isSettlement)) {
      // The work may have been archived since.
      for (const { path, digest } of created)
        named.set(`${folder}/${path.split('/').slice(-2).join('/')}`, { digest, other })
    }
    for (const [path, { digest, other }] of named) {
      if (!isThere(root, path) || (await hasDigest(root, path, digest))) continue
      const text = readText(root, path) ?? ''
      const tip = tipOf(text, other)
      if (tip) grown.push({ folder, path, text, tip })
    }
  }
  return grown
}

/** @returns the digest of the last entry, if the history is valid and has or continues the other one */
function tipOf(text: string, other: string | undefined): string | undefined {
  const { lines, isWhole } = readLines(text)
  const isSealed = isWhole && lines.every(({ digest }) => digest !== undefined)
  return isSealed && lines.some(({ digest }) => other === undefined || digest === other)
    ? lines.at(-1)?.digest
    : undefined
}
