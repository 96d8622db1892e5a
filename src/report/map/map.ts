import { resolve } from 'node:path'
import { bullets, code, paragraphs } from '../../answer/markdown'
import { documentOutput } from '../../cli/answer-output'
import { castContextOf } from '../../cli/cast-context'
import type { CommandContext, Output } from '../../cli/command'
import { workingFolder } from '../../disk/root'
import { writeUserPage } from '../../disk/user-page'
import { exit, Failure } from '../../failure/failure'
import { shownText } from '../../markdown/shown-text'
import { loadSettings } from '../../settings/settings'
import { wordsHere } from '../../settings/words-here'
import { workflowIn } from '../../work/workflows-here'
import type { WorkReport } from '../model'
import { readReport } from '../read-report'
import { grantText, reportNamed } from '../report-words'
import { workToReport } from '../work-to-report'
import { drawMap } from './drawing'
import type { MapLayout } from './layout'
import { type MapMarks, marksOf } from './marks'
import { loadMap } from './picture'
import { mapMark, mapSvg } from './svg'
import { mapText } from './text'

/** Draws where a piece of work is; if nothing is under way, the repository's default workflow. */
export async function map(cli: CommandContext<{ readonly svg?: string }>): Promise<Output> {
  const { svg } = cli.options
  const ctx = castContextOf(cli)
  const words = await wordsHere(cli.options.cwd, cli.env)
  const read = await reportIfAny(cli)
  const report = read && reportNamed(read, words)
  const name = report?.workflow ?? (await loadSettings(ctx.root, cli.env)).workflow
  const text = report ? report.map : await ownMap(ctx.root, name)
  if (text !== undefined) return mermaidOutput(name, text, report, svg)
  const layout = loadMap(name, words)
  const marks = report && marksOf(layout, report)
  const fields = fieldsOf(name, layout, report, marks)
  if (svg === undefined) {
    const granted = report?.granted === undefined ? '' : grantText(report.granted)
    const above = report ? granted : 'Nothing is under way here.'
    const below = paragraphs(above, layout.usual && `Ways without a word: ${code(layout.usual)}.`)
    const markdown = `${paragraphs(above, bullets(mapText(layout, marks).split('\n').map(shownText)))}\n`
    return {
      ...documentOutput('map', true, { ...fields, picture: null }, markdown),
      board: { draw: (width, paint) => drawMap(layout, marks, width, paint), below },
    }
  }
  const path = resolve(workingFolder(cli.options.cwd), svg)
  const picture = `${mapMark}${mapSvg(name, layout, marks)}`
  writeUserPage(ctx.root, path, picture, mapMark, 'spell map --svg .ai/.local/map.svg', ctx.newWork())
  const bytes = Buffer.byteLength(picture)
  const written = `Written: ${code(svg)} (${Math.ceil(bytes / 1000)} kB).\n`
  return documentOutput('map', true, { ...fields, picture: { path, bytes } }, written)
}

/** The map of a workflow of the repository, without work; undefined for a built-in one. */
async function ownMap(root: string, name: string): Promise<string | undefined> {
  const flow = await (await workflowIn(root, name)).fresh?.('')
  return flow && (await import('../../flows/own/mermaid')).mermaidOf(flow)
}

function mermaidOutput(workflow: string, mermaid: string, report: WorkReport | undefined, svg?: string): Output {
  if (svg !== undefined) {
    const message = `The map of ${workflow} is Mermaid text, which GitHub and editors draw; spell makes no picture of it.`
    throw new Failure(exit.notPossible, 'no-picture', message, 'spell map > map.md')
  }
  const fields = {
    workflow,
    work: report?.work ?? null,
    state: report?.state ?? null,
    granted: report?.granted ?? null,
  }
  const none = { phases: [], boxes: [], lines: [], others: [], picture: null }
  const above = report ? '' : 'Nothing is under way here.'
  const markdown = `${paragraphs(above, `\`\`\`mermaid\n${mermaid.trim()}\n\`\`\``)}\n`
  return documentOutput('map', true, { ...fields, ...none, mermaid }, markdown)
}

async function reportIfAny(cli: CommandContext): Promise<WorkReport | undefined> {
  try {
    const { work, ctx } = await workToReport(cli, undefined, 'map')
    return await readReport(work, ctx)
  } catch (error) {
    if (error instanceof Failure && error.code === 'no-work') return undefined
    throw error
  }
}

function fieldsOf(
  workflow: string,
  { phases, boxes, edges, others }: MapLayout,
  report: WorkReport | undefined,
  marks: MapMarks | undefined,
): object {
  return {
    workflow,
    work: report?.work ?? null,
    state: report?.state ?? null,
    granted: report?.granted ?? null,
    phases: phases.map(({ title }) => title),
    boxes: boxes.map(({ title, phase, states }, box) => ({
      title,
      phase,
      states,
      isHere: marks?.here.includes(box) ?? false,
      visits: marks?.visits[box] ?? 0,
    })),
    lines: edges.map(({ ways, by }, edge) => ({
      ways,
      by,
      walked: marks?.walked[edge] ?? 0,
      isPossible: marks?.next[edge] ?? false,
    })),
    others,
  }
}
