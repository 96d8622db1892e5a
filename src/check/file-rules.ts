import { basename, dirname } from 'node:path'
import { beginsWith, hasDigest } from '../disk/digest'
import { formOfFile } from '../disk/form'
import { refuseLinks } from '../disk/links'
import { backupPath, backupsPath, lockPath, nextPath } from '../disk/local'
import { filesUnder, hasFile, isThere, readText } from '../disk/read'
import { getOrInsert } from '../engine/records'
import { committedText } from '../git/committed'
import type { Git } from '../git/git'
import { ignoredOf } from '../git/ignored'
import { attempt, Failure, ifPossible } from '../text/failure'
import { conflictIn, markerIn } from '../text/markdown/merge-markers'
import { historyPath, isArchiving, statePath } from '../work/history/history-line'
import { archivedFiles, type FixedFile } from '../work/state/archived-files'
import { findEditedContext } from '../work/state/edited-context'
import { probeFile } from '../work/state/probe'
import { archivedState, type Work } from '../work/work'
import { missingFiles as lacking } from '../workflow/transition'
import { standard, standardFlow } from '../workflows/registry'
import { bringTextsBack, intoPlace } from './bring-back'
import type { Evidence } from './examine'
import { type Finding, finding, type Place } from './finding'

/** A file that must stay unchanged, and the entry that wrote it. */
export type KeptFile = FixedFile & Required<Place>

/**
 * Checks that files which were archived or handed in still exist unchanged. A file moved within `.ai/` with the same text is
 * not missing, nor is one that git ignores.
 *
 * @throws Failure if a file cannot be read
 */
export async function keptAsTheyWere(
  git: Git,
  files: readonly KeptFile[],
): Promise<{ readonly changed: readonly Finding[]; readonly missing: readonly KeptFile[] }> {
  const changed: Finding[] = []
  const missing: KeptFile[] = []
  for (const file of files) {
    if (!isThere(git.root, file.path)) missing.push(file)
    else if (!isKept(git.root, file)) changed.push(await changedOne(git, file))
  }
  return { changed, missing: await withoutThoseElsewhere(git, missing) }
}

/** What an archive has shown may be shown again: its proofs only grow. A formatter may change how a text looks. */
export const isKept = (root: string, { path, digest, form }: KeptFile): boolean =>
  hasDigest(root, path, digest) ||
  (basename(path) === 'proofs.jsonl' && beginsWith(root, path, digest)) ||
  (form !== undefined && ifPossible(() => formOfFile(root, path)) === form)

async function withoutThoseElsewhere(git: Git, missing: readonly KeptFile[]): Promise<KeptFile[]> {
  if (missing.length === 0) return []
  const own = Object.keys(standardFlow.probes).map((path) => basename(path))
  const paths = missing.map(({ path }) => path)
  // Where git does not answer, it ignores nothing.
  const ignored = new Set(await ignoredOf(git, paths).catch(() => []))
  const all = filesUnder(git.root, '.ai')
  return missing.filter(({ path, digest }) => {
    const name = basename(path)
    // Operating systems add files to folders, which are not committed.
    if (ignored.has(path) || (name.startsWith('.') && !own.includes(name))) return false
    return !all.some((other) => basename(other) === name && hasDigest(git.root, other, digest))
  })
}

async function changedOne(git: Git, { path, digest, form, where, line, isArtifact }: KeptFile): Promise<Finding> {
  const hint = form !== undefined && isOpenToFormatters(git.root, path) ? byFormatter : ''
  const message = `${path} was changed after it was ${isArtifact ? 'handed in' : 'archived'} (${where} line ${line}).${hint}`
  // The base may not have the file yet.
  const fix = await bringTextsBack(git, [{ path, digest }], path)
  return finding(isArtifact ? 'artifact-changed' : 'archived-file-changed', path, message, fix)
}

const byFormatter = ' A formatter changes code in fences, too: the line `.ai/` in .prettierignore keeps it away.'

