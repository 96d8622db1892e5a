import { nearest } from '../nearest'
import { mayBecome, openBatch } from './batches'
import { itemsIn } from './design-document'
import { skills } from './flow'
import { skillNamed } from './lookups'
import { type Item, type ItemType, most, type Session, type TaskStatus } from './session'

/** What an event brings with it. `at` is when it happens, ISO 8601 with milliseconds. */
export type EventPayload = {
  readonly at?: string
} & (
  | { readonly verb: 'start' | 'status' | 'next' | 'resume' }
  | {
      readonly verb: 'complete-skill'
      /** As it was typed. */
      readonly name: string
      readonly note?: string
      /** The texts of two documents, absent where they are not there. */
      readonly design?: string
      readonly graph?: string
    }
  | { readonly verb: 'add'; readonly title: string; readonly type?: ItemType }
  | { readonly verb: 'classify'; readonly number: number; readonly type: ItemType }
  | { readonly verb: 'remove'; readonly number: number }
  | { readonly verb: 'items'; readonly document?: string }
  | { readonly verb: 'task'; readonly id: string; readonly status: TaskStatus }
  | {
      readonly verb: 'cleanup'
      readonly choice: 'archive' | 'delete' | 'keep'
      /** Where the papers go. */
      readonly archive?: string
      readonly aside?: string
    }
)

/** What guards can tell about what was brought: the name of a skill, or one of these. `right` is all that it should be. */
export const judgements = [
  'right',
  'unknown skill',
  'wrong title',
  'too many',
  'unknown number',
  'same type',
  'current item',
  'an import',
  'wrong document',
  'nothing new',
  'unknown task',
  'another batch',
  'same status',
  'wrong step',
  'keep',
] as const
export type Judgement = (typeof judgements)[number] | (typeof skills)[number]

/** @returns the facts' word for what was brought */
export function judge(session: Session, brought: EventPayload): Judgement {
  switch (brought.verb) {
    case 'complete-skill':
      return skillNamed(brought.name) ?? 'unknown skill'
    case 'add':
      if (session.workItems.length >= most.items) return 'too many'
      return titleProblem(brought.title) ? 'wrong title' : 'right'
    case 'classify': {
      const item = itemNumbered(session, brought.number)
      return item === undefined ? 'unknown number' : item.type === brought.type ? 'same type' : 'right'
    }
    case 'remove': {
      if (!itemNumbered(session, brought.number)) return 'unknown number'
      return brought.number === session.currentItem ? 'current item' : 'right'
    }
    case 'items': {
      if (brought.document === undefined) return 'right'
      const { problems } = itemsIn(brought.document)
      if (problems.length > 0 || tooMany(session, brought.document)) return 'wrong document'
      return newItems(session, brought.document).length === 0 ? 'nothing new' : 'an import'
    }
    case 'task': {
      const task = openBatch(session)?.tasks.find(({ id }) => id === brought.id)
      if (!task) return taskIds(session).includes(brought.id) ? 'another batch' : 'unknown task'
      if (task.status === brought.status) return 'same status'
      return mayBecome[task.status].includes(brought.status) ? 'right' : 'wrong step'
    }
    case 'cleanup':
      return brought.choice === 'keep' ? 'keep' : 'right'
    default:
      return 'right'
  }
}

/** @returns what is wrong with what was brought, each with its place; nothing where a person has only come too late */
export function problemsIn(session: Session, brought: EventPayload): readonly string[] {
  switch (judge(session, brought)) {
    case 'unknown skill': {
      const { name } = brought as Extract<EventPayload, { verb: 'complete-skill' }>
      return [
        `"${name}": there is no skill of that name; nearest: ${nearest(name.trim().toLowerCase(), skills).join(', ')}`,
        `the skills: ${skills.join(', ')}`,
      ]
    }
    case 'wrong title':
      return [`the title: ${titleProblem((brought as Extract<EventPayload, { verb: 'add' }>).title)}`]
    case 'unknown number': {
      const { number } = brought as Extract<EventPayload, { verb: 'remove' }>
      const numbers = session.workItems.map((item) => item.number)
      return [
        `item ${number}: there is none; ${numbers.length === 0 ? 'there are no items' : `there are ${numbers.join(', ')}`}`,
      ]
    }
    case 'wrong document': {
      const { document = '' } = brought as Extract<EventPayload, { verb: 'items' }>
      const { problems } = itemsIn(document)
      return problems.length > 0 ? problems : [`the document: with its items there would be more than ${most.items}`]
    }
    case 'unknown task': {
      const { id } = brought as Extract<EventPayload, { verb: 'task' }>
      const here = openBatch(session)?.tasks.map((task) => task.id) ?? []
      return [`"${id}": there is no task of that id; nearest: ${nearest(id, here).join(', ')}`]
    }
    default:
      return []
  }
}

/** @returns the items of a design document whose numbers are not taken (specs: collab §5) */
export const newItems = (session: Session, document: string): readonly Item[] =>
  itemsIn(document).items.filter(({ number }) => !itemNumbered(session, number))

const tooMany = (session: Session, document: string) =>
  session.workItems.length + newItems(session, document).length > most.items
const itemNumbered = ({ workItems }: Session, number: number) => workItems.find((item) => item.number === number)
const taskIds = ({ batches = [] }: Session) => batches.flatMap(({ tasks }) => tasks.map(({ id }) => id))

function titleProblem(title: string): string | undefined {
  if (title === '') return 'is empty'
  if ([...title].length > most.title) return `has ${[...title].length} characters; ${most.title} is the most`
  return undefined
}
