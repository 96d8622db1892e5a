import type { Say } from '../../workflow/texts'
import { decisionsOf } from './design'
import type { Documents } from './documents'
import { getSkillForState, skillNamed } from './flow'
import { about, type CollabStep, isOnlyWord, workedOn } from './recorded'
import { type Session, sessionIn } from './session'
import { allTasks, isNewOrder, type Shown, standingIn, unprovenIn } from './tasks'

/** @returns mistakes in the tasks, when they are to be carried out */
export function problemsOf({ payload: brought, context }: CollabStep): readonly string[] {
  if (brought.documents === undefined) return []
  if (brought.verb === 'complete-skill' && skillNamed(brought.name) !== 'ready-to-implement') return []
  return allTasks(sessionIn(context).workItems, brought.documents).problems
}

/** @returns the session with the tasks that its documents say now, for a look: what the developer was shown stays as it is */
export function asWritten({ rows, payload: brought }: CollabStep, session: Session): Session {
  if (!rows.includes('S.ready-to-implement') || !brought.documents) return session
  const { tasks, problems } = allTasks(session.workItems, brought.documents)
  return problems.length === 0 ? { ...session, tasks } : session
}

/** @returns the decisions on the item that was clarified */
function decisionsIn({ payload: brought, before }: CollabStep, documents: Documents = {}): string[] {
  const item = workedOn(brought, sessionIn(before))
  return item ? decisionsOf(item, documents) : []
}

const unproven = (session: Session, shown: Shown = {}): string[] =>
  unprovenIn(session, shown).map(
    (task) =>
      `Task \`${task.id}\` ends as ${standingIn(shown, task)}: no proof of the files that are here now shows it.`,
  )

/** @returns what the developer and the agent should know before they go on */
export function warningsOf(taken: CollabStep, session: Session, say: Say): string[] {
  const { rows, from, state: to, payload: brought } = taken
  const was = sessionIn(taken.before)
  const expected = getSkillForState(from)
  const isLook = rows.includes('S.ready-to-implement') && brought.documents !== undefined
  const warnings = [
    ...(rows.includes('T7') && brought.documents ? decisionsIn(taken, brought.documents) : []),
    to === 'ready-to-implement' &&
      session.said &&
      `When the list was settled, the agent said you said: “${session.said}”`,
    rows[0] === 'again' &&
      brought.verb === 'complete-skill' &&
      `${skillNamed(brought.name)} was reported where ${expected} is to be done; nothing has moved.`,
    ...(isLook ? problemsOf(taken) : []).map((problem) => `${problem}.`),
    isLook && isNewOrder(session, brought.documents ?? {}) && say('order.new'),
    ...(brought.verb === 'cleanup' || rows.includes('T33') ? unproven(session, brought.shown) : []),
    // What the agent has set for good, which the developer may not have said.
    brought.verb === 'complete-skill' && was.clear !== session.clear && session.clear && say(`clear.${session.clear}`),
    brought.said &&
      taken.before !== taken.context &&
      !isOnlyWord(about(taken)) &&
      `The agent says you said: “${brought.said}”`,
    brought.note && taken.before === taken.context && 'The note was not kept, because nothing changed.',
  ]
  return warnings.filter((warning) => typeof warning === 'string')
}
