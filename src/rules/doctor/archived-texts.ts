import { digestOf, hasDigest } from '../../disk/digest'
import { isThere, readText } from '../../disk/read'
import { attempt, Failure } from '../../failure/failure'
import type { Workflow } from '../../flows/flow'
import { standard } from '../../flows/registry'
import { commitWith } from '../../git/committed'
import type { Environment } from '../../settings/settings'
import { archivesIn } from '../../work/archives'
import { isArchiving } from '../../work/history/history-line'
import { historyPath, statePath } from '../../work/history/paths'
import { readTail } from '../../work/history/tail'
import { archivedFiles } from '../../work/state/archived-files'
import { parseState } from '../../work/state/state'

/** An archive that was changed. */
export interface ChangedArchive {
  readonly folder: string
  /** The changed texts; empty if only its state does not match its history. */
  readonly texts: readonly { readonly path: string; readonly digest: string }[]
}

/** @returns the archives of a workflow that were changed. Throws Failure if a file cannot be read */
export async function changedArchives(root: string, workflow: Workflow): Promise<ChangedArchive[]> {
  const changed: ChangedArchive[] = []
  for (const folder of archivesIn(root, workflow)) {
    const one = await changedIn(root, workflow, folder)
    if (one) changed.push(one)
  }
  return changed
}

async function changedIn(root: string, workflow: Workflow, folder: string): Promise<ChangedArchive | undefined> {
  const archived = { ...workflow, folder }
  const text = attempt(() => readText(root, statePath(archived)))
  if (text instanceof Failure || text === undefined) return undefined
  const state = attempt(() => parseState(text, archived, true))
  if (state instanceof Failure) return { folder, texts: [] }
  const last = state.history.findLast(isArchiving)
  // A session ends as current work.
  if (!last && workflow.definition.name === standard) return undefined
  const texts: { path: string; digest: string }[] = []
  const put = archivedFiles<object>(workflow)
  if (last) put.take(last, {})
  for (const { path: then, digest } of put.end()) {
    const path = `${folder}/${then.slice((last?.archive ?? '').length + 1)}`
    if (isThere(root, path) && !(await hasDigest(root, path, digest))) texts.push({ path, digest })
  }
  const tail = attempt(() => readTail(root, historyPath(archived)))
  const isWhole = !(tail instanceof Failure) && tail?.digest === state.history.at(-1)?.digest
  return texts.length > 0 || !isWhole ? { folder, texts } : undefined
}

/** @returns a command that restores a text from the commit that has it, under any path; undefined if none is known */
export async function bringTextBack(
  root: string,
  path: string,
  digest: string,
  env: Environment,
): Promise<string | undefined> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const known = await commitWith(root, name, env, async (bytes) => (await digestOf(bytes.toString())) === digest)
  return known && `git show ${quoted(`${known.commit}:./${known.path}`)} > ${quoted(path)}`
}

/** @returns a command that shows which commits have files, to restore them from */
export function lookInGit(...paths: readonly string[]): string {
  const all = paths.map(quoted).join(' ')
  return `git log --oneline -- ${all}   # then: git restore --source=COMMIT -- ${all}`
}

/** Quotes a name for a shell, if needed. */
export const quoted = (path: string): string => (/^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)
