import { closesFence, fenceIn } from '../text/markdown/fenced-lines'
import { isUnsaid } from '../text/markdown/known-text'
import { type Notes, postedBySpell, sections } from './comments-file'
import { idsOf, labelOf } from './label'

/** A section of comments.md for one thread or remark. */
export interface Entry {
  readonly id: string
  /** `open`, `open, outdated`, `resolved`, `review`, `comment`, `gone`. */
  readonly word: string
  /** The rest of the heading, as Markdown. */
  readonly where: string
  readonly url?: string
  /** The developer's note. */
  readonly note: string
  /** What others say in it: its quoted lines. */
  readonly quoted: string
  /** All of it, with its heading and without the note. */
  readonly text: string
  /** How many remarks it has, and whether the last is a reply that spell has posted. */
  readonly remarks: number
  readonly isPosted: boolean
}

interface CommentsFile {
  readonly entries: readonly Entry[]
  /** Everything except the notes and the last line: what the program has written, unless the user has edited it. */
  readonly skeleton: string
  /** The digest of the skeleton according to the last line; absent if nothing was fetched. */
  readonly digest?: string
  /** The lines that are meant as a decision, and are none on a comment of the file; from 1. */
  readonly unread: readonly number[]
}

// `s`: Unicode line separators do not end a line here.
const heading = /^#{2,4} ([\w=-]+) · (.*)$/s
/** A comment from the conversation, in the form that agents are asked to write; status and place are optional. */
const spoken = /^#{2,4} (?:(?:thread|comment) )?[*_`[#]*(c\d+)[*_`\]]*(?: ·|[:.]| [–—-])?(?: (.*))?$/is
/** What every id looks like that was not given by an old server. */
const usualId = /^[a-z][\w=-]*\d/i
const status = /^(open|open, outdated|resolved|review|comment|gone)(?: · (.*))?$/is
const decision = /^\*\*Decision\*\* \(([\w=-]+)\):(.*)$/s
/** The same as people write it: without the id below its heading, in a list, as a heading, with the colon in bold. */
const decisionAsWell =
  /^\s*(?:#{3,6}\s+)?(?:(?:[-*+•]|\d+[.)]|\[[ x]\])\s+)*[*_]*Decision(?:[*_]*\s*\(([^)]*)\))?[*_]*(?:\s*[:：—]|\s+[–-](?=\s)|\s*$)[*_]*(.*)$/is
/** The heading of all decisions. */
const decisions = /^#{1,3}\s+decisions\W*$|^##?\s+decision\W*$/i
/** The line below the head of a table. */
const tableLine = /^\s*\|[\s|:-]+$/
/** Neither a comment of HTML, nor “- none”. */
const meantAsDecision = /^(?!<!--|(?:[-*+] )?none\W*$)\s*\S/i
const byline = /^\*\*.+\*\* · .*:$/s
const lastLine = /^<!-- fetched by spell ([0-9a-f]{64}) -->$/
/** The headings of the file, and of its template. */
const ours: readonly string[] = Object.values(sections).map((title) => `## ${title}`)

/** @returns the last line of the file, with the digest of its text */
export const lastLineOf = (digest: string): string => `<!-- fetched by spell ${digest} -->`

/**
 * Parses what `writeComments` has written, and what users have added: also comments of the conversation (`### c1`). Any
 * text can be parsed; without either kind there are no entries.
 */
export function readComments(text: string): CommentsFile {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const { begun, hidden } = entriesIn(lines)
  const entries = begun.filter((each) => each !== undefined)
  const byId = new Map(entries.toReversed().map((each) => [each.id, each]))
  const idOf = idsOf(byId.keys())
  const skeleton: string[] = []
  const unread: number[] = []
  let note: Note | undefined
  let digest: string | undefined
  let entry: Mutable<Entry> | undefined
  let isList = false
  let isInside = false
  const endNote = () => {
    for (const of of note?.of ?? []) {
      const all = [of.note, trim(note?.lines ?? [])].filter(Boolean)
      const decided = all.filter((each) => decisionIn(each) !== '')
      of.note = (decided.length > 0 ? decided : all).join('\n')
    }
    note = undefined
  }
  /** The comment that a line is on: by the id in it, otherwise the one that it is below. */
  const entryOf = (id: string | undefined) => (id === undefined || id === entry?.id ? entry : byId.get(idOf(id) ?? ''))
  for (const [index, line] of lines.entries()) {
    if (hidden.has(index)) {
      skeleton.push(line)
      if (entry && isInside) entry.text += `${line}\n`
      continue
    }
    const begins = begun[index]
    const ended = lastLine.exec(line)?.[1]
    const isDecisions = decisions.test(line)
    if (begins || ours.includes(line) || isDecisions || ended) {
      endNote()
      isList = isDecisions
      isInside = begins !== undefined
    }
    entry = begins ?? entry
    if (ended) digest = ended
    const own = note ? null : decision.exec(line)
    const listed = isList ? labelOf(line.replace(/^#+\s/, ''), idOf) : undefined
    const [found, inBrackets = '', rest = ''] = own ?? decisionAsWell.exec(line) ?? []
    const id = usualId.test(inBrackets) ? inBrackets : undefined
    const of = found === undefined ? undefined : entryOf(id)
    if (note?.indent !== undefined && isOutside(line, lines[index - 1], note.indent)) endNote()
    if (listed?.isApart) {
      endNote()
      const indent = item.exec(line)?.[1]?.length
      note = { of: listed.ids.flatMap((each) => entryOf(each) ?? []), lines: [listed.rest.trim()], indent }
    } else if (of && (!note || (id !== undefined && !note.of.includes(of)))) {
      endNote()
      // `**Decision: yes**` is “yes”.
      note = { of: [of], lines: [own ? rest.trim() : rest.trim().replace(/^([^*]*)\*\*$/, '$1')] }
    } else if (note) note.lines.push(line)
    if (own && note) skeleton.push(line.slice(0, line.length - rest.length))
    else if (!note && !ended && !isDecisions) skeleton.push(line)
    if (entry && isInside && !note && found === undefined) entry.text += `${line}\n`
    const isHead = tableLine.test(line) || tableLine.test(lines[index + 1] ?? '')
    if (!note && (found !== undefined || (isList && !isDecisions && !isHead && meantAsDecision.test(line))))
      unread.push(index + 1)
    // Its place is in the line below its heading.
    if (entry && line.startsWith('`') && entry.where === '' && entry.word === 'open') entry.where = line
    if (entry && !note && line.startsWith('>')) entry.quoted += `${line.replace(/^> ?/, '')}\n`
    if (entry && !note && byline.test(line)) {
      entry.remarks += 1
      entry.isPosted = line.endsWith(`, ${postedBySpell}:`)
    }
    const url = /^<(https?:\/\/\S+)>$/.exec(line)?.[1]
    if (entry && url && !note) entry.url ??= url
  }
  endNote()
  return { entries, skeleton: bare(skeleton), unread, ...(digest && { digest }) }
}

interface Note {
  readonly of: readonly Mutable<Entry>[]
  readonly lines: string[]
  /** That of its item, if it is one in the list of all. */
  readonly indent?: number | undefined
}

const item = /^(\s*)(?:[-*+•]\s|\d+[.)]\s|\|)/

/** @returns whether a line is not part of an item, as Markdown has it: another item, or a paragraph that is not indented */
const isOutside = (line: string, before = '', indent: number): boolean =>
  line.search(/\S/) >= 0 && line.search(/\S/) <= indent && (item.test(line) || before.trim() === '')

/**
 * @returns for each line the thread or remark that it begins, and the lines in fences and comments of HTML outside of notes.
 *   Below the heading of all decisions, one there was before begins none
 */
function entriesIn(lines: readonly string[]) {
  const seen = new Set<string>()
  const hidden = new Set<number>()
  let isList = false
  let isNote = false
  let last = -1
  const begun = lines.map((line, index): Mutable<Entry> | undefined => {
    if (index <= last) {
      hidden.add(index)
      return undefined
    }
    isList = decisions.test(line) || (isList && !ours.includes(line))
    const said = spoken.exec(line)
    const [, id = '', about = ''] = said ?? heading.exec(line) ?? []
    const [, word, where = ''] = status.exec(about) ?? (usualId.test(id) ? ['', 'open', about] : [])
    const name = said ? id.toLowerCase() : id
    const begins = word !== undefined && !(isList && seen.has(name))
    isNote = !begins && !ours.includes(line) && !isList && (isNote || decisionAsWell.test(line))
    if (!isNote) last = lastHidden(lines, index, isList)
    if (!begins) return undefined
    seen.add(name)
    return { id: name, word: word.toLowerCase(), where, note: '', quoted: '', text: '', remarks: 0, isPosted: false }
  })
  return { begun, hidden }
}

/** @returns the line that ends a comment of HTML or, outside of a list, a fence; -1 if none begins, or it does not end */
function lastHidden(lines: readonly string[], first: number, isList: boolean): number {
  const line = lines[first] ?? ''
  const fence = isList ? undefined : fenceIn(line)
  if (!fence && !/^<!--(?!.*-->)/.test(line)) return -1
  const ends = (text: string) => (fence ? closesFence(text, fence) : text.includes('-->'))
  for (let index = first + 1; index < lines.length; index++) if (ends(lines[index] ?? '')) return index
  return -1
}

/** @returns a note, unless it only keeps the place of a decision: `pending`, `?`, a comment of HTML */
export function decisionIn(note: string): string {
  const text = note
    .replace(/<!--.*?-->/gs, '')
    .trim()
    .replace(/(?:\n|^)-{3,}$/, '')
    .trim()
  return isUnsaid(text) ? '' : text
}

type Mutable<Each> = { -readonly [Key in keyof Each]: Each[Key] }

/** Whether a comment is of the conversation, so that no server has it. */
export const isSpoken = ({ id, url }: Pick<Entry, 'id' | 'url'>): boolean => /^c\d+$/.test(id) && !url

export const notesIn = ({ entries }: CommentsFile): Notes =>
  new Map(entries.filter(({ note }) => note !== '').map(({ id, note }) => [id, note]))

/** Ignores blank lines, which change when a note is added. */
const bare = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join('\n')

const trim = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd()
