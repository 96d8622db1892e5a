import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { wordsHere } from '../cast/answer/words-here'
import { type CommandContext, documentOutput, type Output } from '../cli/command'
import { builtJson } from '../disk/built'
import { notPlain, onDisk, pathInCommand } from '../disk/disk-failure'
import { isInside, refuseLinks, removeLink } from '../disk/links'
import { readBeginning } from '../disk/read'
import { writeOver } from '../disk/replace-file'
import { workingFolder } from '../disk/root'
import { timestampOf } from '../disk/stamp'
import { changesBetween } from '../git/changes'
import { lineText, writeMarkdown } from '../text/blocks/write-markdown'
import { exit, Failure } from '../text/failure'
import { code, paragraphs } from '../text/markdown-parts'
import { minuteOf } from '../text/time'
import { commentOnRequest } from './comment-on-request'
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
  const head = `${report.title} (${placeText(report)})`
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
  if (!found)
    throw new Failure(
      exit.usage,
      'no-such-folder',
      `There is no folder ${folder}.`,
      `mkdir -p ${pathInCommand(folder)}`,
    )
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