/** Whether a text has what formatters may not change, and nothing keeps them away. */
const isOpenToFormatters = (root: string, path: string): boolean => {
  const said = (each: string) => ifPossible(() => readText(root, each)) ?? ''
  return /^[\s>]*(?:```|~~~)/m.test(said(path)) && !/^\/?\.ai(?:\/.*)?\s*$/m.test(said('.prettierignore'))
}

/** @returns a finding for each folder that lacks files, with what brings all of them back if git has them */
export async function missingByFolder(git: Git, files: readonly KeptFile[]): Promise<Finding[]> {
  const folders = new Map<string, KeptFile[]>()
  for (const file of files) getOrInsert(folders, dirname(file.path), () => []).push(file)
  return await Promise.all([...folders].map((folder) => lostOnes(git, folder)))
}

async function lostOnes(git: Git, [folder, lost]: readonly [string, readonly KeptFile[]]): Promise<Finding> {
  const [first] = lost as readonly [KeptFile]
  const names = lost.map(({ path }) => basename(path)).join(', ')
  const [code, what] = first.isArtifact
    ? (['artifact-missing', 'handed in'] as const)
    : (['archived-file-missing', 'archived there'] as const)
  const fix = await bringTextsBack(git, lost, lost.length === 1 ? first.path : folder)
  return finding(code, first, `${folder} lacks what was ${what}: ${names}.`, fix)
}

/**
 * The same of the files that went to an archive with its piece of work, as its state says: a merge may have applied edits
 * from another path to them.
 *
 * @throws Failure if a file cannot be read
 */
export async function changedInArchive(work: Work, git: Git): Promise<readonly Finding[]> {
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
  return (await keptAsTheyWere(git, there)).changed
}

/** A link that leads out of the root, or is in the place of a file. */
export function findLinks({ work: { root, flow } }: Evidence): Finding[] {
  const ofWork = [statePath(flow), historyPath(flow), ...Object.keys(flow.probes)]
  const found = new Map<string, Finding>()
  for (const path of [...ofWork, lockPath, backupPath(backupsPath(flow), 0), nextPath(flow)]) {
    const refused = attempt(() => refuseLinks(root, [path]))
    if (!(refused instanceof Failure)) continue
    const { code, message, fix } = refused
    if (code === 'link-outside' || code === 'link-in-the-way') found.set(message, finding(code, path, message, fix))
  }
  return [...found.values()]
}

/** What cannot be read, what the state needs and is not there, and what was handed in and is changed. */
export async function findFileFaults({ work, git, saved, artifacts }: Evidence): Promise<Finding[]> {
  const { root, flow } = work
  const unreadable: Finding[] = []
  const probe: Record<string, true | undefined> = {}
  for (const [path, need] of Object.entries(flow.probes)) {
    const there = attempt(() => {
      probeFile(root, path, need)
      return hasFile(root, path)
    })
    if (there instanceof Failure) unreadable.push(finding('file-unreadable', path, there.message, there.fix))
    // A file that cannot be read is not missing.
    probe[path] = there === false ? undefined : true
  }
  if (saved instanceof Failure || saved.unlogged.length > 0 || saved.relation === 'older') return unreadable
  // A context changed by hand proves nothing about files.
  const context = flow.files.buildsOn && !findEditedContext(root, flow, saved) ? saved.context : {}
  const missing = await missingFiles(git, lacking(flow, saved.current, probe, context))
  const handed = await handedIn(git, artifacts)
  return [...unreadable, ...missing, ...handed.filter(({ where }) => !missing.some((file) => file.where === where))]
}

/** A file that a merge was committed in as git left it: nobody has chosen what it says. */
export function findMergeMarkers({ work: { root, flow } }: Evidence): Finding[] {
  return Object.keys({ ...flow.probes, ...flow.files.guides }).flatMap((path) => {
    const text = ifPossible(() => readText(root, path)) ?? ''
    // Results have what programs print, such as a line of these signs.
    const isPrinted = flow.probes[path] === 'content' && !text.includes('<<<<<<< ')
    const line = isPrinted ? undefined : markerIn(text)
    if (line === undefined) return []
    const fix = `Choose between the two sides in ${path}, and take the lines of the markers out.`
    return [finding('merge-conflict', { where: path, line }, conflictIn(path), fix, '')]
  })
}

/** @returns a finding for each file that the state needs, with what brings it back if git has it */
export const missingFiles = (git: Git, paths: readonly string[]): Promise<Finding[]> =>
  Promise.all(
    paths.map(async (path) => {
      const isKnown = (await committedText(git, path)) !== undefined
      const fix = isKnown
        ? `${intoPlace(git.root, [path], `git restore --source=HEAD -- ${path}`)}   # or write it again`
        : 'spell lumos   # git does not have it: write it again'
      return finding('file-missing', path, `${path} is missing, and the current state needs it.`, fix)
    }),
  )

/** Artifacts that were changed after they were handed in. */
async function handedIn(git: Git, artifacts: readonly KeptFile[]): Promise<readonly Finding[]> {
  const { changed, missing } = await keptAsTheyWere(git, artifacts)
  const found = [...changed]
  for (const { path, digest } of missing) {
    const fix = await bringTextsBack(git, [{ path, digest }], path)
    found.push(finding('file-missing', path, `${path} was handed in, and is gone.`, fix))
  }
  return found
}
