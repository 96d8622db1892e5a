import { asking } from './asking'
import { gitFolderOf } from './head'
import { readBlob } from './read-blob'

/** The most commits to search. */
const maxCommits = 200

/**
 * Searches the history of the checkout for a text.
 *
 * @param root absolute
 * @param name of the file, which may have been in any folder of `.ai/`
 * @param isWanted called with the bytes of each version of such a file, the newest first
 * @returns the short id of the newest commit that has it, and the file's path relative to the root; undefined if it is
 *   in none of the last commits, or without git
 */
export async function commitWith(
  root: string,
  name: string,
  isWanted: (bytes: Buffer) => Promise<boolean>,
): Promise<{ readonly commit: string; readonly path: string } | undefined> {
  if (!gitFolderOf(root)) return undefined
  const way = [
    '-m',
    '--raw',
    '--no-renames',
    '--no-abbrev',
    '--relative',
    `--max-count=${maxCommits}`,
    '--format=commit %H',
  ]
  const log = await (await asking(root))('--glob-pathspecs', 'log', ...way, '--', `.ai/**/${name}`)
  const seen = new Set<string>()
  let commit = ''
  for (const line of log.split('\n')) {
    commit = /^commit (\w+)/.exec(line)?.[1] ?? commit
    const [, blob = '', path = ''] = /^:\d+ \d+ \w+ (\w+) [A-Z]\d*\t(.+)$/.exec(line) ?? []
    if (!path || /^0+$/.test(blob) || seen.has(blob)) continue
    seen.add(blob)
    if (await isWanted(await readBlob(root, blob))) return { commit: commit.slice(0, 12), path }
  }
  return undefined
}
