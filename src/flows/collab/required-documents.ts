import { fencedLines } from '../../markdown/fenced-lines'
import { allOf, itemInHeading, plain, type Section, sectionsIn, textOfItem, textUnder } from './document-sections'
import { type Documents, designFile, graphFile, type ItemDocument, itemFile, maxDocumentBytes } from './documents'
import type { State } from './flow'
import { currentItem, itemFor } from './items'
import { stateNamed } from './lookups'
import { type EventPayload, goalsIn } from './payload'
import { faultInCriteria } from './points'
import type { Item, Session } from './session'
import { taskInFrontMatter } from './task-graph'
import { bare, graphIn } from './tasks'

/** What a skill has written when it is done: a document, and the headings that something stands under. */
interface Required {
  /** For `design` the headings are those of the item's section. */
  readonly document: 'design' | 'task-graph' | ItemDocument
  readonly headings?: readonly string[]
  /** Its heading where it is handed in as a part of the draft, and what it has to have. */
  readonly part?: string
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
  'rough-draft-interface': { document: 'interface', part: 'Interface' },
  'rough-draft-pseudocode': { document: 'pseudocode', part: 'Pseudocode' },
  'rough-draft-skeleton': { document: 'skeleton', part: 'Skeleton' },
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

/** @returns the name of the document that a state asks for; of a draft the one that has all parts */
export function fileOf(state: string, number = 0): string | undefined {
  const { document, part } = required[state as State] ?? {}
  if (document === undefined || document === 'design') return document && designFile
  return document === 'task-graph' ? graphFile : itemFile(part ? 'draft' : document, number)
}

/** What the skill should have written and has not; undefined if all of it is there, or the skill writes nothing. */
export function lackOf(session: Session, brought: EventPayload, at: string | undefined): Lack | undefined {
  if (brought.verb !== 'complete-skill') return undefined
  const state = stateNamed(brought.name)
  const { document, headings = [], part } = (state && required[state.id]) ?? {}
  if (!state || !document) return undefined
  const isGathering = state.id === 'gather-goals'
  const item = state.id === at ? itemFor(session, state.id) : currentItem(session)
  if (!isGathering && !item) return undefined
  const number = item?.number ?? 0
  const { documents = {} } = brought
  const general = fileOf(state.id, number) ?? ''
  const own = part ? itemFile(document as ItemDocument, number) : general
  const file = documents[own] === undefined ? general : own
  const text = documents[file]
  if (text === undefined) return { file, fault: 'is not there' }
  if (text.length > maxDocumentBytes) return { file, fault: 'is longer than 1 MB' }
  const whole = sectionsIn(text)
  if (whole.text.trim() === '') return { file, fault: allOf(whole).length > 1 ? 'has only headings' : 'is empty' }
  const items = isGathering
    ? goalsIn(session, brought).filter(({ status }) => status === 'pending')
    : document === 'design' && item
      ? [item]
      : []
  const wanted = part && file !== own ? [part] : headings
  const fault =
    faultInDiagrams(text) ??
    (items.length > 0 ? faultInItems(whole, items, wanted) : faultUnder(whole, wanted, '##')) ??
    (part &&
      faultInPart(part, file === own ? whole : allOf(whole).find(({ title }) => plain(title) === plain(part)))) ??
    (document === 'task-graph' && item ? faultInGraph(session, item, documents) : undefined) ??
    (document === 'plan' || document === 'root-cause' ? taskInFrontMatter(text).problems[0] : undefined) ??
    (state.id === 'brainstorm-validating' && item ? faultInCriteria(item, documents) : undefined) ??
    (item && document !== 'task-graph' ? faultInCopy(session, item, file, wanted, documents) : undefined)
  return fault === undefined ? undefined : { file, fault }
}

/** Whether interfaces, pseudocode and skeleton of the item at hand are one document, and it has all three. */
export function isWholeDraft(session: Session, brought: EventPayload | undefined): boolean {
  if (brought?.verb !== 'complete-skill' || stateNamed(brought.name)?.id !== 'rough-draft-interface') return false
  const number = itemFor(session, 'rough-draft-interface')?.number ?? 0
  const parts = ['interface', 'pseudocode', 'skeleton'] as const
  return parts.every(
    (part) =>
      brought.documents?.[itemFile(part, number)] === undefined &&
      !lackOf(session, { ...brought, name: `rough-draft-${part}` }, `rough-draft-${part}`),
  )
}

/** What was handed in for another item says nothing of this one. */
function faultInCopy(
  { workItems }: Session,
  item: Item,
  file: string,
  headings: readonly string[],
  documents: Documents,
): string | undefined {
  const textOf = ({ number }: Item): string => {
    if (file !== designFile) return documents[file.replace(`-${item.number}.md`, `-${number}.md`)]?.trim() ?? ''
    const section = textOfItem(documents[file] ?? '', number) ?? ''
    return headings
      .flatMap((heading) => textUnder(section, heading) ?? [])
      .filter((text) => !isNothing(text))
      .join('\n')
  }
  const same = workItems.find(
    (other) => other.number < item.number && textOf(item) !== '' && textOf(other) === textOf(item),
  )
  return same && `is the same as item ${same.number}'s`
}

const blocksIn = (text: string): readonly string[] => [
  ...new Set(fencedLines(text).flatMap(({ block, isEdge }) => (block && !isEdge ? [block.language] : []))),
]

function faultInPart(part: string, section: Section | undefined): string | undefined {
  const text = section?.text ?? ''
  if (blocksIn(text).some((language) => language !== 'mermaid')) return undefined
  const hasSteps = part === 'Pseudocode' && /^\s*\d+[.)] /m.test(text)
  return hasSteps
    ? undefined
    : `has no code block${part === 'Pseudocode' ? ' and no numbered steps' : ''} of the ${part.toLowerCase()}`
}

