import { asking } from './asking'
import { gitFolderOf } from './head'
import { readBlob } from './read-blob'

/** Commits that are looked at. */
const maxCommits = 200

/**
 * Looks for a text in the past of what is checked out.
 *
 * @param root absolute
 * @param name of its file, which may have lain in any folder of `.ai/`
 * @param isWanted asked of the bytes of each that such a file has had, the newest first
 * @returns the beginning of the id of the newest commit that has it, and the file's path relative to the root; undefined if none
 *   of the last ones has it, or there is no git
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
