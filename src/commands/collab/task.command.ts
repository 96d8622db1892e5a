import { defineCommand } from '../../cli/command'
import { wordNamed } from '../../cli/given-words'
import type { WorkMeant } from '../../cli/work-meant'
import { exit, Failure } from '../../failure/failure'
import { idsIn, provableIn } from '../../flows/collab/batches'
import { sessionIn, taskStatuses } from '../../flows/collab/session'
import { writeDiagram } from '../../verbs/collab/diagram-file'
import { castOnSession, changing, sessionOf } from '../../verbs/collab/session-command'
import { outputOfWork } from '../../verbs/instances'

const fix = 'spell collab task ID completed'
/** The statuses that can be reported. */
const reported = taskStatuses.filter((status) => status !== 'pending')

export const command = defineCommand({
  name: 'task',
  summary: 'Report the status of tasks of the wave',
  argument: { name: 'id', help: 'the id of the task; several with commas' },
  further: [{ name: 'status', help: reported.join(', ') }],
  options: changing,
  async run(id, cli, [asked]) {
    if (id === undefined || asked === undefined)
      throw new Failure(exit.usage, 'usage', 'Which task, and how far is it? Both are needed.', fix)
    const status = wordNamed(asked, 'status', reported, fix)
    const meant = await sessionOf(cli)
    const proofs = status === 'completed' ? await proofsOf(meant, id.trim()) : undefined
    const answer = await castOnSession(meant, { verb: 'task', id: id.trim(), status, ...(proofs && { proofs }) })
    return outputOfWork(answer.row === 'task' ? await writeDiagram(meant, answer) : answer, cli)
  },
})

/** @returns the digest of the last proof if the proofs show these tasks for the files that are here now; only asked for tasks with a command */
async function proofsOf({ work, ctx }: WorkMeant, text: string): Promise<string | undefined> {
  const { context } = work.saved
  const session = sessionIn(context)
  const asked = idsIn(session, text)
  const provable = provableIn(session).filter(({ id, isClaimed }) => asked.includes(id) && !isClaimed)
  if (provable.length === 0) return undefined
  const { currentResults } = await import('../../proof/current-results')
  const { shown, proofs } = await currentResults(work, ctx)
  return provable.every(({ id }) => shown[id] === 'passed') ? proofs : undefined
}
