import { wordsHere } from '../../cast/answer/words-here'
import { castContextOf } from '../../cast/cast-context'
import { type Board, type BoardCard, type CommandContext, documentOutput, type Output } from '../../cli/command'
import { getOrInsert } from '../../engine/records'
import { Failure } from '../../text/failure'
import { shownText } from '../../text/markdown/shown-text'
import { paragraphs } from '../../text/markdown-parts'
import { namedIn } from '../../text/wording'
import { loadSettings } from '../../work/settings/settings'
import { textsOf } from '../../work/texts'
import { workflowIn } from '../../work/workflows-here'
import type { Workflow } from '../../workflow/flow'
import type { WorkReport } from '../model'
import { readReport } from '../read-report'
import { grantText, reportNamed } from '../report-words'
import { workToReport } from '../work-to-report'
import { type MapMarks, mapOf, marksOf, type WorkflowMap } from './workflow-map'

/** Draws where a piece of work is; if nothing is under way, the repository's default workflow. */
export async function map(cli: CommandContext): Promise<Output> {
  const words = await wordsHere(cli.options.cwd, cli.env)
  const { flow, report: read } = (await underWay(cli)) ?? { flow: await flowHere(cli), report: undefined }
  const report = read && reportNamed(read, words)
  const { map: plan } = await flow.entry.report()
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

const legend = '▶ now · › can be reached now · × entered, how often'

/** @returns a map for a terminal: a column for each phase, with its boxes, and the ways out of each, or of where the work is */
export const mapColumns = (map: WorkflowMap, marks?: MapMarks): Board['columns'] =>
  map.phases.map((heading, phase) => ({
    heading,
    cards: map.boxes.flatMap((box, index) => (box.phase === phase ? [cardOf(map, index, marks)] : [])),
  }))

function cardOf(map: WorkflowMap, box: number, marks: MapMarks | undefined): BoardCard {
  const { title = '', states = [], anywhere } = map.boxes[box] ?? {}
  const isHere = marks?.here.includes(box) ?? false
  const sign = isHere ? '▶ ' : marks?.next.includes(box) ? '› ' : ''
  const visits = marks?.visits[box] ?? 0
  const ways = map.ways.filter(({ from }) => from.includes(box))
  // Of a box for several states it says in which of them the work is.
  const which = isHere && states.length > 1 && marks?.hereTitle !== title ? `: ${marks?.hereTitle}` : ''
  return {
    title: `${sign}${title}${which}${visits > 0 ? ` ×${visits.toLocaleString('en')}` : ''}`,
    lines: [],
    dimmed: [
      ...(anywhere === undefined ? [] : [`from anywhere: ${anywhere}`]),
      // Of where the work is not the boxes are enough: all of it has to fit a screen.
      ...(!marks || isHere ? ways.map(({ by, to }) => `${by} → ${namesOf(map, to)}`) : []),
    ],
  }
}

/** The names of boxes that a word may lead to; `all of Review` for those of a whole phase. */
function namesOf({ phases, boxes }: WorkflowMap, ends: readonly number[]): string {
  const names = new Set<string>()
  for (const end of ends) {
    const { phase = 0, title = '' } = boxes[end] ?? {}
    const own = boxes.flatMap((box, index) => (box.phase === phase ? [index] : []))
    names.add(own.length > 1 && own.every((box) => ends.includes(box)) ? `all of ${phases[phase]}` : title)
  }
  return [...names].join(', ').replace(/, ([^,]+)$/, ' or $1')
}

/**
 * Writes a map as the Mermaid text that GitHub and editors draw, fenced: a frame for each phase, and where the work is
 * with a thick border. A word that leads to or from all of another frame is one arrow; the only word of a map is on none.
 */
export function mermaidOf(
  { phases, boxes, ways }: WorkflowMap,
  { here }: Pick<MapMarks, 'here'> = { here: [] },
): string {
  const isOneWord = new Set(ways.map(({ by }) => by)).size === 1
  const arrows = new Map<string, Set<string>>()
  for (const { by, from, to } of ways)
    for (const start of inFrames(boxes, from, to))
      for (const end of inFrames(boxes, to, from)) getOrInsert(arrows, `${start} --> ${end}`, () => new Set()).add(by)
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...phases.flatMap((title, phase) => [
      `  state "${plain(title)}" as p${phase} {`,
      ...boxes.flatMap((box, index) => {
        const entry = box.anywhere === undefined ? '' : ` (from anywhere: ${box.anywhere})`
        return box.phase === phase ? [`    state "${plain(box.title)}${entry}" as b${index}`] : []
      }),
      '  }',
    ]),
    ...[...arrows].map(([arrow, words]) => (isOneWord ? `  ${arrow}` : `  ${arrow}: ${[...words].join(', ')}`)),
    ...(here.length > 0
      ? ['  classDef here stroke-width:3px', `  class ${here.map((box) => `b${box}`).join(',')} here`]
      : []),
    '```',
  ].join('\n')
}

/** The ends of ways on one side: a whole frame in place of all its boxes, unless ways begin or end in it on the other side. */
function inFrames(boxes: WorkflowMap['boxes'], ends: readonly number[], others: readonly number[]): string[] {
  const phaseOf = (box: number) => boxes[box]?.phase ?? 0
  const otherPhases = others.map(phaseOf)
  return [...new Set(ends.map(phaseOf))].flatMap((phase) => {
    const own = boxes.flatMap((box, index) => (box.phase === phase ? [index] : []))
    const isWhole = own.length > 1 && own.every((box) => ends.includes(box)) && !otherPhases.includes(phase)
    return isWhole ? [`p${phase}`] : ends.filter((box) => phaseOf(box) === phase).map((box) => `b${box}`)
  })
}

/** What ends a title, a line or a fence is left out. */
const plain = (title: string): string => title.replace(/["`\r\n;]+/g, ' ').trim()
