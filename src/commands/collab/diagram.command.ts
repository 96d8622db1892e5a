import { defineCommand } from '../../cli/command'
import { exit } from '../../failure/failure'
import { loadState, seeStill } from '../../store/state/state'
import { sessionIn } from '../../workflows/collab/session'
import { diagramOf } from '../../workflows/collab/session-diagram'
import { sessionOf, sessionOption } from './session-command'

/** Draws the batches. */
export const command = defineCommand({
  name: 'diagram',
  summary: 'Draw the batches as a Mermaid diagram',
  options: [sessionOption],
  async run(_, cli) {
    const { workflow, ctx } = await sessionOf(cli)
    const { context } = seeStill(ctx.root, workflow, () => loadState(ctx.root, workflow))
    const diagram = diagramOf(sessionIn(context).batches ?? [])
    return {
      document: { schemaVersion: 1, kind: 'diagram', ok: true, workflow: 'collab', diagram, warnings: [] },
      markdown: `\`\`\`mermaid\n${diagram}\`\`\`\n`,
      exitCode: exit.done,
    }
  },
})
