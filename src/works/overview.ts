import { placeOf } from '../answer/state-text'
import type { Texts } from '../answer/texts'
import { attempt, Failure } from '../failure/failure'
import { loadState, seeStill } from '../store/state/state'
import type { WorkflowEntry } from '../workflows/registry'
import { workflowsInUse } from './in-use'
import { byMostRecent, lastModified } from './recency'

/** The state of one piece of work. */
export interface PieceOfWork {
  readonly name: string
  /** Absent if it cannot be read. */
  readonly state?: string
  /** The title of the state, or why it cannot be read. */
  readonly where: string
  /** The time of the last step, ISO 8601 in UTC. */
  readonly time?: string
  /** The command that shows more. */
  readonly command: string
}

/** The state of a workflow in a repository. */
export interface WorkflowOverview extends Pick<WorkflowEntry, 'name' | 'summary' | 'choose' | 'begin'> {
  readonly isDefault: boolean
  /** The open pieces of work, the most recent first. */
  readonly work: readonly PieceOfWork[]
}

/**
 * Describes the state of all workflows.
 *
 * @param root absolute
 * @param chosen the name of the workflow that the settings name
 * @param textsOf loads the texts of a workflow, only if it has work
 * @throws Failure if a folder cannot be read
 */
export async function overviews(
  root: string,
  chosen: string,
  textsOf: (name: string) => Texts,
): Promise<WorkflowOverview[]> {
  return (await workflowsInUse(root)).map(({ name, summary, choose, begin, look, pieces }) => ({
    name,
    summary,
    choose,
    begin,
    isDefault: name === chosen,
    work: pieces
      .map(({ name: piece, workflow }) => {
        const saved = attempt(() => seeStill(root, workflow, () => loadState(root, workflow)))
        return { piece, workflow, saved, ...lastModified(saved) }
      })
      .sort(byMostRecent)
      .flatMap(({ piece, workflow, saved }): PieceOfWork[] => {
        if (saved instanceof Failure) return [{ name: piece, where: saved.message, command: 'spell doctor' }]
        const { current: state, history } = saved
        const time = history.at(-1)?.timestamp
        if (state === workflow.definition.initial && time === undefined) return []
        const where = placeOf(workflow, state, textsOf(name)).title ?? state
        return [{ name: piece, state, where, ...(time !== undefined && { time }), command: look(piece) }]
      }),
  }))
}
