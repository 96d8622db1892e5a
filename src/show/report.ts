import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { wordsHere } from '../cast/answer/words-here'
import { folderOf, requestOf } from '../check/ci-run'
import { type CommandContext, documentOutput, type Output } from '../cli/command'
import { builtJson } from '../disk/built'
import { notPlain, onDisk, pathInCommand } from '../disk/disk-failure'
import { isInside, refuseLinks, removeLink } from '../disk/links'
import { readBeginning } from '../disk/read'
import { writeOver } from '../disk/replace-file'
import { workingFolder } from '../disk/root'
import { timestampOf } from '../disk/stamp'
import { changesBetween } from '../git/changes'
import { type Repository, repositoryOf } from '../review/server'
import { lineText, writeMarkdown } from '../text/blocks/write-markdown'
import { attemptAsync, exit, Failure } from '../text/failure'
import { code, paragraphs } from '../text/markdown-parts'
import { minuteOf } from '../text/time'
import type { WorkReport } from './model'
import { readReport } from './read-report'
import { pageMark, reportPage } from './report-page'
import { reportSections } from './report-sections'
import { placeText, reportNamed } from './report-words'
import { workToReport } from './work-to-report'

type Own = { readonly html?: string; readonly short?: true; readonly comment?: true; readonly archive?: string }

/** Reports where a piece of work is: as Markdown, as JSON, as a page in a file, or as a comment on a pull request. */
export async function report(cli: CommandContext<Own>): Promise<Output> {
  const { html, short, comment, archive } = cli.options
  const { work, ctx, warnings } = await workToReport(cli, archive)
  const model = await readReport(work, ctx, changesBetween)
  const words = await wordsHere(cli.options.cwd, cli.env)
  const shown = reportNamed(model, words)
  const view = short ? 'short' : 'text'
  const markdown = reportMarkdown(shown, view)
  const said = comment ? await commentOnRequest(model, markdown, ctx.root, cli.env) : undefined
  const fields = { ...model, page: null, comment: said && 'url' in said ? said.url : null }
  const all = [...warnings, ...(said && 'warning' in said ? [said.warning] : [])]
  if (html === undefined)
    return {
      ...documentOutput('report', true, fields, markdown, all),
      // What a long report has scrolled away is what matters most.
      terminal: {
        main: paragraphs(reportMarkdown(shown, view, false).trimEnd(), `**${lineText(shown.verdict.text)}**`),
        aside: '',
      },
    }
  const path = resolve(workingFolder(cli.options.cwd), html)
  const head = ctx.head?.()
  const made = `Made by spell report on ${minuteOf(timestampOf(ctx.now))} UTC${head ? `, with HEAD at ${head.slice(0, 7)}` : ''}. All times are UTC.`
  const page = reportPage(shown, made, builtJson('pages.json'))
  writeUserPage(ctx.root, path, page, pageMark, 'spell report --html .ai/.local/report.html', ctx.newWork())
  const bytes = Buffer.byteLength(page)
  const written = `${paragraphs(`${model.verdict.text}.`, `Written: ${code(html)} (${Math.ceil(bytes / 1000)} kB).`)}\n`
  return documentOutput('report', true, { ...fields, page: { path, bytes } }, written, all)
}

/**
 * @param folds whether a reader can fold parts, as in a pull request or a release note
 * @returns the report as Markdown; its first line is the verdict
 */
export function reportMarkdown(report: WorkReport, view: 'text' | 'short' = 'text', folds = true): string {
  const head = [{ prose: report.title }, ` (${placeText(report)})`]
  return `${paragraphs(lineText(report.verdict.text), lineText(head), writeMarkdown(reportSections(report, view), folds))}\n`
}

/**
 * Writes a page or a picture to where the user wants it. A reader sees the old one or the new one.
 *
 * @param file absolute; an earlier page is replaced, any other file is not
 * @param mark what every page begins with
 * @param instead a command that writes it under another name
 * @param part a name for the unfinished page, which no other process has
 * @throws Failure `not-a-page` (usage) if another file has the name, `no-such-folder` (usage), `link-in-the-way`,
 *   `link-outside`; if the disk refuses
 */
