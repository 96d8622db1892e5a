import type { Context, Facts } from '../../engine/definition'
import type { Settings } from '../../workflow/settings'
import type { Probe } from '../../workflow/transition'
import { getSkillForState, itemTypes, stateNamed } from './flow'
import { currentItem, itemFor, pendingItems } from './items'
import { type CollabPayload, goalsIn, judge } from './payload'
import { isWholeDraft, lackOf } from './required-documents'
import { isStarted, type Session, sessionIn } from './session'
import { allTasks, isNewOrder, openWave, unprovenIn } from './tasks'

/** The states that are left only with proofs. */
const ends: readonly string[] = ['execute-batch', 'workflow-complete']

/** The facts of a session and a payload. Without a payload they are those of the skill whose turn it is. */
export function facts(_: Probe, settings: Settings, context: Context, brought?: CollabPayload, at = ''): Facts {
  const session = sessionIn(context)
  const reported = brought?.verb === 'complete-skill' ? brought : undefined
  const id = reported && stateNamed(reported.name)?.id
  const atHand = currentItem(session)
  const item = id === undefined ? atHand : itemFor(session, id)
  const types = id === undefined ? undefined : itemTypes[id]
  // A skill reported outside its state is repeated for the current item.
  const meant = id === at ? item : atHand
  const isUnproven = id !== undefined && ends.includes(id) && unprovenIn(session, brought?.shown ?? {}).length > 0
  return {
    given: brought ? judge(session, brought).word : (getSkillForState(at) ?? 'right'),
    goals: isStarted(context) ? goalsOf(session, brought) : 'no session',
    item: item === undefined || item.type === 'unknown' ? 'none' : item.type,
    fits: types === undefined || types.some((type) => type === meant?.type),
    next: nextOf(session),
    graph: graphOf(session, reported?.documents),
    document: brought && lackOf(session, brought, at) ? 'lacking' : 'written',
    draft: isWholeDraft(session, brought) ? 'whole' : 'in parts',
    proof: isUnproven ? 'lacking' : 'proven',
    waves: wavesIn(session),
    clear: session.clear ?? settings.collab?.clear ?? 'ask',
  }
}

function graphOf(session: Session, documents: Readonly<Record<string, string>> | undefined): string {
  if (!documents) return 'shown'
  if (allTasks(session.workItems, documents).problems.length > 0) return 'wrong'
  return isNewOrder(session, documents) ? 'new' : 'shown'
}

/** If the session has no items, they come from the design document. */
function goalsOf(session: Session, brought: CollabPayload | undefined): string {
  const goals = goalsIn(session, brought)
  if (goals.length === 0) return 'empty'
  return goals.some(({ type, status }) => type === 'unknown' && status === 'pending') ? 'of no type' : 'ready'
}

function nextOf(session: Session): string {
  const [next] = pendingItems(session)
  if (next === undefined) return 'none'
  return next.type === 'unknown' ? 'of no type' : 'of a type'
}

function wavesIn(session: Session): string {
  if (session.waves === undefined) return 'not built'
  const wave = openWave(session)
  if (wave === undefined) return 'done'
  if (wave.tasks.some(({ status }) => status === 'failed')) return 'failed'
  return wave.tasks.some(({ status }) => status !== 'completed') ? 'open' : 'ready'
}
