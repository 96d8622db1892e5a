import { attempt, Failure } from '../../failure/failure'
import { commitWith } from '../../git/commit-with'
import { digestOf, hasDigest } from '../../store/disk/digest'
import { foldersIn, isThere, readText } from '../../store/disk/read'
import { isArchiving } from '../../store/history/history-line'
import { historyPath, statePath } from '../../store/history/paths'
import { readTail } from '../../store/history/tail'
import { archiveFolder } from '../../store/state/archive'
import { archivedFiles } from '../../store/state/archived-files'
import { parseState } from '../../store/state/state'
import { engineer } from '../../workflows/engineer'
import type { Workflow } from '../../workflows/workflow'

/** An archive that is not as it was put away. */
export interface ChangedArchive {
  readonly folder: string
  /** The texts that are others now; none if only its state does not fit its history. */
  readonly texts: readonly { readonly path: string; readonly digest: string }[]
}

/** @returns the archives of the six spells that are not as they were put away. Throws Failure if a file cannot be read */
export async function changedArchives(root: string, workflow: Workflow): Promise<ChangedArchive[]> {
  if (workflow.folder !== engineer.folder) return []
  const changed: ChangedArchive[] = []
  for (const name of foldersIn(root, archiveFolder)) {
    const folder = `${archiveFolder}/${name}`
    const one = await changedIn(root, { ...workflow, folder })
    if (one) changed.push(one)
  }
  return changed
}

async function changedIn(root: string, workflow: Workflow): Promise<ChangedArchive | undefined> {
  const { folder } = workflow
  const text = attempt(() => readText(root, statePath(workflow)))
  if (text instanceof Failure || text === undefined) return undefined
  const state = attempt(() => parseState(text, workflow, true))
  if (state instanceof Failure) return { folder, texts: [] }
  const last = state.history.findLast(isArchiving)
  if (!last) return undefined
  const texts: { path: string; digest: string }[] = []
  const put = archivedFiles<object>(engineer)
  put.take(last, {})
  for (const { path: then, digest } of put.end()) {
    const path = `${folder}/${then.slice((last.archive ?? '').length + 1)}`
    if (isThere(root, path) && !(await hasDigest(root, path, digest))) texts.push({ path, digest })
  }
  const tail = attempt(() => readTail(root, historyPath(workflow)))
  const isWhole = !(tail instanceof Failure) && tail?.digest === state.history.at(-1)?.digest
  return texts.length > 0 || !isWhole ? { folder, texts } : undefined
}

/** @returns a command that brings a text back from the commit that has it, wherever that has it; undefined if none is known */
export async function bringTextBack(root: string, path: string, digest: string): Promise<string | undefined> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const known = await commitWith(root, name, async (bytes) => (await digestOf(bytes.toString())) === digest)
  return known && `git show ${quoted(`${known.commit}:./${known.path}`)} > ${quoted(path)}`
}

/** @returns a command that shows where git has files, and how one brings them back */
export function lookInGit(...paths: readonly string[]): string {
  const all = paths.map(quoted).join(' ')
  return `git log --oneline -- ${all}   # then: git restore --source=COMMIT -- ${all}`
}

/** For a shell, where a name needs it. */
export const quoted = (path: string): string => (/^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)
