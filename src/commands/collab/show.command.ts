import { defineCommand } from '../../cli/command'
import { exit } from '../../failure/failure'
import { provableIn } from '../../flows/collab/batches'
import { nameOf } from '../../flows/collab/documents'
import { itemsLeft } from '../../flows/collab/left'
import { sessionIn } from '../../flows/collab/session'
import { documentOf } from '../../flows/collab/showing'
import { visible } from '../../markdown/visible'
import { type HistoryEntry, readHistory } from '../../report/history/history'
import { sessionOption, startedSession } from '../../verbs/collab/session-command'
import { readDocuments } from '../../verbs/collab/session-documents'

/** Prints the whole session as one document. */
export const command = defineCommand({
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
    const { currentResults } = await import('../../proof/current-results')
    const { shown } = provableIn(session).length > 0 ? await currentResults(work, ctx) : { shown: {} }
    const { entries, warnings } = await readHistory(work)
    const documents = readDocuments(root, name)
    const markdown = visible(documentOf({ name, state: current, session, documents, shown, steps: standing(entries) }))
    return {
      document: {
        schemaVersion: 1,
        kind: 'session',
        ok: true,
        workflow: 'collab',
        session: name,
        state: current,
        markdown,
        left: itemsLeft(session).map(({ number }) => number),
        warnings,
      },
      markdown,
      exitCode: exit.done,
    }
  },
})

/** Without the steps that were taken back. */
function standing(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const undone = new Set(entries.flatMap(({ undoes }) => undoes ?? []))
  return entries.filter(({ digest, undoes }) => undoes === undefined && !undone.has(digest ?? ''))
}
