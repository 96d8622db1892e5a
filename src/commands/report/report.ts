import { resolve } from 'node:path'
import { code, paragraphs } from '../../answer/markdown'
import type { CommandContext, Output } from '../../cli/command'
import { exit } from '../../failure/failure'
import { workingFolder } from '../../store/disk/root'
import { timestampOf } from '../../store/disk/stamp'
import { writeUserPage } from '../../store/disk/user-page'
import { loadMap } from './map/load'
import { marksOf } from './map/marks'
import { mapSvg } from './map/svg'
import type { WorkReport } from './model'
import { pieceToReport } from './piece-to-report'
import { readReport } from './read-report'
import { reportMarkdown, verdictLine } from './report-markdown'
import { pageMark, reportPage } from './report-page'
import { minuteOf } from './report-words'

type Own = { readonly html?: string; readonly archive?: string }

/**
 * Reports where a piece of work is: as Markdown, as JSON, or as a page in a file.
 *
 * @throws Failure as `pieceToReport`, `readReport` and `writeUserPage` do
 */
export async function report(cli: CommandContext<Own>): Promise<Output> {
  const { html, archive } = cli.options
  const { piece, ctx, warnings } = await pieceToReport(cli, archive)
  const model = await readReport(piece, ctx)
  const document = { schemaVersion: 1, kind: 'report', ok: true, ...model, page: null, warnings } as const
  if (html === undefined) return { document, markdown: reportMarkdown(model), exitCode: exit.done }
  const file = resolve(workingFolder(cli.options.cwd), html)
  const head = ctx.head?.()
  const made = `Made by spell report on ${minuteOf(timestampOf(ctx.now))} UTC${head ? `, at ${head.slice(0, 7)}` : ''}. All times are UTC.`
  const page = reportPage(model, made, pictureOf(model))
  writeUserPage(ctx.root, file, page, pageMark, 'spell report --html report.html', ctx.newWork())
  const bytes = Buffer.byteLength(page)
  return {
    document: { ...document, page: { path: file, bytes } },
    markdown: `${paragraphs(verdictLine(model), `Written: ${code(html)} (${Math.ceil(bytes / 1000)} kB).`)}\n`,
    exitCode: exit.done,
  }
}

/** The map of its workflow, with the way walked; nothing is walked without a step. */
function pictureOf(model: WorkReport): string | undefined {
  if (model.way.steps === 0) return undefined
  const map = loadMap(model.workflow)
  return mapSvg(model.workflow, map, marksOf(map, model))
}
