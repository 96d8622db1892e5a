import { namedIn, wordsHere } from '../../cast/answer/words-here'
import { documentOutput } from '../../cli/answer-output'
import { castContextOf, textsOf } from '../../cli/cast-context'
import type { CommandContext, Output } from '../../cli/command'
import { loadSettings } from '../../disk/settings/settings'
import { Failure } from '../../text/failure'
import { shownText } from '../../text/markdown/shown-text'
import { paragraphs } from '../../text/markdown-parts'
import { workflowIn } from '../../work/workflows-here'
import type { Workflow } from '../../workflow/flow'
import { entryFor } from '../../workflows/registry'
import type { WorkReport } from '../model'
import { readReport } from '../read-report'
import { grantText, reportNamed } from '../report-words'
import { workToReport } from '../work-to-report'
import { legend, mapColumns } from './columns'
import { mermaidOf } from './mermaid'
import { mapOf, marksOf } from './workflow-map'

/** Draws where a piece of work is; if nothing is under way, the repository's default workflow. */
export async function map(cli: CommandContext): Promise<Output> {
  const words = await wordsHere(cli.options.cwd, cli.env)
  const { flow, report: read } = (await underWay(cli)) ?? { flow: await flowHere(cli), report: undefined }
  const report = read && reportNamed(read, words)
  const { map: plan } = await entryFor(flow).report()
  const drawn = namedIn(mapOf(flow, plan, textsOf(flow)), words)
  const marks = report && marksOf(drawn, report)
  const granted = report?.granted
  const mermaid = mermaidOf(drawn, marks)
  const said = report ? granted !== undefined && grantText(granted) : 'Nothing is under way here.'
  const fields = {
    workflow: flow.definition.name,
    work: report?.work ?? null,
    state: report?.state ?? null,
    granted: granted ?? null,
    phases: drawn.phases,
    boxes: drawn.boxes.map((box, index) => ({
      ...box,
      isHere: marks?.here.includes(index) ?? false,
      isNext: marks?.next.includes(index) ?? false,
      visits: marks?.visits[index] ?? 0,
    })),
    ways: drawn.ways,
  }
  const now = report && `Now: **${shownText(report.stateTitle)}**.`
  return {
    ...documentOutput('map', true, fields, `${paragraphs(now, said, mermaid)}\n`),
    board: { columns: mapColumns(drawn, marks), below: paragraphs(marks && legend, said) },
  }
}

/** The piece of work that is meant, if there is one. */
async function underWay(
  cli: CommandContext,
): Promise<{ readonly flow: Workflow; readonly report: WorkReport } | undefined> {
  try {
    const { work, ctx } = await workToReport(cli, undefined, 'map')
    return { flow: work.flow, report: await readReport(work, ctx) }
  } catch (error) {
    if (error instanceof Failure && error.code === 'no-work') return undefined
    throw error
  }
}

async function flowHere(cli: CommandContext): Promise<Workflow> {
  const { root, env } = castContextOf(cli)
  const { name, fresh, load } = await workflowIn(root, (await loadSettings(root, env)).workflow)
  return fresh ? await fresh('') : (await load()).open(name)
}
