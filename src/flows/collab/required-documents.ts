import { allOf, itemInHeading, plain, type Section, sectionsIn } from './document-sections'
import { designFile, graphFile, type ItemDocument, itemFile, maxDocumentBytes } from './documents'
import type { State } from './flow'
import { currentItem, itemFor } from './items'
import { stateNamed } from './lookups'
import { type EventPayload, goalsIn } from './payload'
import type { Item, Session } from './session'

/** What a skill has written when it is done: a document, and the headings that something stands under. */
interface Required {
  /** For `design` the headings are those of the item's section. */
  readonly document: 'design' | 'task-graph' | ItemDocument
  readonly headings?: readonly string[]
}

const required: Readonly<Partial<Record<State, Required>>> = {
  'gather-goals': { document: 'design' },
  'brainstorm-exploring': { document: 'design', headings: ['What Is There'] },
  'brainstorm-clarifying': { document: 'design', headings: ['Decisions'] },
  'brainstorm-designing': { document: 'design', headings: ['Approach'] },
  'brainstorm-validating': {
    document: 'design',
    headings: ['Goal', 'Approach', 'Success Criteria', 'Decisions', 'Scope'],
  },
  'rough-draft-interface': { document: 'interface' },
  'rough-draft-pseudocode': { document: 'pseudocode' },
  'rough-draft-skeleton': { document: 'skeleton' },
  'build-task-graph': { document: 'task-graph' },
  'task-planning': { document: 'plan', headings: ['Prerequisites', 'Steps', 'Verification'] },
  'systematic-debugging': {
    document: 'root-cause',
    headings: ['Symptom', 'Root Cause', 'Evidence', 'Fix', 'Also Affected'],
  },
}

export const writing = Object.keys(required) as State[]

interface Lack {
  readonly file: string
  /** A clause that completes the name. */
  readonly fault: string
}

/** @returns the names of the documents that decide what comes of a report of this skill */
export function documentsFor(session: Session, skill: string): readonly string[] {
  const document = required[stateNamed(skill)?.id ?? 'done']?.document
  const ofItems = document === undefined || document === 'design' || document === 'task-graph' ? [] : session.workItems
  return [designFile, graphFile, ...ofItems.map(({ number }) => itemFile(document as ItemDocument, number))]
}

/** What the skill should have written and has not; undefined if all of it is there, or the skill writes nothing. */
export function lackOf(session: Session, brought: EventPayload, at: string | undefined): Lack | undefined {
  if (brought.verb !== 'complete-skill') return undefined
  const state = stateNamed(brought.name)
  const { document, headings = [] } = (state && required[state.id]) ?? {}
  if (!state || !document) return undefined
  const isGathering = state.id === 'gather-goals'
  const item = state.id === at ? itemFor(session, state.id) : currentItem(session)
  if (!isGathering && !item) return undefined
  const file =
    document === 'design' ? designFile : document === 'task-graph' ? graphFile : itemFile(document, item?.number ?? 0)
  const text = brought.documents?.[file]
  if (text === undefined) return { file, fault: 'is not there' }
  if (text.length > maxDocumentBytes) return { file, fault: 'is longer than 1 MB' }
  const whole = sectionsIn(text)
  if (!whole.hasText) return { file, fault: allOf(whole).length > 1 ? 'has only headings' : 'is empty' }
  const items = isGathering
    ? goalsIn(session, brought).filter(({ status }) => status === 'pending')
    : document === 'design' && item
      ? [item]
      : []
  const fault = items.length > 0 ? faultInItems(whole, items, headings) : faultUnder(whole, headings, '##')
  return fault === undefined ? undefined : { file, fault }
}

function faultInItems(whole: Section, items: readonly Item[], headings: readonly string[]): string | undefined {
  const sections = allOf(whole)
  const sectionOf = ({ number }: Item) => sections.find(({ title }) => itemInHeading(title) === number)
  const none = items.filter((item) => !sectionOf(item))
  if (none.length > 0)
    return `has no section ${listed(none.map(({ number, title }) => `### Item ${number}: ${title}`))}`
  const bare = items.filter((item) => !sectionOf(item)?.hasText)
  if (bare.length > 0) return `has nothing under ${listed(bare.map(({ number }) => `### Item ${number}`))}`
  const [item] = items
  const section = item && sectionOf(item)
  const fault = section && faultUnder(section, headings, '####')
  return fault && `${fault} in the section of item ${item?.number}`
}

function faultUnder(section: Section, headings: readonly string[], marks: string): string | undefined {
  const found = (heading: string) => allOf(section).filter(({ title }) => plain(title) === plain(heading))
  const none = headings.filter((heading) => found(heading).length === 0)
  const bare = headings.filter((heading) => !none.includes(heading) && !found(heading).some(({ hasText }) => hasText))
  const said = [
    none.length > 0 && `no ${listed(none.map((heading) => `${marks} ${heading}`))}`,
    bare.length > 0 && `nothing under ${listed(bare.map((heading) => `${marks} ${heading}`))}`,
  ].filter(Boolean)
  return said.length === 0 ? undefined : `has ${said.join(' and ')}`
}

const listed = (headings: readonly string[]): string =>
  headings.map((heading) => `\`${heading.replaceAll('`', '')}\``).join(', ')
