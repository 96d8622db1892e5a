import { readText } from '../disk/read'
import { attempt, Failure } from '../failure/failure'
import type { Workflow } from '../flows/flow'
import type { WorkflowEntry } from '../flows/registry'
import { beginningOf, workIdOf } from './history/work-id'
import { workflowsInUse } from './in-use'
import { asksProofs, type PieceOfWork, pieceOf, readPlan, type Standpoint, standpointOf, type TextsOf } from './piece'
import { readProofs } from './proof-log'
import { byMostRecent, lastModified } from './recency'
import { loadState, type Saved, seeStill } from './state/state'

/** A piece of work, and what its last step is known by. */
export interface FoundPiece {
  readonly piece: PieceOfWork
  /** Empty if it cannot be read. */
  readonly tip: string
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
export async function overviews(root: string, chosen: string, textsOf: TextsOf): Promise<WorkflowOverview[]> {
  const found = await piecesIn(root, textsOf)
  return found.map(({ entry: { name, summary, choose, begin }, pieces }) => ({
    name,
    summary,
    choose,
    begin,
    isDefault: name === chosen,
    work: pieces.map(({ piece }) => piece),
  }))
}

/**
 * @param root absolute
 * @returns the pieces of work in a folder by workflow, of each the most recent first
 * @throws Failure if a folder cannot be read
 */
export async function piecesIn(
  root: string,
  textsOf: TextsOf,
): Promise<{ readonly entry: WorkflowEntry; readonly pieces: readonly FoundPiece[] }[]> {
  return (await workflowsInUse(root)).map(({ pieces, ...entry }) => ({
    entry,
    pieces: pieces
      .map(({ name, workflow }) => {
        const saved = attempt(() => seeStill(root, workflow, () => loadState(root, workflow)))
        return { name, workflow, saved, ...lastModified(saved) }
      })
      .sort(byMostRecent)
      .flatMap(({ name, workflow, saved }) => {
        const found = attempt(() => pieceIn(root, name, workflow, saved, textsOf))
        if (found instanceof Failure) return [{ piece: unreadable(name, entry.name, found), tip: '' }]
        return found ? [{ ...found, piece: { ...found.piece, command: entry.look(name) } }] : []
      }),
  }))
}

const unreadable = (name: string, workflow: string, { message }: Failure): PieceOfWork => ({
  name,
  workflow,
  where: message,
  command: 'spell doctor',
})

function pieceIn(
  root: string,
  name: string,
  workflow: Workflow,
  saved: Saved | Failure,
  textsOf: TextsOf,
): FoundPiece | undefined {
  if (saved instanceof Failure) throw saved
  const known = standpointOf(workflow, saved)
  if (!known) return undefined
  const first = beginningOf(root, workflow, saved.history)
  const id = first && workIdOf(first)
  const standpoint: Standpoint = { ...known, ...(id && { id }) }
  const markdown = workflow.plan && readText(root, workflow.plan.file)
  const plan = markdown === undefined ? undefined : readPlan(workflow, markdown)
  const { proofs } = asksProofs(plan) ? readProofs(root, workflow, id) : { proofs: [] }
  return { piece: pieceOf(workflow, name, standpoint, plan, proofs, textsOf), tip: known.tip }
}
