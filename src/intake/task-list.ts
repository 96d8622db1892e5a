import { getOrInsert } from '../engine/records'
import { type Named, namedFirst, shown } from '../review/quote'
import { fencedLines } from '../text/markdown/fenced-lines'
import { beginsBlock, headingOf, levelByLine } from '../text/markdown/heading'
import { columnsOf, isRule, linesOf } from '../text/markdown/lines'
import { likelyBoxes } from '../text/markdown/task-items'
import { frontMatterText, ownHeadingOf } from '../text/markdown/title'
import type { Imported, ImportedCriterion } from './imported'

/** The name of a section of criteria, with or without a number; nothing follows the short ones. */
const criteriaTitle =
  /^\W*(?:\d[\d.)]*\s*)?(?:(?:acceptance criteria|success criteria|definition of done|akzeptanzkriterien|abnahmekriterien|crit[eè]res d.acceptation|criterios de aceptaci[oó]n|crit[eé]rios de aceita[cç][aã]o)(?![a-z])|验收标准|受け入れ基準|(?:acs?|dod)\W*$)/i

const isOfCriteria = (text: string): boolean => criteriaTitle.test(text)

interface Place {
  /** The title that it stands under; one without a text above the first. */
  readonly head: Title
  /** That of a section of criteria, whose items need no box: `## Acceptance Criteria`, then `1. …`. */
  readonly criteria?: Title | undefined
}

const none: Title = { text: '', level: 0, line: 0 }

/** @returns where each of some lines stands */
function placesOf(lines: readonly { readonly number: number }[], titles: readonly Title[]): readonly Place[] {
  const heads = new Map(titles.map((title) => [title.line, title]))
  let [heading, criteria]: [Title, Title?] = [none]
  return lines.map(({ number }) => {
    const title = heads.get(number)
    if (title && criteria && title.level <= criteria.level) criteria = undefined
    if (title && isOfCriteria(title.text)) criteria ??= title
    if (title && title.level < 7) heading = title
    return { head: criteria && criteria.level > 6 ? criteria : heading, criteria }
  })
}

/** A text with its task list taken out; the rest is empty if it is only headings, which the criteria have as their groups. */
type TaskList = Required<Pick<Imported, 'criteria' | 'notes' | 'lost'>> & { readonly rest: string }

interface Reading {
  /** An item that is a task without a box. */
  readonly bare?: RegExp
  /** Whether the boxes of a section are those of a form, and about its author. */
  readonly isOfForm?: (heading: string, texts: readonly string[]) => boolean
}

/** Reads the criteria of a text. What looks like one, and is none that is carried over, is named with its line. */
export function taskListIn(text: string, name: string, { bare, isOfForm }: Reading = {}): TaskList {
  const lines = fencedLines(text)
  const boxed = new Set(likelyBoxes(text).map(({ line }) => line))
  const titles = titlesIn(text).filter(({ line }) => !boxed.has(line))
  const places = placesOf(lines, titles)
  const withBoxes = new Set(places.filter((_, index) => boxed.has(index + 1)).map(({ criteria }) => criteria))
  const marked = lines.map(({ text: line, block }, index) => {
    const of = places[index]?.criteria
    return !block && ((of && !withBoxes.has(of)) || bare?.test(line)) ? line.replace(marker, '$1[ ] ') : line
  })
  const items = new Map(likelyBoxes(marked.join('\n')).map((item) => [item.line, item]))
  const texts = new Map<Title, string[]>()
  for (const [index, { head, criteria }] of places.entries()) {
    const said = criteria ? undefined : items.get(index + 1)?.text
    if (said !== undefined) getOrInsert(texts, head, () => []).push(said)
  }
  const ofForm = new Set([...texts].flatMap(([head, said]) => (isOfForm?.(head.text, said) ? [head] : [])))
  const criteria: ImportedCriterion[] = []
  const [others, asked, signs]: [string[], Named[], Named[]] = [[], [], []]
  for (const [index, { head, criteria: of }] of places.entries()) {
    const line = index + 1
    const box = items.get(line)
    const isAsked = !of && ofForm.has(head)
    if (box && isAsked) asked.push(box)
    if (box && !isAsked) criteria.push({ text: box.text, done: box.ticked, group: head.text, section: head.line, line })
    else others.push(lines[index]?.text ?? '')
    // A number before the box stands in its text, too.
    if (box?.sign !== undefined) signs.push({ text: `${box.sign.replace(/^\S*\d\S* /, '')} ${box.text}`, line })
  }
  const heads = new Set(titles.map(({ line }) => line))
  const taken = new Set(criteria.map(({ section }) => section))
  const left = new Map<string, Named[]>()
  const besides = besidesItems(lines.slice(linesOf(text).bodyStart), (line) =>
    items.has(line) ? 'item' : heads.has(line) ? 'title' : undefined,
  )
  for (const other of besides) {
    const { head, criteria: of } = places[other.line - 1] ?? {}
    const isAmong =
      of || isOfCriteria(other.text) || (other.kind === 'item' && (criteria.length === 0 || taken.has(head?.line)))
    const isIntroduction = other.kind === 'text' && /:[*_]{0,3}$/.test(other.text)
    if (isIntroduction || !(isAmong || other.kind === 'below' || other.kind === 'box')) continue
    getOrInsert(left, kinds[other.kind], () => []).push(other)
  }
  return {
    criteria,
    rest: others.some((line) => line.trim() !== '' && headingOf(line) === undefined) ? others.join('\n') : '',
    notes: namedFirst(`What is no box in ${name} is open here`, signs),
    lost: [...left, ['what a form asks its author', asked] as const].flatMap(([of, all]) =>
      namedFirst(`${of} of ${name}`, all),
    ),
  }
}

