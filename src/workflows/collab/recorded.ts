import type { Definition } from '../../engine/definition'
import { isSeen, isWordAlone, wordsIn } from '../../workflow/event-words'
import { replay } from '../../workflow/replay'
import type { PastStep, Rebuilt, Remains, TransitionResult } from '../../workflow/transition'
import { isDecided, itemTypes, skillNamed, stateNamed, wordsOfSkills } from './flow'
import { currentItem, itemFor } from './items'
import type { Around, CollabPayload } from './payload'
import { fresh, type Item, type PlannedTask, type Session, sessionIn } from './session'
import { openWave } from './tasks'

/** A step; only a command that is no event has an empty payload. */
export type CollabStep = TransitionResult<CollabPayload | (Around & { readonly verb?: never })>

/** What a step's entry records, so that the session can be rebuilt from the history alone. */
export function about({ payload: brought, before, context, rows }: CollabStep): Readonly<Record<string, unknown>> {
  const was = sessionIn(before)
  const session = sessionIn(context)
  const state = brought.verb === 'complete-skill' ? stateNamed(brought.name) : undefined
  // The step may begin the next item, which its skill did not work on.
  const item = state ? workedOn(brought, was)?.number : (currentItem(session)?.number ?? was.currentItem)
  const wave = rows.includes('T29') ? openWave(was) : undefined
  const done = wave && session.waves?.find(({ id }) => id === wave.id)
  const added = session.workItems.filter(({ number }) => !was.workItems.some((known) => known.number === number))
  const isEnd = brought.verb === 'cleanup' || state?.id === 'workflow-complete'
  return {
    ...(brought.verb === 'complete-skill' && { skill: skillNamed(brought.name) }),
    ...(brought.said && { said: brought.said }),
    ...(brought.note && { note: brought.note }),
    ...(brought.clear && { clear: brought.clear }),
    ...(brought.verb === 'task' && {
      task: brought.id,
      status: brought.status,
      ...(brought.status === 'completed' && brought.proofs && { proofs: brought.proofs }),
    }),
    ...(brought.verb === 'classify' && { number: brought.number, type: brought.type }),
    ...(brought.verb === 'remove' && { number: brought.number }),
    ...(brought.verb === 'cleanup' && { choice: brought.choice }),
    ...(isEnd && brought.shown && { shown: brought.shown }),
    ...(added.length > 0 && { added }),
    ...(item !== undefined && { item }),
    ...(done && { wave: done.id, tasks: done.tasks.map(({ id }) => id) }),
    ...(session.tasks && rows.some((row) => ['T4.none', 'order'].includes(row)) && { built: session.tasks }),
  }
}

export function workedOn(brought: CollabStep['payload'], was: Session): Item | undefined {
  const state = brought.verb === 'complete-skill' ? stateNamed(brought.name) : undefined
  return state && itemTypes[state.id] ? itemFor(was, state.id) : undefined
}

/** What an entry of the history says besides its states, for people: what was reported, of what, and who decided it. */
export function retell(about: Readonly<Record<string, unknown>>, word?: unknown): string {
  const { skill, item, wave, tasks, task, status, number, type, choice, added } = about
  const isSkill = typeof skill === 'string'
  return [
    isSkill && `\`${skill}\``,
    task !== undefined && `\`${task}\` ${status}`,
    number !== undefined && [`item ${number}`, type].filter(Boolean).join(' '),
    Array.isArray(added) && added.map((one) => `item ${one?.number}, ${one?.type}: ${one?.title}`).join('; '),
    choice,
    isSkill && item !== undefined && `item ${item}`,
    wave !== undefined && `${String(wave).replace('batch-', 'wave ')}: ${[tasks].flat().join(', ')}`,
    wordsIn(about, wordOf(about), word) ||
      ((choice !== undefined || isDecided(about)) && !isSeen(word) && 'by the agent'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The word that a step takes, by what its entry records. */
const wordOf = ({ skill, choice }: Readonly<Record<string, unknown>>): string | undefined =>
  skill === undefined ? (choice === undefined ? 'stop' : 'cleanup') : wordsOfSkills[`${skill}`]

/** Whether what the agent quotes is the word that the step takes: only that can have been seen. */
export const isOnlyWord = (about: Readonly<Record<string, unknown>>): boolean =>
  isWordAlone(`${about.said}`, wordOf(about))

/**
 * Rebuilds a session whose context is lost, by replaying the history. If that lacks its beginning, a session can only
 * gather its items again.
 */
export const rebuildIn =
  (definition: Definition) =>
  ({ past, base }: Remains): Rebuilt => {
    const isWhole = past[0]?.row === 'start' || past.some(({ about }) => about?.remembered !== undefined)
    if (!base && !isWhole) return { state: 'gather-goals', context: fresh, lost: ['all work items', 'the tasks'] }
    return { ...replay(definition, { past, ...(base && { base }) }, payloadOf), isReplayed: true }
  }

/** The payload of a step, whatever its event: each update takes the keys that it needs. */
function payloadOf(step: PastStep): object {
  const { about = {}, note, time } = step
  const { added, built } = step.about ?? {}
  const items: readonly Item[] = Array.isArray(added) ? added : []
  const tasks: readonly PlannedTask[] | undefined = Array.isArray(built) ? built : undefined
  return {
    ...about,
    ...(about.skill !== undefined && { name: about.skill }),
    ...(about.task !== undefined && { id: about.task }),
    ...(note && { note }),
    ...(step.row === 'add' && items[0]),
    told: { items, ...(tasks && { tasks }) },
    at: time,
  }
}
