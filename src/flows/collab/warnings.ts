import { allTasks, graphIn, type Shown, standingIn, unprovenIn } from './batches'
import { getSkillForState, skillNamed } from './lookups'
import type { Step } from './recorded'
import { type Session, sessionIn } from './session'

/** @returns mistakes in the graph, when they matter: right after it was written, and when its tasks are to be carried out. */
export function problemsOf({ payload: brought, context }: Step): readonly string[] {
  if (brought.verb !== 'complete-skill') return []
  const skill = skillNamed(brought.name)
  const read = { 'build-task-graph': graphIn, 'ready-to-implement': allTasks }[skill ?? '']
  return read?.(sessionIn(context).workItems, brought.documents ?? {}).problems ?? []
}

const unproven = (session: Session, shown: Shown = {}): string[] =>
  unprovenIn(session, shown).map(
    (task) =>
      `Task \`${task.id}\` ends as ${standingIn(shown, task)}: its command does not pass on the files that are here now.`,
  )

/** @returns what the developer and the agent should know before they go on */
export function warningsOf(taken: Step, session: Session): string[] {
  const { rows, from, payload: brought } = taken
  const was = sessionIn(taken.before)
  const expected = getSkillForState(from)
  const { length } = session.workItems
  const warnings = [
    rows[0] === 'by-hand' &&
      brought.verb === 'complete-skill' &&
      `${skillNamed(brought.name)} was reported where ${expected} was expected; the session goes on from there.`,
    rows[0] === 'again' &&
      brought.verb === 'complete-skill' &&
      `${skillNamed(brought.name)} was reported where ${expected} is to be done; nothing has moved.`,
    rows.includes('T2') &&
      was.workItems.length === 0 &&
      `${length} ${length === 1 ? 'item was' : 'items were'} read from the design document.`,
    ...(rows.includes('T20') ? problemsOf(taken) : []).map((problem) => `${problem}.`),
    ...(brought.verb === 'cleanup' || rows.includes('T33') ? unproven(session, brought.shown) : []),
    'note' in brought &&
      brought.note &&
      taken.before === taken.context &&
      'The note was not kept, because nothing changed.',
  ]
  return warnings.filter((warning) => typeof warning === 'string')
}
