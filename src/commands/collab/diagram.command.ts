import { documentOutput } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import { sessionIn } from '../../flows/collab/session'
import { diagramOf } from '../../flows/collab/session-diagram'
import { sessionOption, startedSession } from '../../verbs/collab/session-command'

export const command = defineCommand({
  name: 'diagram',
  summary: 'Draw the waves as a Mermaid diagram',
  options: [sessionOption],
  async run(_, cli) {
    const { saved } = (await startedSession(cli)).work
    const diagram = diagramOf(sessionIn(saved.context).batches ?? [])
    return documentOutput('diagram', true, { workflow: 'collab', diagram }, `\`\`\`mermaid\n${diagram}\`\`\`\n`)
  },
})
