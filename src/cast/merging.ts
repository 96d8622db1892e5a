import { settlingPath } from '../disk/local'
import { isFile } from '../disk/read'
import { mayBeMerging } from '../git/head'
import { exit, Failure } from '../text/failure'
import { archiveFolder } from '../work/history/history-line'
import type { Work } from '../work/work'
import type { Probe } from '../workflow/transition'
import type { CastContext } from './cast'

type Seen = Pick<CastContext, 'env' | 'clone'>

/**
 * Tells whether git asks about a piece of work, or about an archive that may be of it. git is started only if its files
 * say that it is putting something together.
 *
 * @returns the failure that refuses a step, if any
 * @throws Failure (system) `no-git`, `git-failed`
 */
export async function mergingIn({ root, flow, folder }: Work, { env, clone }: Seen): Promise<Failure | undefined> {
  if (isFile(root, settlingPath)) return conflict('The settling of a merge was stopped half-way.', 'spell doctor --fix')
  if (!mayBeMerging(clone().git)) return undefined
  const { unmergedFiles } = await import('../git/piece-files')
  const archives = `${archiveFolder(flow)}/`
  const paths = (await unmergedFiles(root, env)).filter(
    (path) => path.startsWith(`${folder}/`) || path.startsWith(archives),
  )
  const more = paths.length > 1 ? ` and ${paths.length - 1} more` : ''
  return paths.length > 0
    ? conflict(`A merge is not settled: git asks about ${paths[0]}${more}.`, 'spell doctor')
    : undefined
}

/** @throws Failure `merge-conflict` (unreadable) if git asks about the piece of work; as `mergingIn` does */
export async function refuseMerging(work: Work, seen: Seen): Promise<void> {
  const failure = await mergingIn(work, seen)
  if (failure) throw failure
}

/** @returns the failure `merge-conflict` (unreadable) if a file that the facts depend on was committed as a merge left it */
export async function markersIn(texts: Probe): Promise<Failure | undefined> {
  const marked = Object.entries(texts).filter(([, text]) => /^(?:[<>=]{7}|\|{7} )/m.test(String(text)))
  if (marked.length === 0) return undefined
  const { conflictIn, markerIn } = await import('../text/markdown/merge-markers')
  const path = marked.find(([, text]) => markerIn(String(text)) !== undefined)?.[0]
  return path === undefined ? undefined : conflict(conflictIn(path), 'spell doctor')
}

const conflict = (message: string, fix: string): Failure => new Failure(exit.unreadable, 'merge-conflict', message, fix)
