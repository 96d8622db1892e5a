import { bullets, code, inline, paragraphs } from '../../answer/markdown'
import { castContextOf, loadTexts } from '../../cli/cast-context'
import { defineCommand } from '../../cli/command'
import { exit } from '../../failure/failure'
import { loadSettings } from '../../store/settings/settings'
import { overviews, type PieceOfWork, type WorkflowOverview } from '../../works/overview'

/** Lists the workflows. */
export const command = defineCommand({
  name: 'workflows',
  summary: 'List the workflows and where each stands',
  options: [],
  async run(_, cli) {
    const { root, env } = castContextOf(cli)
    const { workflow } = await loadSettings(root, env)
    const workflows = await overviews(root, workflow, loadTexts)
    return {
      document: { schemaVersion: 1, kind: 'workflows', ok: true, workflows, warnings: [] },
      markdown: `${paragraphs(...workflows.flatMap(describe))}\n`,
      exitCode: exit.done,
    }
  },
})

const describe = ({ name, summary, choose, begin, isDefault, work }: WorkflowOverview): string[] => [
  `### ${name}${isDefault ? ' (the default here)' : ''}`,
  `${summary}. Take it when ${choose}.`,
  work.length === 0
    ? `Nothing is under way. Begin with ${code(begin)}.`
    : bullets(work.map((piece) => line(piece, name))),
]

const line = ({ name, where, time, command }: PieceOfWork, workflow: string): string =>
  [
    // The six spells have one piece of work, without a name.
    `${name === workflow ? '' : `**${inline(name)}**: `}${inline(where)}`,
    time && `last step ${time.replace('T', ' ').replace(/:\d\dZ$/, '')}`,
    code(command),
  ]
    .filter(Boolean)
    .join('  ·  ')
