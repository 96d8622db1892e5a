import { basename, dirname } from 'node:path'
import { beginsWith, hasDigest } from '../disk/digest'
import { formOfFile } from '../disk/form'
import { filesUnder, isThere, readText } from '../disk/read'
import { kept } from '../engine/records'
import { ifPossible } from '../failure/failure'
import { standard, standardFlow } from '../flows/registry'
import { ignoredOf } from '../git/ignored'
import type { Environment } from '../settings/settings'
import { historyPath, isArchiving } from '../work/history/history-line'
import { archivedFiles, type KeptFile } from '../work/state/archived-files'
import { archivedState, type Work } from '../work/work'
import { bringTextsBack, type Finding, finding, type Place, searchAll } from './finding'

/** A file that must stay unchanged, and the entry that wrote it. */
export type Archived = KeptFile & Required<Place>

/**
 * Checks that files which were archived or handed in still exist unchanged. A file moved within `.ai/` with the same text is
 * not missing, nor is one that git ignores.
 *
 * @throws Failure if a file cannot be read
 */
export async function keptAsTheyWere(
  root: string,
  files: readonly Archived[],
  env: Environment,
): Promise<{ readonly changed: readonly Finding[]; readonly missing: readonly Archived[] }> {
  const changed: Finding[] = []
  const missing: Archived[] = []
  for (const file of files) {
    if (!isThere(root, file.path)) missing.push(file)
    else if (!isKept(root, file)) changed.push(await changedOne(root, file, env))
  }
  return { changed, missing: await withoutThoseElsewhere(root, missing, env) }
}

/** What an archive has shown may be shown again: its proofs only grow. A formatter may change how a text looks. */
export const isKept = (root: string, { path, digest, form }: Archived): boolean =>
  hasDigest(root, path, digest) ||
  (basename(path) === 'proofs.jsonl' && beginsWith(root, path, digest)) ||
  (form !== undefined && ifPossible(() => formOfFile(root, path)) === form)

async function withoutThoseElsewhere(
  root: string,
  missing: readonly Archived[],
  env: Environment,
): Promise<Archived[]> {
  if (missing.length === 0) return []
  const own = Object.keys(standardFlow.probes).map((path) => basename(path))
  const paths = missing.map(({ path }) => path)
  // Where git does not answer, it ignores nothing.
  const ignored = new Set(await ignoredOf(root, paths, env).catch(() => []))
  const all = filesUnder(root, '.ai')
  return missing.filter(({ path, digest }) => {
    const name = basename(path)
    // Operating systems add files to folders, which are not committed.
    if (ignored.has(path) || (name.startsWith('.') && !own.includes(name))) return false
    return !all.some((other) => basename(other) === name && hasDigest(root, other, digest))
  })
}

async function changedOne(
  root: string,
  { path, digest, form, where, line, isArtifact }: Archived,
  env: Environment,
): Promise<Finding> {
  const hint = form !== undefined && isOpenToFormatters(root, path) ? byFormatter : ''
  const message = `${path} was changed after it was ${isArtifact ? 'handed in' : 'archived'} (${where} line ${line}).${hint}`
  // The base may not have the file yet.
  const fix = (await bringTextsBack(root, [{ path, digest }], env)) ?? searchAll(path)
  return finding(isArtifact ? 'artifact-changed' : 'archived-file-changed', path, message, fix)
}

const byFormatter = ' A formatter changes code in fences, too: the line `.ai/` in .prettierignore keeps it away.'

/** Whether a text has what formatters may not change, and nothing keeps them away. */
const isOpenToFormatters = (root: string, path: string): boolean => {
  const said = (each: string) => ifPossible(() => readText(root, each)) ?? ''
  return /^[\s>]*(?:```|~~~)/m.test(said(path)) && !/^\/?\.ai(?:\/.*)?\s*$/m.test(said('.prettierignore'))
}

/** @returns a finding for each folder that lacks files, with what brings all of them back if git has them */
export async function missingByFolder(root: string, files: readonly Archived[], env: Environment): Promise<Finding[]> {
  const folders = new Map<string, Archived[]>()
  for (const file of files) kept(folders, dirname(file.path), () => []).push(file)
  return await Promise.all([...folders].map((folder) => lostOnes(root, folder, env)))
}

async function lostOnes(
  root: string,
  [folder, lost]: readonly [string, readonly Archived[]],
  env: Environment,
): Promise<Finding> {
  const [first] = lost as readonly [Archived]
  const names = lost.map(({ path }) => basename(path)).join(', ')
  const [code, what] = first.isArtifact
    ? (['artifact-missing', 'handed in'] as const)
    : (['archived-file-missing', 'archived there'] as const)
  const fix = (await bringTextsBack(root, lost, env)) ?? searchAll(lost.length === 1 ? first.path : folder)
  return finding(code, first, `${folder} lacks what was ${what}: ${names}.`, fix)
}

/**
 * The same of the files that went to an archive with its piece of work, as its state says: a merge may have applied edits
 * from another path to them.
 *
 * @throws Failure if a file cannot be read
 */
export async function changedInArchive(work: Work, env: Environment): Promise<readonly Finding[]> {
  const { root, flow, folder } = work
  const state = ifPossible(() => archivedState(work))
  if (!state) return []
  const last = state.history.findLast(isArchiving)
  // A session ends as current work.
  if (!last && flow.definition.name === standard) return []
  const put = archivedFiles<Required<Place>>(work.written)
  if (last) put.take(last, { where: historyPath(flow), line: last.number ?? 1 })
  const files = put.end().map((file) => ({
    ...file,
    path: `${folder}/${file.path.slice((last?.archive ?? '').length + 1)}`,
  }))
  const there = files.filter(({ path }) => isThere(root, path))
  return (await keptAsTheyWere(root, there, env)).changed
}