/** A diagram says what it is, and what leads where. */
function faultInDiagrams(text: string): string | undefined {
  const lines = fencedLines(text).filter(({ block, isEdge }) => block?.language === 'mermaid' && !isEdge)
  const kinds = /^\s*(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram(?:-v2)?|erDiagram)\b/
  const firsts = [...new Set(lines.map(({ block }) => block?.first ?? 0))]
  const wrong = firsts.find((first) => {
    const own = lines.filter(({ block, text }) => block?.first === first && text.trim() !== '')
    return !kinds.test(own[0]?.text ?? '') || !own.slice(1).some(({ text }) => /--|->|\.\.|==/.test(text))
  })
  return wrong === undefined ? undefined : `has a mermaid block in line ${wrong} that is no diagram`
}

/** Of the graph: whether it can be read, a command shows the item, each criterion is served, and every file of the skeleton is in a task. */
function faultInGraph(session: Session, item: Item, documents: Documents): string | undefined {
  const { tasks, problems } = graphIn(session.workItems, documents)
  const lacks = problems.length > 0 ? problems : bare([item], tasks, documents)
  if (lacks.length > 0) return `is not done: ${lacks.map((each) => each.replace(/^`\S+`[:,] /, '')).join('; ')}`
  const named = tasks.flatMap(({ files = [], tests = [] }) => [...files, ...tests])
  const skeleton = documents[itemFile('skeleton', item.number)] ?? documents[itemFile('draft', item.number)] ?? ''
  const none = allOf(sectionsIn(skeleton))
    .map(({ title }) => title.replaceAll('`', '').trim())
    .filter((title) => /^[\w./@-]+\.\w+$/.test(title) && !named.includes(title))
  return none.length === 0 ? undefined : `has no task with ${listed(none)}, which the skeleton has`
}

function faultInItems(whole: Section, items: readonly Item[], headings: readonly string[]): string | undefined {
  const sections = allOf(whole)
  const sectionOf = ({ number }: Item) => sections.find(({ title }) => itemInHeading(title) === number)
  const none = items.filter((item) => !sectionOf(item))
  if (none.length > 0)
    return `has no section ${listed(none.map(({ number, title }) => `### Item ${number}: ${title}`))}`
  const hollow = items.filter((item) => isHollow(sectionOf(item)?.text ?? ''))
  if (hollow.length > 0)
    return `has ${hollow.map((item) => onlyUnder(`### Item ${item.number}`, sectionOf(item)?.text)).join(' and ')}`
  const [item] = items
  const section = item && sectionOf(item)
  const fault = section && faultUnder(section, headings, '####')
  return fault && `${fault} in the section of item ${item?.number}`
}

function faultUnder(section: Section, headings: readonly string[], marks: string): string | undefined {
  const found = (heading: string) => allOf(section).filter(({ title }) => plain(title) === plain(heading))
  const textOf = (heading: string) =>
    found(heading)
      .map(({ text }) => text.trim())
      .join('\n')
  const none = headings.filter((heading) => found(heading).length === 0)
  const hollow = headings.filter((heading) => !none.includes(heading) && isHollow(textOf(heading)))
  const twice = headings.filter(
    (heading, index) =>
      !hollow.includes(heading) &&
      !isNothing(textOf(heading)) &&
      headings.findIndex((other) => textOf(other) === textOf(heading)) < index,
  )
  const told = (some: readonly string[]) => listed(some.map((heading) => `${marks} ${heading}`))
  const said = [
    none.length > 0 && `no ${told(none)}`,
    ...hollow.map((heading) => onlyUnder(`${marks} ${heading}`, textOf(heading))),
    none.length === 0 && twice.length > 0 && `under ${told(twice)} what stands under another heading`,
  ].filter(Boolean)
  return said.length === 0 ? undefined : `has ${said.join(' and ')}`
}

/** What stands there, if that is too little. */
const onlyUnder = (heading: string, text = ''): string =>
  `${text.trim() === '' ? 'nothing' : `no more than “${text.trim().replace(/\s+/g, ' ')}”`} under ${listed([heading])}`

/** A word of its own in most scripts; in others a sign of it. */
const word = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu
const isNothing = (text: string): boolean => /^\W*(?:none|nothing)\b/i.test(text)

/** “Written.” or “Done.” says nothing of it; that there is nothing does. */
const isHollow = (text: string): boolean =>
  !isNothing(text) && !text.includes('`') && (text.match(word) ?? []).length < 3

const listed = (headings: readonly string[]): string =>
  headings.map((heading) => `\`${heading.replaceAll('`', '')}\``).join(', ')
