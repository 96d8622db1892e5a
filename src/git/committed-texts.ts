import { asking } from './asking'

/** The most commits to search. */
const maxCommits = 20

/** @returns whether the clone is shallow */
export async function isShallow(root: string): Promise<boolean> {
  return (await (await asking(root))('rev-parse', '--is-shallow-repository')) === 'true'
}

/**
 * Searches the history of the checkout for a text, including merges and a merge in progress.
 *
 * @param root absolute; `paths` are relative to it
 * @returns the contents of those files in the commits that added or removed the text, each with the text; none without
 *   git
 */
export async function committedTexts(root: string, text: string, paths: readonly string[]): Promise<string[]> {
  const run = await asking(root)
  const merged = await run('rev-parse', '--verify', '--quiet', 'MERGE_HEAD')
  const tips = ['HEAD', ...(merged ? [merged] : [])]
  // `--full-history`: otherwise git skips branches whose version was not kept. `-m`: a merge itself may have added the
  // line.
  const way = ['--full-history', '-m', '--no-patch', `--max-count=${maxCommits}`, '--format=%H %P']
  const found = await run('--literal-pathspecs', 'log', ...way, `-S${text}`, ...tips, '--', ...paths)
  // A commit that removed the text: its parents have it.
  const commits = new Set(found.split(/\s+/).filter((id) => id !== ''))
  const texts: string[] = []
  for (const commit of commits)
    for (const path of paths) {
      const content = await run('cat-file', 'blob', `${commit}:./${path}`)
      if (content.includes(text)) texts.push(content)
    }
  return texts
}
