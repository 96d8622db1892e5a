import { documents } from '../../../templates/collab/workflow.yaml'
import { fencedLines, unclosedIn } from '../../text/markdown/fenced-lines'
import { type Artifact, type ArtifactForm, artifactOf, type Read, withLines } from '../../workflow/artifacts/form'
import { allOf, readHeadings, type Section, sectionsIn, sectionsOf } from '../../workflow/artifacts/headings'
import { judge } from '../../workflow/artifacts/rules'
import { isNothing } from '../../workflow/hollow'
import { faultInCriteria, itemsIn, sectionOf, textOfItem, textUnder } from './design'
import { type Documents, designFile, graphFile, type ItemDocument, itemFile, maxDocumentBytes } from './documents'
import { stateNamed, writes } from './flow'
import { currentItem, itemFor } from './items'
import { type CollabPayload, goalsIn } from './payload'
import type { Item, Session } from './session'
import { taskInFrontMatter } from './task-graph'
import { bare, graphIn } from './tasks'
import { inCode } from './waves'

/** What stands under the headings of a document; for the design they are those of the item's section. */
interface Required extends Partial<ArtifactForm> {
  /** Its heading where it is handed in as a part of the draft. */
  readonly part?: string
}

const required: Readonly<Record<string, Required>> = documents

interface Lack {
  readonly file: string
  /** A clause that completes the name. */
  readonly fault: string
}

/** @returns the name of the document that a state asks for; of a draft the one that has all parts */
export function fileOf(state: string, number = 0): string | undefined {
  const document = writes[state]
  if (document === undefined || document === 'design') return document && designFile
  if (document === 'task-graph') return graphFile
  return itemFile(required[state]?.part ? 'draft' : (document as ItemDocument), number)
}

/** What the skill should have written and has not; undefined if all of it is there, or the skill writes nothing. */
export function lackOf(session: Session, brought: CollabPayload, at: string | undefined): Lack | undefined {
  if (brought.verb !== 'complete-skill') return undefined
  const state = stateNamed(brought.name)
  const document = state && writes[state.id]
  if (!document) return undefined
  const { part, fields = {}, ...form } = required[state.id] ?? {}
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
  const left: string[] = []
  if (isGathering && session.workItems.length === 0) itemsIn(text, left)
  const isPart = part !== undefined && file !== own
  const wanted = artifactOf(state.id, { ...form, fields: isPart ? { [`${part}!`]: 'prose' } : fields })
  const fault =
    faultInDiagrams(text) ??
    (left.length > 0
      ? `has ${inCode(left)}, which is no item: each is \`### Item N: title\` with another number`
      : undefined) ??
    (items.length > 0 ? faultInItems(whole, items, wanted) : faultUnder(whole, wanted)) ??
    (part && faultInPart(part, isPart ? sectionsOf(whole, part)[0] : whole)) ??
    (document === 'task-graph' && item ? faultInGraph(session, item, documents) : undefined) ??
    (document === 'plan' || document === 'root-cause' ? taskInFrontMatter(text).problems[0] : undefined) ??
    (state.id === 'brainstorm-validating' && item ? faultInCriteria(item, documents) : undefined) ??
    (item && document !== 'task-graph' ? faultInCopy(session, item, file, wanted.fields, documents) : undefined)
  return fault === undefined ? undefined : { file, fault: [fault, ...unclosedIn(text)].join('; ') }
}

/** Whether interfaces, pseudocode and skeleton of the item at hand are one document, and it has all three. */
export function isWholeDraft(session: Session, brought: CollabPayload | undefined): boolean {
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
  fields: Artifact['fields'],
  documents: Documents,
): string | undefined {
  const textOf = ({ number }: Item): string => {
    if (file !== designFile) return documents[file.replace(`-${item.number}.md`, `-${number}.md`)]?.trim() ?? ''
    const section = textOfItem(documents[file] ?? '', number) ?? ''
    return fields
      .flatMap(({ heading }) => textUnder(section, heading) ?? [])
      .filter((text) => !isNothing(text))
      .join('\n')
  }
  const same = workItems.find(
    (other) => other.number < item.number && textOf(item) !== '' && textOf(other) === textOf(item),
  )
  return same && `is the same as item ${same.number}'s`
}

function faultInPart(part: string, section: Section | undefined): string | undefined {
  const text = section?.text ?? ''
  if (fencedLines(text).some(({ block, isEdge }) => block && !isEdge && block.language !== 'mermaid')) return undefined
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
  if (lacks.length > 0) return notDone(lacks.map((each) => each.replace(/^`\S+`[:,] /, '')))
  const named = tasks.flatMap(({ files = [], tests = [] }) => [...files, ...tests])
  const skeleton = documents[itemFile('skeleton', item.number)] ?? documents[itemFile('draft', item.number)] ?? ''
  const none = allOf(sectionsIn(skeleton))
    .map(({ title }) => title.replaceAll('`', '').trim())
    .filter((title) => /^[\w./@-]+\.\w+$/.test(title) && !named.includes(title))
  return none.length === 0 ? undefined : `has no task with ${inCode(none)}, which the skeleton has`
}

function faultInItems(whole: Section, items: readonly Item[], wanted: Artifact): string | undefined {
  const found = items.map((item) => ({ item, section: sectionOf(whole, item.number) }))
  const none = found.filter(({ section }) => !section).map(({ item }) => item)
  if (none.length > 0)
    return `has no section ${inCode(none.map(({ number, title }) => `### Item ${number}: ${title}`))}`
  const hollow = found.flatMap(({ item, section }) => {
    const heading = `Item ${item.number}`
    const read = { form: 'headings', values: { [heading]: section?.text.trim() }, lineOf: () => section?.line } as const
    return mistakesIn(artifactOf(heading, { fields: { [`${heading}!`]: 'prose' } }), read)
  })
  const [section] = found.flatMap((one) => one.section ?? [])
  return hollow.length > 0 ? notDone(hollow) : section && faultUnder(section, wanted)
}

const faultUnder = (section: Section, wanted: Artifact): string | undefined =>
  notDone(mistakesIn(wanted, readHeadings(wanted, section)))

const mistakesIn = (wanted: Artifact, read: Read): readonly string[] =>
  withLines(judge(wanted, read).mistakes, read.lineOf)

const notDone = (mistakes: readonly string[]): string | undefined =>
  mistakes.length === 0 ? undefined : `is not done: ${mistakes.join('; ')}`
