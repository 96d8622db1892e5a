import { withoutComments } from '../../markdown/comments'
import { fencedLines } from '../../markdown/fenced-lines'
import { headingOf, linesOf } from '../../markdown/lines'
import { type Documents, designFile, itemFile } from './documents'
import type { Item } from './session'

/** A heading of a document, and what stands below it up to the next one of its level. */
export interface Section {
  readonly level: number
  readonly title: string
  /** All that stands in it but headings. */
  readonly text: string
  /** The same with the headings, its own included. */
  readonly source: string
  /** The headings below it. */
  readonly within: readonly Section[]
}

/**
 * Reads a Markdown document as one section of level 0 without a title. Front matter and HTML comments are no text; a
 * fenced block is, and has no headings.
 */
export function sectionsIn(markdown: string): Section {
  const { lines, bodyStart } = linesOf(markdown)
  const whole = draftOf(0, '')
  const open = [whole]
  for (const { text, block } of fencedLines(withoutComments(lines.slice(bodyStart).join('\n')))) {
    const title = block ? undefined : headingOf(text)
    if (title === undefined) {
      for (const section of open) {
        section.text += `${text}\n`
        section.source += `${text}\n`
      }
      continue
    }
    const level = text.trim().search(/[^#]|$/)
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= level) open.pop()
    const section = draftOf(level, title)
    open.at(-1)?.within.push(section)
    open.push(section)
    for (const each of open) each.source += `${text}\n`
  }
  return whole
}

interface Draft extends Section {
  text: string
  source: string
  readonly within: Draft[]
}
const draftOf = (level: number, title: string): Draft => ({ level, title, text: '', source: '', within: [] })

/** @returns the number of the item that a heading begins the section of; undefined for any other heading */
export const itemInHeading = (title: string): number | undefined => {
  const [, digits] = /^item\s+(\d+)\b/i.exec(title) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** @returns the section of an item as it is written, with its heading; undefined if there is none */
export const textOfItem = (markdown: string, number: number): string | undefined =>
  allOf(sectionsIn(markdown))
    .find(({ title }) => itemInHeading(title) === number)
    ?.source.trim()

/** @returns what stands under a heading; undefined if that is nothing */
export const textUnder = (markdown: string, heading: string): string | undefined =>
  allOf(sectionsIn(markdown))
    .find(({ title }) => plain(title) === plain(heading))
    ?.source.replace(/^.*\n?/, '')
    .trim() || undefined

/** A heading without emphasis, code marks and colons, in lower case. */
export const plain = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[*_`:]/g, '')
    .trim()

/** @returns the section and all below it, in the order of the document */
export const allOf = (section: Section): readonly Section[] => [section, ...section.within.flatMap(allOf)]

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
