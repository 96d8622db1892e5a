import { defineCommand } from '../../cli/command'
import { wordNamed } from '../../cli/given-words'
import { exit, Failure } from '../../failure/failure'
import { taskStatuses } from '../../workflows/collab/session'
import { outputOfWork } from '../verbs/instances'
import { writeDiagram } from './diagram-file'
import { castOnSession, changing, sessionOf } from './session-command'

const fix = 'spell collab task ID in_progress'
/** The statuses that can be reported. */
const reported = taskStatuses.filter((status) => status !== 'pending')

/** Reports the status of a task. */
export const command = defineCommand({
  name: 'task',
  summary: 'Report the status of a task of the batch',
  argument: { name: 'id', help: 'the id of the task' },
  further: [{ name: 'status', help: reported.join(', ') }],
  options: changing,
  async run(id, cli, [asked]) {
    if (id === undefined || asked === undefined)
      throw new Failure(exit.usage, 'usage', 'Which task, and how far is it? Both are needed.', fix)
    const status = wordNamed(asked, 'status', reported, fix)
    const meant = sessionOf(cli)
    const answer = await castOnSession(meant, { verb: 'task', id: id.trim(), status })
    return outputOfWork(answer.row === 'task' ? await writeDiagram(meant, answer) : answer, cli)
  },
})