export function writeUserPage(
  root: string,
  file: string,
  text: string,
  mark: string,
  instead: string,
  part: string,
): void {
  const folder = dirname(file)
  const found = onDisk('read', folder, () => lstatSync(folder, { throwIfNoEntry: false }) && realpathSync(folder))
  const fix = `mkdir -p ${pathInCommand(folder)}`
  if (!found) throw new Failure(exit.usage, 'no-such-folder', `There is no folder ${folder}.`, fix)
  const home = realpathSync.native(root)
  // As the user names it: what is in the repository must not lead out of it.
  if (isInside(root, file)) refuseLinks(root, [relative(root, file)])
  else if (isInside(home, join(found, basename(file)))) refuseLinks(home, [relative(home, join(found, basename(file)))])
  onDisk('write', file, () => {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat?.isSymbolicLink()) {
      throw new Failure(exit.system, 'link-in-the-way', `${file} is a link; it must be a file.`, removeLink(file))
    }
    if (stat && !stat.isFile()) throw notPlain(stat)
    if (stat && stat.size > 0 && readBeginning(folder, basename(file), mark.length)?.text !== mark) {
      const message = `${file} is another file, which is not replaced.`
      throw new Failure(exit.usage, 'not-a-page', message, instead)
    }
    writeOver(file, text, part)
  })
}

/** The token of a run for a fork may not write. */
const mayNot: readonly string[] = ['not-signed-in', 'no-access']

/** What a run is for: a pull request, a commit, and where to read more. */
interface RequestRun {
  readonly number: number
  readonly repository: Repository
  readonly commit: string
  /** The addresses of commits and files are below it, on GitLab after a `/-`. */
  readonly web: string
  /** The address of the run, and of the files that it keeps. */
  readonly run: string
  readonly kept: string
}

/** @returns the pull request that a run of GitHub Actions is for, or the merge request of a GitLab pipeline */
function runOf(env: CommandContext['env']): RequestRun | undefined {
  const isGitLab = env.CI_MERGE_REQUEST_IID !== undefined
  const web = isGitLab ? (env.CI_MERGE_REQUEST_PROJECT_URL ?? '') : `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}`
  // Of a merge with the target, GitLab names the commit of the branch apart.
  const { number, head: commit } = isGitLab
    ? { number: Number(env.CI_MERGE_REQUEST_IID), head: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || env.CI_COMMIT_SHA }
    : requestOf(env)
  const repository = repositoryOf(web)
  if (!number || commit === undefined || !repository) return undefined
  const [run, kept] = isGitLab
    ? [env.CI_PIPELINE_URL ?? web, `${env.CI_JOB_URL}/artifacts/browse`]
    : [`${web}/actions/runs/${env.GITHUB_RUN_ID ?? ''}`, `${web}/actions/runs/${env.GITHUB_RUN_ID ?? ''}#artifacts`]
  return { number, repository, commit, web: isGitLab ? `${web}/-` : web, run, kept }
}

/**
 * Puts a report on the pull request that a run of GitHub Actions or GitLab is for, into one comment.
 *
 * @throws Failure (usage) `no-pull-request` outside of such a run; as `keepComment` does
 */
export async function commentOnRequest(
  { workflow, work, folder }: WorkReport,
  markdown: string,
  root: string,
  env: CommandContext['env'],
): Promise<{ readonly url: string } | { readonly warning: string }> {
  const of = runOf(env)
  if (!of) {
    const message = '--comment needs the pull request that a run of GitHub Actions or GitLab is for.'
    const fix = env.GITLAB_CI
      ? 'glab mr note --message "$(spell report)"'
      : 'spell report | gh pr comment --body-file -'
    throw new Failure(exit.usage, 'no-pull-request', message, fix)
  }
  const above = folderOf(root, env)
  const text = commentText(markdown, above === '' ? folder : `${above}/${folder}`, of)
  const { keepComment } = await import('../review/keep-comment')
  const mark = `<!-- spell report ${workflow} ${work} -->\n`
  const url = await attemptAsync(() => keepComment({ ...of, mark, text }, env))
  if (!(url instanceof Failure)) return { url }
  if (mayNot.includes(url.code)) return { warning: `The report was not posted. ${url.message}` }
  throw url
}

/** GitHub takes 65,536 characters; the mark and the links need some. */
const most = 64_000

/**
 * @param folder of the work, in the repository
 * @returns the text of a comment, with links to what was reported; of a long report it has the beginning
 */
function commentText(markdown: string, folder: string, { web, commit, run, kept: page }: RequestRun): string {
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
