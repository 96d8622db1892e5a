import type { Environment } from '../settings/settings'
import { gitFolderOf } from './head'
import { quietGit, readable } from './quiet-git'

const maxCommits = 200

/** @returns the content of a file in HEAD; undefined if it has none, or without git */
export async function committedText(root: string, path: string, env: Environment): Promise<string | undefined> {
  if (!gitFolderOf(root)) return undefined
  const bytes = await quietGit(root, env)(['cat-file', 'blob', `HEAD:./${path}`]).catch(() => undefined)
  return bytes === undefined ? undefined : readable(bytes)
}

/**
 * Searches the last commits of the checkout for a text.
 *
 * @param name of the file, which may have been in any folder of `.ai/`
 * @param isWanted called with the bytes of each version of such a file, the newest first
 * @returns the short id of the newest commit that has it, and the file's path; undefined without one
 */
export async function commitWith(
  root: string,
  name: string,
  env: Environment,
  isWanted: (bytes: Buffer) => Promise<boolean>,
): Promise<{ readonly commit: string; readonly path: string } | undefined> {
  if (!gitFolderOf(root)) return undefined
  const git = quietGit(root, env)
  const shape = ['-m', '--raw', '--no-renames', '--no-abbrev', '--relative', '--format=commit %H']
  const asked = ['--glob-pathspecs', 'log', ...shape, `--max-count=${maxCommits}`, '--', `.ai/**/${name}`]
  const log = readable(await git(asked).catch(() => ''))
  const seen = new Set<string>()
  let commit = ''
  for (const line of log.split('\n')) {
    commit = /^commit (\w+)/.exec(line)?.[1] ?? commit
    const [, blob = '', path = ''] = /^:\d+ \d+ \w+ (\w+) [A-Z]\d*\t(.+)$/.exec(line) ?? []
    if (!path || /^0+$/.test(blob) || seen.has(blob)) continue
    seen.add(blob)
    const bytes = Buffer.from(await git(['cat-file', 'blob', blob]), 'latin1')
    if (await isWanted(bytes)) return { commit: commit.slice(0, 12), path }
  }
  return undefined
}
