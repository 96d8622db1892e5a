import { allOf, type Section, sectionsIn, sectionsOf } from '../../workflow/artifacts/headings'
import { type Documents, designFile, itemFile } from './documents'
import type { Item } from './session'

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
