import { isFolder } from '../disk/read'
import { attempt, attemptAsync, Failure, ifPossible } from '../text/failure'
import { done } from '../workflow/turn'
import { type WorkflowEntry, workflows } from '../workflows/registry'
import { type CarriedOut, carriedOutIn } from './carried-out'
import { idOf } from './history/work-id'
import { namesIn, worksInUse } from './in-use'
import { asksProofs, type PieceOfWork, pieceOf, readPlan, standpointOf, type TextsOf, type TurnOf } from './piece'
import { proofLogOf } from './proof-log'
import { type Work, workIn } from './work'

/** A piece of work, and what its last step is known by. */
export interface FoundPiece {
  readonly piece: PieceOfWork
  /** Empty if it cannot be read. */
  readonly tip: string
}

/** The state of a workflow in a repository. */
export interface WorkflowOverview extends Pick<WorkflowEntry, 'name' | 'summary' | 'choose' | 'begin'> {
  readonly isDefault: boolean
  readonly work: readonly PieceOfWork[]
}

/**
 * Describes the state of all workflows. Throws Failure if a folder cannot be read.
 *
 * @param chosen the name of the workflow that the settings name
 * @param textsOf loads the texts of a workflow, only if it has work
 */
export async function overviews(
  root: string,
  chosen: string,
  textsOf: TextsOf,
  turnOf?: TurnOf,
): Promise<WorkflowOverview[]> {
  const hasPlans = workflows.some(({ isPlan, named }) => isPlan && isFolder(root, named ?? ''))
  const found = await piecesIn(root, textsOf, turnOf, hasPlans ? await carriedOutIn(root) : undefined)
  return Promise.all(
    found.map(async ({ entry, pieces }) => ({
      name: entry.name,
      summary: entry.summary,
      choose: entry.choose,
      begin: pieces.length === 0 && (await isUnproven(entry)) ? `spell verify ${entry.name}` : entry.begin,
      isDefault: entry.name === chosen,
      work: pieces.map(({ piece }) => piece),
    })),
  )
}

/** Whether it is a workflow of the repository that nothing can begin with, as it is now. */
const isUnproven = async ({ fresh }: WorkflowEntry): Promise<boolean> =>
  (await attemptAsync(async () => fresh?.(''))) instanceof Failure

/** @returns the pieces of work in a folder by workflow, of each the most recent first; of plans, what carries them out */
export async function piecesIn(
  root: string,
  textsOf: TextsOf,
  turnOf?: TurnOf,
  carriedOut?: CarriedOut,
): Promise<{ readonly entry: WorkflowEntry; readonly pieces: readonly FoundPiece[] }[]> {
  const found = await worksInUse(root)
  return Promise.all(
    found.map(async ({ works, ...entry }) => ({
      entry,
      pieces: (await Promise.all(mostRecentFirst(works).map((work) => foundIn(work, entry)))).flat(),
    })),
  )

  async function foundIn(work: Work, entry: WorkflowEntry): Promise<FoundPiece[]> {
    const { name } = work
    const found = attempt(() => pieceIn(work, textsOf))
    if (found instanceof Failure)
      return [{ piece: { name, workflow: entry.name, where: found.message, command: 'spell doctor' }, tip: '' }]
    if (!found) return []
    const carried = entry.isPlan && carriedOut?.(work)
    const where = carried ? `${found.piece.where}, carried out in ${carried}` : found.piece.where
    const turn = carried ? done : turnOf && (await attemptAsync(() => turnOf(work)))
    const isKnown = turn && !(turn instanceof Failure)
    const command = entry.look(name, work.isOneOfSeveral)
    return [{ ...found, piece: { ...found.piece, where, ...(isKnown && { turn }), command } }]
  }
}

/** @returns what a list says of a piece of work; undefined if nothing has begun. Throws Failure if it cannot be read */
export function pieceIn(work: Work, textsOf: TextsOf): FoundPiece | undefined {
  const { name, flow, saved, plan: markdown } = work
  const standpoint = standpointOf(flow, saved)
  if (!standpoint) return undefined
  const plan = markdown === undefined ? undefined : readPlan(flow, markdown)
  const { proofs } = asksProofs(plan) ? proofLogOf(work) : { proofs: [] }
  const id = idOf(work)
  return {
    piece: pieceOf(flow, name, { ...standpoint, ...(id && { id }) }, plan, proofs, textsOf),
    tip: standpoint.tip,
  }
}

interface LastStep {
  readonly work: Work
  /** The time of the last entry, ISO 8601 in UTC; empty if there is none, or it is unreadable. */
  readonly time: string
  /** When its state was written, in milliseconds: orders entries of the same second. */
  readonly written: number
}

/** @returns the same, the one that was last worked on first; those that cannot be read are the last */
export const mostRecentFirst = (works: readonly Work[]): Work[] =>
  works
    .map(lastStepOf)
    .sort((a, b) => (a.time === b.time ? b.written - a.written : a.time < b.time ? 1 : -1))
    .map(({ work }) => work)

function lastStepOf(work: Work): LastStep {
  const { history = [], version = '' } = ifPossible(() => work.saved) ?? {}
  return { work, time: history.at(-1)?.timestamp ?? '', written: Number(version.split(' ')[1] ?? 0) }
}

/** @returns the names of all open ones of a workflow, the most recent first */
export async function namesOf(root: string, entry: WorkflowEntry): Promise<string[]> {
  const { open } = await entry.load()
  return mostRecentFirst(namesIn(root, entry).map((name) => workIn(root, open(name)))).map(({ name }) => name)
}
