import { asking } from './asking'

/** Commits that are looked at. */
const maxCommits = 20

/** @returns whether the past of what is checked out is there in part only */
export async function isShallow(root: string): Promise<boolean> {
  return (await (await asking(root))('rev-parse', '--is-shallow-repository')) === 'true'
}

/**
 * Looks for a text in the past of what is checked out, merges included, and in what is just being merged.
 *
 * @param root absolute; `paths` are relative to it
 * @returns the contents of those files in the commits where it came or went, as they were with it; none without git
 */
export async function committedTexts(root: string, text: string, paths: readonly string[]): Promise<string[]> {
  const run = await asking(root)
  const merged = await run('rev-parse', '--verify', '--quiet', 'MERGE_HEAD')
  const tips = ['HEAD', ...(merged ? [merged] : [])]
  // Without the first, git leaves branches out whose file was not kept; a line may have come with a merge itself.
  const way = ['--full-history', '-m', '--no-patch', `--max-count=${maxCommits}`, '--format=%H %P']
  const found = await run('--literal-pathspecs', 'log', ...way, `-S${text}`, ...tips, '--', ...paths)
  // Where it went it was before.
  const commits = new Set(found.split(/\s+/).filter((id) => id !== ''))
  const texts: string[] = []
  for (const commit of commits)
    for (const path of paths) {
      const content = await run('cat-file', 'blob', `${commit}:./${path}`)
      if (content.includes(text)) texts.push(content)
    }
  return texts
}
