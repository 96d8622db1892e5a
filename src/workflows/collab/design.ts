import { fencedLines } from '../../text/markdown/fenced-lines'
import { withoutComments } from '../../text/markdown/said-lines'
import { allOf, type Section, sectionsIn, sectionsOf } from '../../workflow/artifacts/headings'
import { lineOf } from '../../workflow/artifacts/markdown'
import { likelyItem } from '../../workflow/criteria/likely-item'
import { bareCommand } from '../../workflow/criteria/reads-as-command'
import { saidAgain } from '../../workflow/hollow'
import { unserved } from '../../workflow/items/item'
import { type Documents, designFile, itemFile } from './documents'
import { type Item, type ItemType, most, type PlannedTask } from './session'
import { taskForm } from './task-graph'

const readAs: Readonly<Record<string, ItemType>> = {
  code: 'code',
  feature: 'code',
  refactor: 'code',
  spike: 'code',
  task: 'task',
  bugfix: 'bugfix',
}

/**
 * Reads the work items of a design document: under `## Work Items` each `### Item N: title` with its `**Type:**` and
 * `**Status:**`. What cannot be an item is left out.
 *
 * @param left takes the headings that are meant as those of items, and left out
 */
export function itemsIn(markdown: string, left: string[] = []): readonly Item[] {
  const items: Item[] = []
  const lists = allOf(sectionsIn(markdown)).filter(({ level, title }) => level === 2 && /^work items$/i.test(title))
  for (const { title: heading, text } of lists.flatMap(({ within }) => within.filter(({ level }) => level === 3))) {
    const [, digits = '0', title = ''] = /^Item\s+(\d+)\s*:\s*(.*)$/i.exec(heading) ?? []
    const fields = new Map([...text.toLowerCase().matchAll(field)].map(([, name, value = '']) => [name, value]))
    const isDocumented = /^(documented|complete|completed)$/.test(fields.get('status') ?? '')
    const type = readAs[fields.get('type') ?? ''] ?? 'unknown'
    const item: Item = { number: Number(digits), title, type, status: isDocumented ? 'documented' : 'pending' }
    if (isNew(item, items)) items.push(item)
    else if (/^\W*(?:item\b|\d)/i.test(heading)) left.push(`### ${heading}`)
  }
  return items
}

const field = /^[ \t]*(?:[-*] )?\*\*(type|status)(?::\*\*|\*\*:)[ \t]*(.*?)[ \t]*$/gm

const isNew = ({ number, title }: Item, items: readonly Item[]): boolean =>
  number >= 1 &&
  number <= 9999 &&
  title !== '' &&
  [...title].length <= most.title &&
  items.length < most.items &&
  items.every((other) => other.number !== number)

/** @returns the number of the item that a heading begins the section of; undefined for any other heading */
const itemInHeading = (title: string): number | undefined => {
  const [, digits] = /^item\s+(\d+)\b/i.exec(title) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** @returns the section of an item; undefined if there is none */
export const sectionOf = (document: Section, number: number): Section | undefined =>
  allOf(document).find(({ title }) => itemInHeading(title) === number)

/** @returns the section of an item as it is written, with its heading; undefined if there is none */
export const textOfItem = (markdown: string, number: number): string | undefined =>
  sectionOf(sectionsIn(markdown), number)?.source.trim()

/** @returns what stands under a heading; undefined if that is nothing */
export const textUnder = (markdown: string, heading: string): string | undefined =>
  sectionsOf(sectionsIn(markdown), heading)[0]
    ?.source.replace(/^.*\n?/, '')
    .trim() || undefined

/** What was designed, under its heading. */
interface Designed {
  readonly heading: string
  readonly text: string
}

const inDesign = ['Goal', 'Approach', 'Success Criteria', 'Decisions', 'Scope']

/** @returns what the documents say of an item: its part of the design, and its root cause or its plan */
export function designedOf({ number, type }: Item, documents: Documents): readonly Designed[] {
  const section = textOfItem(documents[designFile] ?? '', number) ?? ''
  const own =
    type === 'bugfix'
      ? ([documents[itemFile('root-cause', number)], ['Symptom', 'Root Cause', 'Fix']] as const)
      : ([type === 'task' ? documents[itemFile('plan', number)] : undefined, ['Steps', 'Verification']] as const)
  const [text = '', headings] = own
  return [...found(section, inDesign), ...found(text, headings)]
}

const found = (markdown: string, headings: readonly string[]): Designed[] =>
  headings.flatMap((heading) => {
    const text = textUnder(markdown, heading)
    return text ? [{ heading, text }] : []
  })

/** @returns what the design of an item lists under a heading, each point in one line; below it the commands that show it */
export function pointsOf(item: Item, documents: Documents, title: 'Success Criteria' | 'Decisions'): string[] {
  const text = designedOf(item, documents).find(({ heading }) => heading === title)?.text ?? ''
  const points: string[] = []
  let isNew = true
  for (const { text: line, block } of fencedLines(withoutComments(text))) {
    const [, indent = '', , said = ''] = /^(\s*)([-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line) ?? []
    const isBullet = said !== '' && indent.length < 2
    if (block || line.trim() === '') isNew = true
    else if (said !== '' && !isBullet && points.length > 0) {
      // What is meant as a command goes on, too: the plan names what is wrong with it.
      if (/^(run|shell|red|in|expect|within|by):/i.test(said) || likelyItem(said) || bareCommand(said))
        points.push(`${points.pop()}\n  - ${said.trim()}`)
    } else if (isBullet || isNew || points.length === 0) points.push(lineOf(said || line))
    else points.push(`${points.pop()} ${lineOf(line)}`)
    if (line.trim() !== '' && !block) isNew = false
  }
  return points
}

/** Equal texts are one point. */
export const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const first = (point: string): string => point.split('\n')[0] ?? point

/** @returns the decisions on an item, each with whom it rests on: what the agent says of the developer, it only passes on */
export const decisionsOf = (item: Item, documents: Documents): string[] =>
  pointsOf(item, documents, 'Decisions')
    .map(first)
    .map((text) =>
      /\b(?:developers?|users?|you)\b/i.test(text) ? `The agent passes on: “${text}”` : `The agent decided: ${text}`,
    )

/** @returns the success criteria of an item without their commands */
export const criteriaIn = (item: Item, documents: Documents): string[] =>
  pointsOf(item, documents, 'Success Criteria').map(first)

/** @returns what is wrong with the success criteria of an item, as a clause: one stands twice, or says nothing to look at */
export function faultInCriteria(item: Item, documents: Documents): string | undefined {
  const criteria = criteriaIn(item, documents)
  const [twice] = saidAgain(criteria)
  if (twice) return `has the criterion “${twice.text}” twice`
  const vague = criteria.find((each) => !/[`\d\P{ASCII}]/u.test(each) && keyOf(each).split(' ').length < 4)
  return vague && `has a criterion that says nothing to look at, “${vague}”`
}

/** @returns the criteria of an item that no task serves and that have no command; with one of either that need not be said */
export function unservedOf(item: Item, own: readonly PlannedTask[], documents: Documents): string[] {
  const points = pointsOf(item, documents, 'Success Criteria').map((point, at) => ({ id: `${at + 1}`, point }))
  if (!own.some(({ serves = [] }) => serves.length > 0) && (own.length < 2 || points.length < 2)) return []
  return unserved(taskForm, own, points).flatMap(({ id, point }) =>
    /\n {2}- (?:run|shell):/.test(point) ? [] : `criterion ${id}, “${first(point)}”`,
  )
}
