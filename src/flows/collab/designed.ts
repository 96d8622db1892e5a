import { textOfItem, textUnder } from './document-sections'
import { designFile, itemFile } from './documents'
import type { Item } from './session'

/** The texts of a session's documents by their names. */
export type Documents = Readonly<Record<string, string>>

/** What was designed, under its heading. */
export interface Designed {
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
