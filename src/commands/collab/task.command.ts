import { defineCommand } from '../../cli/command'
import { wordNamed } from '../../cli/given-words'
import { exit, Failure } from '../../failure/failure'
import { reportedStatuses } from '../../flows/collab/session'
import { writeDiagram } from '../../verbs/collab/diagram-file'
import { castOnSession, changing, sessionOf } from '../../verbs/collab/session-command'
import { outputOfWork } from '../../verbs/instances'

const fix = 'spell collab task ID completed'

export const command = defineCommand({
  name: 'task',
  summary: 'Report the status of tasks of the wave',
  argument: { name: 'id', help: 'the id of the task; several with commas' },
  further: [{ name: 'status', help: reportedStatuses.join(', ') }],
  options: changing,
  async run(id, cli, [asked]) {
    if (id === undefined || asked === undefined)
      throw new Failure(exit.usage, 'usage', 'Which task, and how far is it? Both are needed.', fix)
    const status = wordNamed(asked, 'status', reportedStatuses, fix)
    const meant = await sessionOf(cli)
    const answer = await castOnSession(meant, { verb: 'task', id: id.trim(), status })
    return outputOfWork(answer.row === 'task' ? await writeDiagram(meant, answer) : answer, cli)
  },
})
