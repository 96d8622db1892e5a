/** Where a report comes from: the commit, and the run that made it. */
export interface Origin {
  /** The address of the repository, below which commits and files are; without a slash at its end. */
  readonly web: string
  readonly commit: string
  readonly folder: string
  /** The address of the run, whose summary has all of it, and of what it keeps. */
  readonly run: string
  readonly kept: string
}

/** GitHub takes 65,536 characters; the mark and the links need some. */
const most = 64_000

/** @returns what a comment with the report of a piece of work begins with */
export const commentMark = (workflow: string, work: string): string => `<!-- spell report ${workflow} ${work} -->\n`

/** @returns the text of a comment, with links to what was reported; of a long report it has the beginning */
export function commentText(markdown: string, { web, commit, folder, run, kept: page }: Origin): string {
  const summary = `[summary of the run](${run})`
  const links = `At [\`${commit.slice(0, 7)}\`](${web}/commit/${commit}): [the files](${web}/tree/${commit}/${encodeURI(folder)}), [the page](${page}).`
  const lines = markdown.trimEnd().split('\n')
  const kept: string[] = []
  let length = 0
  for (const line of lines) {
    length += line.length + 1
    if (length > most) break
    kept.push(line)
  }
  const rest = lines.length - kept.length
  const note = rest > 0 ? [`_${rest.toLocaleString('en')} more lines are in the ${summary}._`] : []
  return `${[kept.join('\n'), ...note, links].join('\n\n')}\n`
}
