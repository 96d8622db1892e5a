import { fencedLines } from '../../text/markdown/fenced-lines'
import { headingOf } from '../../text/markdown/heading'
import { linesOf } from '../../text/markdown/lines'
import { outsideComments } from '../../text/markdown/said-lines'
import type { Artifact, Read } from './form'

/** A heading of a document, and what stands below it up to the next one of its level. */
export interface Section {
  readonly level: number
  readonly title: string
  /** That of the heading, from 1. */
  readonly line: number
  /** All that stands in it but headings. */
  readonly text: string
  /** The same with the headings, its own included. */
  readonly source: string
  /** The headings below it. */
  readonly within: readonly Section[]
}

interface Draft extends Section {
  text: string
  source: string
  readonly within: Draft[]
}
const draftOf = (level: number, title: string, line: number): Draft => ({
  level,
  title,
  line,
  text: '',
  source: '',
  within: [],
})

/**
 * Reads a Markdown document as one section of level 0 without a title. Front matter and HTML comments are no text; a
 * fenced block is, and has no headings.
 */
export function sectionsIn(markdown: string): Section {
  const { text: body, numbers } = bodyOf(markdown)
  const whole = draftOf(0, '', 1)
  const open = [whole]
  for (const { text, number, block } of fencedLines(body)) {
    const heading = block ? undefined : headingOf(text)
    if (!heading) {
      for (const section of open) {
        section.text += `${text}\n`
        section.source += `${text}\n`
      }
      continue
    }
    const { level, text: title } = heading
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= level) open.pop()
    const section = draftOf(level, title.replace(/\s#+$/, ''), numbers[number - 1] ?? number)
    open.at(-1)?.within.push(section)
    open.push(section)
    for (const each of open) each.source += `${text}\n`
  }
  return whole
}

/** A document without front matter and comments, and the number that each line has in all of it. */
function bodyOf(markdown: string): { readonly text: string; readonly numbers: readonly number[] } {
  const { lines, bodyStart } = linesOf(markdown)
  const body = lines.slice(bodyStart).join('\n')
  let [at, line] = [0, bodyStart + 1]
  const parts = outsideComments(body)
  const numbers = parts.flatMap((part, index) => {
    line += body.slice(at, part.at).split('\n').length - 1
    at = part.at
    // The first of a part goes on where the one before it ended.
    return part.text.split('\n').flatMap((_, below) => (index > 0 && below === 0 ? [] : line + below))
  })
  return { text: parts.map(({ text }) => text).join(''), numbers }
}

/** @returns the section and all below it, in the order of the document */
export const allOf = (section: Section): readonly Section[] => [section, ...section.within.flatMap(allOf)]

/** @returns the sections of a heading, whatever its level; emphasis, code marks, colons and capitals make no difference */
export const sectionsOf = (section: Section, heading: string): readonly Section[] =>
  allOf(section).filter(({ title }) => plain(title) === plain(heading))

const plain = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[*_`:]/g, '')
    .trim()

/** @returns what stands under the headings of the fields, in a section or a whole document */
export function readHeadings({ fields }: Artifact, section: Section): Read {
  const found = fields.flatMap(({ key, heading }) => {
    const sections = sectionsOf(section, heading)
    const text = sections.map((one) => one.text.trim()).join('\n')
    return sections.length > 0 ? [{ key, text, line: sections[0]?.line }] : []
  })
  const lines = new Map(found.map(({ key, line }) => [key, line]))
  return {
    form: 'headings',
    values: Object.fromEntries(found.map(({ key, text }) => [key, text])),
    lineOf: (place) => (place === '' && section.level > 0 ? section.line : lines.get(place)),
  }
}
