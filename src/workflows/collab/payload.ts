import { nearest } from '../../workflow/nearest'
import { itemsIn, keyOf } from './design'
import { type Documents, designFile } from './documents'
import { skillNamed, skills } from './flow'
import { itemNumbered } from './items'
import {
  type Clearing,
  type Item,
  type ItemType,
  most,
  type PlannedTask,
  type Session,
  type Task,
  type TaskStatus,
} from './session'
import { idsIn, openWave, type Shown } from './tasks'

/** What may come with any event. */
export type Around = {
  /** ISO 8601 with milliseconds. */
  readonly at?: string
  /** The developer's words, and the agent's for the next step. */
  readonly said?: string
  readonly note?: string
  readonly clear?: Clearing
  readonly documents?: Documents
  /** Where tasks stand on the files that are here now; absent if none has a command. */
  readonly shown?: Shown
  /** The digest of the last proof. */
  readonly proofs?: string
  /** Files that tasks name and that are not here. */
  readonly absent?: readonly string[]
  /** When replaying the history: the items of a document, and the tasks of the graph. */
  readonly told?: { readonly items?: readonly Item[]; readonly tasks?: readonly PlannedTask[] }
}

/** The payload of an event. */
export type CollabPayload = Around &
  (
    | { readonly verb: 'status' | 'next' | 'resume' | 'items' | 'start' | 'stop' }
    | { readonly verb: 'complete-skill'; readonly name: string }
    | { readonly verb: 'add'; readonly title: string; readonly type?: ItemType }
    | { readonly verb: 'classify'; readonly number: number; readonly type: ItemType }
    | { readonly verb: 'remove'; readonly number: number }
    | { readonly verb: 'task'; readonly id: string; readonly status: TaskStatus }
    | ({ readonly verb: 'cleanup'; readonly choice: 'archive' | 'delete' | 'keep' } & Places)
  )

/** Where the parts of a session are that was taken out of its folder. */
type Places = { readonly [Part in 'record' | 'archive' | 'aside']?: string }

/** The payload as a word for the guards, and all its mistakes with their places. */
export interface Judgement {
  readonly word: string
  /** None if the payload is valid but the event comes too late. */
  readonly problems?: readonly string[]
}

const right: Judgement = { word: 'right' }

export function judge(session: Session, brought: CollabPayload): Judgement {
  const item = 'number' in brought ? itemNumbered(session, brought.number) : undefined
  if ('number' in brought && !item) return unknownNumber(session, brought.number)
  switch (brought.verb) {
    case 'complete-skill':
      return judgeSkill(brought.name)
    case 'add': {
      if (session.workItems.length >= most.items) return { word: 'too many' }
      const problem = titleProblem(brought.title, session.workItems)
      return problem ? { word: 'wrong title', problems: [`the title: ${problem}`] } : right
    }
    case 'classify':
      if (item?.type === brought.type) return { word: 'same type' }
      if (brought.number !== session.currentItem) return right
      return { word: brought.type === 'bugfix' ? 'to a bugfix' : 'current item' }
    case 'remove':
      return brought.number === session.currentItem ? { word: 'current item' } : right
    case 'task':
      return judgeReport(session, brought)
    case 'cleanup':
      return brought.choice === 'keep' ? { word: 'keep' } : right
    case 'resume':
      return { word: 'resuming' }
    default:
      return right
  }
}

function judgeSkill(name: string): Judgement {
  const skill = skillNamed(name)
  if (skill) return { word: skill }
  const near = nearest(name.trim().toLowerCase(), skills).join(', ')
  const problem = `"${name}": there is no skill of that name; nearest: ${near}`
  return { word: 'unknown skill', problems: [problem, `the skills: ${skills.join(', ')}`] }
}

function unknownNumber({ workItems }: Session, number: number): Judgement {
  const known = workItems.map((item) => item.number).join(', ') || 'no items'
  return { word: 'unknown number', problems: [`item ${number}: there is none; there are ${known}`] }
}

function judgeReport(
  session: Session,
  { id: text, status, shown = {}, absent = [] }: Extract<CollabPayload, { verb: 'task' }>,
): Judgement {
  const here = openWave(session)?.tasks ?? []
  const all = session.waves?.flatMap(({ tasks }) => tasks) ?? []
  const asked = idsIn(session, text)
  const ids = here.map(({ id }) => id)
  const unknown = asked.filter((id) => !all.some((task) => task.id === id))
  if (unknown.length > 0) {
    const near = (id: string) => `"${id}": there is no task of that id; nearest: ${nearest(id, ids).join(', ')}`
    return { word: 'unknown task', problems: unknown.map(near) }
  }
  const tasks = here.filter(({ id }) => asked.includes(id))
  if (tasks.length < asked.length) return { word: 'another wave' }
  const others = tasks.filter((task) => task.status !== status)
  if (others.length === 0) return { word: 'same status' }
  const isUnproven = ({ id, run }: Task) => run !== undefined && status === 'completed' && shown[id] !== 'proven'
  if (others.some(isUnproven)) return { word: 'not proven' }
  const isMade = ({ files = [] }: Task) => !files.some((path) => absent.includes(path))
  return status === 'completed' && !others.every(isMade) ? { word: 'file missing' } : right
}

/** @returns the items of the session; if it has none, those of the design document that is reported with the goals */
export function goalsIn(session: Session, brought: (Around & { readonly verb?: string }) | undefined): readonly Item[] {
  const design = brought?.verb === 'complete-skill' ? brought.documents?.[designFile] : undefined
  return session.workItems.length === 0 && design !== undefined ? itemsIn(design) : session.workItems
}

function titleProblem(title: string, others: readonly Item[]): string | undefined {
  if (title === '') return 'is empty'
  const same = others.find((other) => keyOf(other.title) === keyOf(title))
  if (same) return `item ${same.number} has it already`
  if ([...title].length > most.title) return `has ${[...title].length} characters; ${most.title} is the most`
  return undefined
}
