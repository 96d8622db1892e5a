import { defineCommand } from '../../cli/command'
import { exit } from '../../failure/failure'
import { sessionIn } from '../../flows/collab/session'
import { diagramOf } from '../../flows/collab/session-diagram'
import { sessionOption, startedSession } from '../../verbs/collab/session-command'

/** Draws the batches. */
export const command = defineCommand({
  name: 'diagram',
  summary: 'Draw the waves as a Mermaid diagram',
  options: [sessionOption],
  async run(_, cli) {
    const { saved } = (await startedSession(cli)).work
    const diagram = diagramOf(sessionIn(saved.context).batches ?? [])
    return {
      document: { schemaVersion: 1, kind: 'diagram', ok: true, workflow: 'collab', diagram, warnings: [] },
      markdown: `\`\`\`mermaid\n${diagram}\`\`\`\n`,
      exitCode: exit.done,
    }
  },
})
