import { documentOutput } from '../../cli/answer-output'
import type { Command, Output } from '../../cli/command'
import type { WorkMeant } from '../../cli/work-meant'
import { type HistoryEntry, readHistory } from '../../show/history/history'
import { noCell, table } from '../../text/markdown/table'
import { visible } from '../../text/markdown/visible'
import { countStandings } from '../../workflow/criteria/counts'
import { nameOf } from '../../workflows/collab/documents'
import type { Condition } from '../../workflows/collab/flow'
import { getWorkflowStates } from '../../workflows/collab/flow'
import { itemsLeft } from '../../workflows/collab/items'
import { sessionIn } from '../../workflows/collab/session'
import { documentOf } from '../../workflows/collab/showing'
import { standingsIn } from '../../workflows/collab/tasks'
import { diagramOf } from '../../workflows/collab/waves'
import { standingsNow } from '../instances'
import { documentsIn, refuseUnstarted } from './session'

/** Prints the whole session as one document. */
export async function show(piece: WorkMeant): Promise<Output> {
  const { work, ctx } = piece
  refuseUnstarted(work)
  const { current, context } = work.saved
  const name = nameOf(work.flow)
  const session = sessionIn(context)
  const { shown = {} } = await standingsNow(piece)
  const { entries, warnings } = await readHistory(work)
  const documents = documentsIn(ctx.root, name)
  const markdown = visible(documentOf({ name, state: current, session, documents, shown, steps: standing(entries) }))
  const left = itemsLeft(session).map(({ number }) => number)
  const counts = countStandings(standingsIn(session, shown))
  const fields = { workflow: 'collab', session: name, state: current, markdown, left, counts }
  return documentOutput('session', true, fields, markdown, warnings)
}

/** Without the steps that were taken back. */
function standing(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const undone = new Set(entries.flatMap(({ undoes }) => undoes ?? []))
  return entries.filter(({ digest, undoes }) => undoes === undefined && !undone.has(digest ?? ''))
}

/** Prints the waves as a Mermaid diagram. */
export async function diagram({ work }: WorkMeant): Promise<Output> {
  refuseUnstarted(work)
  const diagram = diagramOf(sessionIn(work.saved.context).waves ?? [])
  return documentOutput('diagram', true, { workflow: 'collab', diagram }, `\`\`\`mermaid\n${diagram}\`\`\`\n`)
}

export const states: Command = {
  name: 'states',
  summary: 'Print all states with their skills and where they lead',
  options: [],
  examples: [['spell collab states', 'List all states']],
  async run() {
    const states = getWorkflowStates()
    const lines = states.map(({ id, skill, display, transitions }, index) => [
      String(index + 1),
      id,
      skill ?? noCell,
      display,
      transitions.map(({ to, condition }) => conditionText(to, condition)).join('; ') || noCell,
    ])
    const markdown = `${table(['#', 'State', 'Skill', 'Called', 'Leads to'], lines)}\n`
    return documentOutput('states', true, { workflow: 'collab', states }, markdown)
  },
}

function conditionText(to: string, condition: Condition | undefined): string {
  if (!condition || condition.type === 'always') return to
  if (condition.type === 'item_type') return `${to} (${condition.value})`
  return `${to} (${condition.type.replaceAll('_', ' ')})`
}
