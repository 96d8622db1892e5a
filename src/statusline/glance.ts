import { placeOf } from '../answer/state-text'
import { turnOf } from '../cast/turn'
import { foldersIn } from '../disk/read'
import { Failure } from '../failure/failure'
import type { Turn, WorkPhase } from '../flows/flow'
import { phaseNames } from '../flows/phase-names'
import { entryFor, type WorkflowEntry } from '../flows/registry'
import type { Counts } from '../proof/criteria/counts'
import { type Environment, loadSettings } from '../settings/settings'
import { namesIn } from '../work/in-use'
import { openWork } from '../work/open'
import { readPiece } from '../work/overview'
import { countsOfPiece, type TextsOf } from '../work/piece'
import type { Work } from '../work/work'
import { workflowsIn } from '../work/workflows-here'

/** A piece of work, as a status line has it. */
export interface Seen {
  readonly name: string
  readonly workflow: string
  /** The heading of its plan, if it has no name; empty without one. */
  readonly title?: string
  /** Absent if several could be meant. */
  readonly phase?: WorkPhase
  /** Where it is: `Task 2, 1 done`. */
  readonly where?: string
  /** How many criteria are where; freshness is not asked. Absent without any. */
  readonly criteria?: Counts
  /** Who acts next, and for how long already; absent if several could be meant. */
  readonly turn?: Turn
}

/**
 * Finds what is under way in a folder. If several workflows have work, that of the settings is meant.
 *
 * @param textsOf loads the texts of a workflow, only of those whose state has a title to show
 * @returns the piece of work that is meant; several if nothing decides, none without work
 * @throws Failure if it cannot be read, or SPELL_WORK names none
 */
export async function glanceAt(root: string, env: Environment, now: Date, textsOf: TextsOf): Promise<readonly Seen[]> {
  const seen: Seen[] = []
  let unknown: Failure | undefined
  for (const entry of await workflowsIn(root)) {
    const found = await seenOf(root, env, now, entry, textsOf)
    if (found instanceof Failure) unknown = found
    else seen.push(...found)
  }
  if (seen.length === 0 && unknown) throw unknown
  const open = seen.filter(({ phase }) => phase !== 'complete')
  const among = open.length > 0 ? open : seen
  if (among.length < 2) return among
  const { workflow } = await loadSettings(root, env)
  const usual = among.filter((each) => each.workflow === workflow)
  return usual.length > 0 ? usual : among
}

/** @returns the failure if this workflow has none of the name that was asked for: another one may have it */
async function seenOf(root: string, env: Environment, now: Date, entry: WorkflowEntry, textsOf: TextsOf) {
  if (namesIn(root, entry).length === 0) return []
  try {
    const work = await openWork(root, { workflow: entry.name, env, isLook: true })
    const seen = pieceSeen(work, entry, textsOf)
    return seen ? [{ ...seen, turn: await turnOf(work, { root, env, now }) }] : []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'unknown-work') return error
    if (error.code !== 'which-work') throw error
    return (error.details ?? []).map((name): Seen => ({ name, workflow: entry.name }))
  }
}

function pieceSeen(work: Work, { name: called, folder }: WorkflowEntry, textsOf: TextsOf): Seen | undefined {
  const { name, flow: workflow } = work
  const found = readPiece(work)
  if (!found) return undefined
  const { standpoint, plan, proofs } = found
  const { current } = standpoint
  const criteria = countsOfPiece(standpoint, plan, proofs)
  const phase = entryFor(workflow).phaseOnBoard(current)
  return {
    name,
    workflow: called,
    // A template that is not filled in has no title.
    ...(workflow.plan && workflow.folder === folder && { title: plan && plan.title !== 'Plan' ? plan.title : '' }),
    phase,
    // The titles of the six spells' states are longer, and so is reading them.
    where: standpoint.isGivenUp
      ? 'Given up'
      : workflow.plan
        ? whereIn(work, phase)
        : (placeOf(workflow, current, textsOf(workflow)).title ?? phase),
    ...(criteria && { criteria }),
  }
}

/** On a board these are planning, too. */
const beforePlan: Readonly<Record<string, string>> = {
  GATHER_NEEDS_CONTEXT: 'Not started',
  GATHER_EDITING_CONTEXT: 'Context',
}

function whereIn({ root, folder, saved }: Work, phase: WorkPhase): string {
  if (saved.current.startsWith('ERROR_')) return 'A file was missing'
  if (phase !== 'task') return beforePlan[saved.current] ?? phaseNames[phase]
  const done = foldersIn(root, `${folder}/tasks`).filter((name) => name.startsWith('task-'))
  return done.length === 0 ? 'First task' : `Task ${done.length + 1}, ${done.length} done`
}
