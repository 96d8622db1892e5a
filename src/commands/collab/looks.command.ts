import { documentOutput } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import { filesUnder, readBeginning } from '../../disk/read'
import { standingsIn } from '../../flows/collab/batches'
import { documentsOf, maxDocumentBytes, nameOf } from '../../flows/collab/documents'
import type { Condition } from '../../flows/collab/flow'
import { itemsLeft } from '../../flows/collab/items'
import { getWorkflowStates } from '../../flows/collab/lookups'
import { sessionIn } from '../../flows/collab/session'
import { diagramOf } from '../../flows/collab/session-diagram'
import { documentOf } from '../../flows/collab/showing'
import { noCell, table } from '../../markdown/table'
import { visible } from '../../markdown/visible'
import { countStandings } from '../../proof/criteria/counts'
import { type HistoryEntry, readHistory } from '../../report/history/history'
import { sessionOption, startedSession } from '../../verbs/collab/session-command'
import { standingsNow } from '../../verbs/instances'

/** What only prints. */

export const show = defineCommand({
  name: 'show',
  summary: 'Print the whole session as one Markdown document, for a pull request',
  options: [sessionOption],
  async run(_, cli) {
    const { work, ctx } = await startedSession(cli)
    const { saved } = work
    const { root } = ctx
    const name = nameOf(work.flow)
    const { current, context } = saved
    const session = sessionIn(context)
    const { shown = {} } = await standingsNow({ work, ctx })
    const { entries, warnings } = await readHistory(work)
    const documents = readDocuments(root, name)
    const markdown = visible(documentOf({ name, state: current, session, documents, shown, steps: standing(entries) }))
    const left = itemsLeft(session).map(({ number }) => number)
    const counts = countStandings(standingsIn(session, shown))
    const fields = { workflow: 'collab', session: name, state: current, markdown, left, counts }
    return documentOutput('session', true, fields, markdown, warnings)
  },
})

/** Without the steps that were taken back. */
function standing(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const undone = new Set(entries.flatMap(({ undoes }) => undoes ?? []))
  return entries.filter(({ digest, undoes }) => undoes === undefined && !undone.has(digest ?? ''))
}

/** @returns the texts of a session's documents by their names, each up to the limit. Throws Failure if one cannot be read */
function readDocuments(root: string, name: string): Record<string, string> {
  const folder = documentsOf(name)
  return Object.fromEntries(
    filesUnder(root, folder).flatMap((path) => {
      const text = path.endsWith('.md') ? readBeginning(root, path, maxDocumentBytes)?.text : undefined
      return text === undefined ? [] : [[path.slice(folder.length + 1), text]]
    }),
  )
}

export const diagram = defineCommand({
  name: 'diagram',
  summary: 'Draw the waves as a Mermaid diagram',
  options: [sessionOption],
  async run(_, cli) {
    const { saved } = (await startedSession(cli)).work
    const diagram = diagramOf(sessionIn(saved.context).batches ?? [])
    return documentOutput('diagram', true, { workflow: 'collab', diagram }, `\`\`\`mermaid\n${diagram}\`\`\`\n`)
  },
})

export const states = defineCommand({
  name: 'states',
  summary: 'Print all states with their skills and where they lead',
  options: [],
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
})

function conditionText(to: string, condition: Condition | undefined): string {
  if (!condition || condition.type === 'always') return to
  if (condition.type === 'item_type') return `${to} (${condition.value})`
  return `${to} (${condition.type.replaceAll('_', ' ')})`
}
