import { nearest } from '../nearest'
import { type BatchTask, mayBecome, openBatch } from './batches'
import { itemsIn } from './design-document'
import { designFile } from './documents'
import { skills } from './flow'
import { skillNamed } from './lookups'
import { type Item, type ItemType, most, type Session, type TaskStatus } from './session'

/** The payload of an event. `at` is its time, ISO 8601 with milliseconds. */
export type EventPayload = {
  readonly at?: string
  /** When replaying the history: the items of a document, and the tasks of the graph. */
  readonly told?: { readonly items?: readonly Item[]; readonly tasks?: readonly BatchTask[] }
} & (
  | { readonly verb: 'start' | 'status' | 'next' | 'resume' }
  | {
      readonly verb: 'complete-skill'
      /** As typed by the user. */
      readonly name: string
      readonly note?: string
      /** The texts of the session's documents by their names; one that does not exist is absent. */
      readonly documents?: Readonly<Record<string, string>>
    }
  | { readonly verb: 'add'; readonly title: string; readonly type?: ItemType }
  | { readonly verb: 'classify'; readonly number: number; readonly type: ItemType }
  | { readonly verb: 'remove'; readonly number: number }
  | { readonly verb: 'items'; readonly document?: string }
  | {
      readonly verb: 'task'
      readonly id: string
      readonly status: TaskStatus
      /** The digest of the last proof, if what is there now shows the task. */
      readonly proofs?: string
    }
  | {
      readonly verb: 'cleanup'
      readonly choice: 'archive' | 'delete' | 'keep'
      /** The folder for the state and the history. */
      readonly record?: string
      /** The folder for the documents. */
      readonly archive?: string
      readonly aside?: string
    }
)

/** What guards can test about a payload that is neither valid nor the name of a skill. */
export const judgements = [
  'unknown skill',
  'wrong title',
  'too many',
  'unknown number',
  'same type',
  'current item',
  'current item, a bugfix',
  'an import',
  'wrong document',
  'nothing new',
  'unknown task',
  'another batch',
  'same status',
  'wrong step',
  'not proven',
  'keep',
] as const

/** The payload as a word for the guards, and all its mistakes with their places. */
export interface Judgement {
  /** `right` means valid. */
  readonly word: string
  /** None if the payload is valid but the event comes too late. */
  readonly problems?: readonly string[]
}

const right: Judgement = { word: 'right' }

/** @returns the judgement of a payload, given the session */
export function judge(session: Session, brought: EventPayload): Judgement {
  switch (brought.verb) {
    case 'complete-skill':
      return judgeSkill(brought.name)
    case 'add': {
      if (session.workItems.length >= most.items) return { word: 'too many' }
      const problem = titleProblem(brought.title)
      return problem ? { word: 'wrong title', problems: [`the title: ${problem}`] } : right
    }
    case 'classify': {
      const item = itemNumbered(session, brought.number)
      if (!item) return unknownNumber(session, brought.number)
      if (item.type === brought.type) return { word: 'same type' }
      if (item.number !== session.currentItem) return right
      return { word: brought.type === 'bugfix' ? 'current item, a bugfix' : 'current item' }
    }
    case 'remove':
      if (!itemNumbered(session, brought.number)) return unknownNumber(session, brought.number)
      return brought.number === session.currentItem ? { word: 'current item' } : right
    case 'items':
      return brought.document === undefined ? right : judgeImport(session, brought.document)
    case 'task':
      return judgeReport(session, brought)
    case 'cleanup':
      return brought.choice === 'keep' ? { word: 'keep' } : right
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
  const there =
    workItems.length === 0 ? 'there are no items' : `there are ${workItems.map((item) => item.number).join(', ')}`
  return { word: 'unknown number', problems: [`item ${number}: there is none; ${there}`] }
}

function judgeImport(session: Session, document: string): Judgement {
  const { problems } = itemsIn(document)
  if (problems.length > 0) return { word: 'wrong document', problems }
  const { length } = newItems(session, document)
  if (session.workItems.length + length > most.items)
    return { word: 'wrong document', problems: [`the document: with its items there would be more than ${most.items}`] }
  return { word: length === 0 ? 'nothing new' : 'an import' }
}

function judgeReport(session: Session, { id, status, proofs }: Extract<EventPayload, { verb: 'task' }>): Judgement {
  const here = openBatch(session)?.tasks ?? []
  const task = here.find((known) => known.id === id)
  if (task?.status === status) return { word: 'same status' }
  if (task && !mayBecome[task.status].includes(status)) return { word: 'wrong step' }
  if (task) return task.run !== undefined && status === 'completed' && !proofs ? { word: 'not proven' } : right
  if (session.batches?.some(({ tasks }) => tasks.some((known) => known.id === id))) return { word: 'another batch' }
  const ids = here.map((known) => known.id)
  const problem = `"${id}": there is no task of that id; nearest: ${nearest(id, ids).join(', ')}`
  return { word: 'unknown task', problems: [problem] }
}

/** @returns the items of a design document whose numbers are not taken yet */
export const newItems = (session: Session, document: string): readonly Item[] =>
  itemsIn(document).items.filter(({ number }) => !itemNumbered(session, number))

/** @returns the items of the session; if it has none, those of the design document that is reported with the goals */
export function goalsIn(session: Session, brought: EventPayload | undefined): readonly Item[] {
  const design = brought?.verb === 'complete-skill' ? brought.documents?.[designFile] : undefined
  return session.workItems.length === 0 && design !== undefined ? newItems(session, design) : session.workItems
}

const itemNumbered = ({ workItems }: Session, number: number) => workItems.find((item) => item.number === number)

function titleProblem(title: string): string | undefined {
  if (title === '') return 'is empty'
  if ([...title].length > most.title) return `has ${[...title].length} characters; ${most.title} is the most`
  return undefined
}
