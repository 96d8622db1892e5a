import { resolve } from 'node:path'
import { wordsHere } from '../cast/answer/words-here'
import type { CommandContext, Output } from '../cli/command'
import { documentOutput } from '../cli/command'
import { builtJson } from '../disk/built'
import { workingFolder } from '../disk/root'
import { timestampOf } from '../disk/stamp'
import { writeUserPage } from '../disk/user-page'
import { changesBetween } from '../git/changes'
import { lineText, writeMarkdown } from '../text/blocks/write-markdown'
import { code, paragraphs } from '../text/markdown-parts'
import { minuteOf } from '../text/time'
import { commentOnRequest } from './comment-on-request'
import type { WorkReport } from './model'
import { readReport } from './read-report'
import { pageMark, reportPage } from './report-page'
import { reportSections } from './report-sections'
import { placeText, reportNamed } from './report-words'
import { workToReport } from './work-to-report'

type Own = { readonly html?: string; readonly comment?: true; readonly archive?: string }

/** Reports where a piece of work is: as Markdown, as JSON, as a page in a file, or as a comment on a pull request. */
export async function report(cli: CommandContext<Own>): Promise<Output> {
  const { html, comment, archive } = cli.options
  const { work, ctx, warnings } = await workToReport(cli, archive)
  const model = await readReport(work, ctx, changesBetween)
  const words = await wordsHere(cli.options.cwd, cli.env)
  const shown = reportNamed(model, words)
  const markdown = reportMarkdown(shown)
  const said = comment ? await commentOnRequest(model, markdown, ctx.root, cli.env) : undefined
  const fields = { ...model, page: null, comment: said && 'url' in said ? said.url : null }
  const all = [...warnings, ...(said && 'warning' in said ? [said.warning] : [])]
  if (html === undefined)
    return {
      ...documentOutput('report', true, fields, markdown, all),
      // What a long report has scrolled away is what matters most.
      terminal: {
        main: paragraphs(reportMarkdown(shown, false).trimEnd(), `**${lineText(shown.verdict.text)}**`),
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
export function reportMarkdown(report: WorkReport, folds = true): string {
  const head = `${report.title} (${placeText(report)})`
  return `${paragraphs(lineText(report.verdict.text), lineText(head), writeMarkdown(reportSections(report), folds))}\n`
}
