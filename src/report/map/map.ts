import { bullets, code, paragraphs } from '../../answer/markdown'
import type { Wording } from '../../answer/plain-words'
import { documentOutput } from '../../cli/answer-output'
import { castContextOf, loadTexts } from '../../cli/cast-context'
import type { CommandContext, Output } from '../../cli/command'
import { Failure } from '../../failure/failure'
import { entryOf } from '../../flows/registry'
import { shownText } from '../../markdown/shown-text'
import { loadSettings } from '../../settings/settings'
import { namedIn, wordsHere } from '../../settings/words-here'
import { workflowIn } from '../../work/workflows-here'
import type { WorkReport } from '../model'
import { readReport } from '../read-report'
import { grantText, reportNamed } from '../report-words'
import { workToReport } from '../work-to-report'
import { drawMap } from './drawing'
import { mapOf } from './map-of'
import { type MapMarks, marksOf } from './marks'
import { mapText } from './text'
import { isAmong, type WorkflowMap } from './workflow-map'

/** Draws where a piece of work is; if nothing is under way, the repository's default workflow. */
export async function map(cli: CommandContext): Promise<Output> {
  const ctx = castContextOf(cli)
  const words = await wordsHere(cli.options.cwd, cli.env)
  const read = await reportIfAny(cli)
  const report = read && reportNamed(read, words)
  const name = report?.workflow ?? (await loadSettings(ctx.root, cli.env)).workflow
  const text = report ? report.map : await ownMap(ctx.root, name)
  if (text !== undefined) return mermaidOutput(name, text, report)
  const drawn = await loadMap(name, words)
  const marks = report && marksOf(drawn, report)
  const granted = report?.granted === undefined ? '' : grantText(report.granted)
  const above = report ? granted : 'Nothing is under way here.'
  const below = paragraphs(above, drawn.usual && `Ways without a word: ${code(drawn.usual)}.`)
  const markdown = `${paragraphs(above, bullets(mapText(drawn, marks).split('\n').map(shownText)))}\n`
  return {
    ...documentOutput('map', true, fieldsOf(name, drawn, report, marks), markdown),
    board: { draw: (width, paint) => drawMap(drawn, marks, width, paint), below },
  }
}

/** The map of a built-in workflow, in the words of a folder. */
async function loadMap(name: string, words: Wording): Promise<WorkflowMap> {
  const { load, map: planOf } = entryOf(name)
  const plan = await planOf?.()
  if (!plan) throw new Error(`there is no map of ${name}`)
  return namedIn(mapOf((await load()).open(name), plan, loadTexts(name)), words)
}

/** The map of a workflow of the repository, without work; undefined for a built-in one. */
async function ownMap(root: string, name: string): Promise<string | undefined> {
  const flow = await (await workflowIn(root, name)).fresh?.('')
  return flow && (await import('../../flows/own/mermaid')).mermaidOf(flow)
}

function mermaidOutput(workflow: string, mermaid: string, report: WorkReport | undefined): Output {
  const fields = {
    workflow,
    work: report?.work ?? null,
    state: report?.state ?? null,
    granted: report?.granted ?? null,
  }
  const none = { phases: [], boxes: [], lines: [], others: [] }
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
  { phases, boxes, ways, others }: WorkflowMap,
  report: WorkReport | undefined,
  marks: MapMarks | undefined,
): object {
  return {
    workflow,
    work: report?.work ?? null,
    state: report?.state ?? null,
    granted: report?.granted ?? null,
    phases,
    boxes: boxes.map(({ title, phase, states }, box) => ({
      title,
      phase,
      states,
      isHere: marks?.here.includes(box) ?? false,
      visits: marks?.visits[box] ?? 0,
    })),
    lines: ways.map((one) => ({
      ways: one.from.flatMap((from) => one.to.map((to) => [from, to])),
      by: [one.by],
      walked: (marks?.steps ?? []).reduce(
        (sum, { by, way, count }) => (by === one.by && isAmong(one, way) ? sum + count : sum),
        0,
      ),
      isPossible:
        marks?.words.some(({ event, ways }) => event === one.by && ways.some((way) => isAmong(one, way))) ?? false,
    })),
    others,
  }
}
