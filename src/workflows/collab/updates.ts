import type { Context } from '../../engine/definition'
import { mapValues, recordOf } from '../../engine/records'
import { inPhase, itemTypes, phases, skillNamed, stateNamed } from './flow'
import { inferType, itemFor, pendingItems, withItems } from './items'
import { type Around, type CollabPayload, goalsIn } from './payload'
import { isOnlyWord } from './recorded'
import { fresh, type Item, keysOfSession, type Session, sessionIn } from './session'
import { allTasks, begun, completed, reported, shownTasks, toWaves } from './tasks'

type Bringing<Verb extends CollabPayload['verb']> = Extract<CollabPayload, { verb: Verb }>
/** Declared as a method, so that each change may narrow the type of its payload. */
type Change = { bivariant(session: Session, brought: CollabPayload, state: string): Session }['bivariant']

/** Changes of a session, by their names in the table. The time is part of the payload. */
const changes = {
  'keep the note': ({ note: _, ...session }, brought: Bringing<'complete-skill'>) => withWords(session, brought),
  'add to the note': withWords,

  'import items': (session, brought: Bringing<'complete-skill'>) => {
    const { said, told } = brought
    const agreed = { ...session, ...(said && !isOnlyWord({ skill: skillNamed(brought.name), said }) && { said }) }
    if (session.workItems.length > 0) return told ? withItems(agreed, told.items ?? []) : agreed
    return withItems(agreed, told?.items ?? goalsIn(session, brought))
  },
  'select item': ({ currentItem: _, ...session }) => {
    const [next] = pendingItems(session)
    return { ...session, ...(next && { currentItem: next.number }) }
  },
  'take item': (session, _, state) => {
    const item = itemFor(session, state)
    return { ...session, ...(item && { currentItem: item.number }) }
  },
  // A skill that works on an item is repeated for the current one.
  'set the item aside': (session, { name }: Bringing<'complete-skill'>) => {
    const { currentItem: _, ...others } = session
    return itemTypes[stateNamed(name)?.id ?? ''] ? session : others
  },
  documented: (session) => withItem(session, session.currentItem, { status: 'documented' }),
  'show tasks': ({ tasks: _, ...session }, { documents, told }: Bringing<'complete-skill'>) => {
    const read = documents && allTasks(session.workItems, documents)
    const tasks = told ? told.tasks : read?.problems.length === 0 ? read.tasks : undefined
    return { ...session, ...(tasks && { tasks }) }
  },
  'build waves': (session) => {
    const { tasks: _, said: __, ...built } = session
    return { ...built, waves: toWaves(shownTasks(session) ?? [], session.waves) }
  },
  'begin wave': begun,
  'complete wave': completed,

  'add item': (session, { title, type = inferType(title) }: Bringing<'add'>) =>
    withItems(session, [{ title, type, status: 'pending' }]),
  // An item of another type must be designed again.
  'classify item': (session, { number, type }: Bringing<'classify'>) =>
    withItem(session, number, { type, status: 'pending' }),
  'remove item': (session, { number }: Bringing<'remove'>) => {
    const { currentItem, ...rest } = session
    return {
      ...rest,
      workItems: session.workItems.filter((item) => item.number !== number),
      ...(currentItem !== undefined && currentItem !== number && { currentItem }),
    }
  },
  'report task': (session, { id, status }: Bringing<'task'>) => reported(session, id, status),

  ...recordOf(
    phases,
    inPhase,
    (phase) =>
      (session: Session): Session => ({ ...session, phase }),
  ),
} satisfies Readonly<Record<string, Change>>

function withWords(session: Session, { note, clear }: Bringing<'complete-skill'>): Session {
  return { ...session, ...(note && { note }), ...(clear && { clear }) }
}

function withItem(session: Session, number: number | undefined, change: Partial<Item>): Session {
  return {
    ...session,
    workItems: session.workItems.map((item) => (item.number === number ? { ...item, ...change } : item)),
  }
}

/** The same in the form that the engine expects: from the stored context, with the time of the event. */
export const updates = {
  begin: (_: Context, { at, clear }: Around): Context => ({
    ...fresh,
    ...(clear && { clear }),
    lastActivity: at,
  }),
  ...mapValues<keyof typeof changes, Change, (context: Context, brought: CollabPayload, state: string) => Context>(
    changes,
    (change) => (context, brought, state) => {
      // What a change leaves out has gone; what is not of a session stays.
      const others = Object.entries(context).filter(([key]) => !keysOfSession.includes(key))
      return {
        ...Object.fromEntries(others),
        ...change(sessionIn(context), brought, state),
        lastActivity: brought.at ?? context.lastActivity,
      }
    },
  ),
}