/** What is not carried over. */
const kinds = {
  below: 'what stands below the criteria',
  box: 'boxes in quotes and code',
  item: 'items without a box',
  row: 'rows of tables that may be criteria',
  text: 'texts that may be criteria',
}

/** What YAML reads as a list, a map, or a text without an end. */
const noText = /^(?:\[[^\]]*\]?|\{[^}]*\}?|"[^"]*|'[^']*)$/s

/** @returns the title of a document: that of its front matter, or the first heading that is of this one alone; empty without one */
export function titleIn(text: string, name: string): { readonly title: string; readonly lost: readonly string[] } {
  const said = frontMatterText(text, 'title') ?? ''
  const isText = said !== '' && !noText.test(said)
  const line = linesOf(text).lines.findIndex((each) => each.startsWith('title:')) + 1
  return {
    title: isText ? said : ownHeadingOf(text),
    lost: isText || said === '' ? [] : namedFirst(`what is no text, as a title of ${name}`, [{ text: said, line }]),
  }
}

/** A file of one's own with a task list. */
export function fromMarkdownFile(text: string, path: string): Imported {
  const name = shown(path)
  const { criteria, rest, notes, lost } = taskListIn(text, name)
  const { title, lost: untitled } = titleIn(text, name)
  const texts = [{ heading: name, text: rest }]
  return { title: title || path, texts, criteria, notes, lost: [...untitled, ...lost] }
}

/** Where the text of an item begins; what has an empty box is a place to fill in. */
const marker = /^(\s*(?:[-*+]|\d{1,9}[.)])[ \t]+)(?=\S)(?!\[[ xX]\])/

/** A comment, a place to fill in, or the line below a title. */
const nothing = /^(?:[-*+]|\d{1,9}[.)])?\s*(?:\[[ xX]\]\s*)?(?:<!--.*)?$|^[=-]+$/

/** A box where it is none: in a quote, in code. */
const boxElsewhere = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s*)?\[[ xX]\]\s+\S/

const belowHeads = /^\s*\|(?=[^-]*-)[\s:|-]+$/

/** A line that no title and no item that is read begins with; of a paragraph and of a block of code only the first. */
interface OtherLine {
  /** `below` an item that is read is an item of any level. */
  readonly kind: 'box' | 'below' | 'item' | 'row' | 'text'
  readonly text: string
  readonly line: number
}

/** Finds what a Markdown text has besides the items that are read, and its titles. */
function besidesItems(
  lines: ReturnType<typeof fencedLines>,
  kindOf: (line: number) => 'item' | 'title' | undefined,
): OtherLine[] {
  const found: OtherLine[] = []
  let [under, goesOn, hidden, before] = [-1, false, false, '']
  for (const [index, { text: raw, number, block, isEdge }] of lines.entries()) {
    const text = columnsOf(raw)
    const indent = text.search(/\S|$/)
    const read = kindOf(number)
    const isHidden = hidden || (!block && /^\s*(?:[-*+] +)?(?:\[ \] +)?<!--/.test(text))
    hidden = isHidden && !text.includes('-->')
    if (read || isHidden || isEdge || (!block && (nothing.test(text.slice(indent)) || isRule(text, indent)))) {
      if (read) under = read === 'title' ? -1 : indent
      goesOn = read === 'item'
      before = ''
      continue
    }
    const start = block ? null : marker.exec(text)
    const sign = block ? '`' : (/[>|]/.exec(text.charAt(indent))?.[0] ?? '')
    const isOn = sign === '' ? goesOn && !start : sign !== '|' && sign === before
    ;[goesOn, before] = [true, sign]
    const isBelow = under >= 0 && indent > under
    const isBox = boxElsewhere.test(raw)
    if (isOn && !isBox) continue
    if (!isBelow && !isBox) under = -1
    const isHead = sign === '|' && (belowHeads.test(text) || belowHeads.test(lines[index + 1]?.text ?? ''))
    if (isHead && !isBox) continue
    const other = start ? (isBelow ? 'below' : 'item') : sign === '|' ? 'row' : 'text'
    found.push({ kind: isBox ? 'box' : other, text: text.slice(start?.[0].length).trim(), line: number })
  }
  return found
}

interface Title {
  readonly text: string
  /** As of a heading, 1 to 6; 7 of a line in bold, 8 of one that ends with a colon. */
  readonly level: number
  readonly line: number
}

/** @returns the titles of a Markdown text below its front matter: its headings, and the lines that people write as such */
export function titlesIn(text: string): readonly Title[] {
  const lines = fencedLines(text)
  return lines.slice(linesOf(text).bodyStart).flatMap(({ text: line, number, block }): Title[] => {
    if (block) return []
    const heading = headingOf(line)
    if (heading) return [{ ...heading, line: number }]
    const [, , bold] = /^ {0,3}(\*\*|__)(?=\S)(.+?)\1:?\s*$/.exec(line) ?? []
    if (bold) return [{ text: bold, level: 7, line: number }]
    if (line.trim() === '' || beginsBlock(line)) return []
    const level = levelByLine(lines[number]?.text)
    if (level) return [{ text: line.trim(), level, line: number }]
    return /^\S.*:\s*$/.test(line) ? [{ text: line.trim(), level: 8, line: number }] : []
  })
}
