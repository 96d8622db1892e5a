import { type Notes, postedBySpell, sections } from './comments-file'

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
const heading = /^### ([\w=-]+) · (open|open, outdated|resolved|review|comment|gone)(?: · (.*))?$/s
/** A comment from the conversation, in the form that agents are asked to write; status and place are optional. */
const spoken = /^### (c\d+)(?:(?: ·|:| –| —)? (.*))?$/s
const decision = /^\*\*Decision\*\* \(([\w=-]+)\):(.*)$/s
/** The same as people write it: without the id below its heading, in a list, with the colon in bold. */
const decisionAsWell = /^(?:[-*+] +)?(?:\*\*|__)?Decision(?:\*\*|__)?(?: \(([\w=-]+)\))?:(?:\*\*|__)?(.*)$/is
/** An item below the heading of all decisions. */
const listedDecision = /^[-*+] +[*_`]*([\w=-]+)[*_`]*(?::| [–—-])[*_]*(.*)$/s
const decisions = '## Decisions'
const byline = /^\*\*.+\*\* · .*:$/s
const lastLine = /^<!-- fetched by spell ([0-9a-f]{64}) -->$/
/** The headings of the file, and of its template. */
const ours: readonly string[] = [...Object.values(sections), 'Threads', 'Decisions'].map((title) => `## ${title}`)

/** @returns the last line of the file, with the digest of its text */
export const lastLineOf = (digest: string): string => `<!-- fetched by spell ${digest} -->`

/**
 * Parses what `writeComments` has written, and what users have added: also comments of the conversation (`### c1`). Any
 * text can be parsed; without either kind there are no entries.
 */
export function readComments(text: string): CommentsFile {
  const entries: Mutable<Entry>[] = []
  const skeleton: string[] = []
  const unread: number[] = []
  let note: { readonly of: Mutable<Entry>; readonly lines: string[] } | undefined
  let digest: string | undefined
  let isList = false
  const endNote = () => {
    if (note) note.of.note = [note.of.note, trim(note.lines)].filter(Boolean).join('\n')
    note = undefined
  }
  for (const [index, line] of text.replace(/\r\n?/g, '\n').split('\n').entries()) {
    const [, id, word = '', where = ''] = heading.exec(line) ?? asOpen(spoken.exec(line)) ?? []
    const ended = lastLine.exec(line)?.[1]
    if (id || ours.includes(line) || ended) {
      endNote()
      isList = line === decisions
    }
    if (id) entries.push({ id, word, where, note: '', quoted: '', remarks: 0, isPosted: false })
    if (ended) digest = ended
    const listed = isList ? listedDecision.exec(line) : null
    if (listed) endNote()
    const own = note ? null : decision.exec(line)
    const [found, decided = entries.at(-1)?.id, rest = ''] =
      own ?? listed ?? (note ? null : decisionAsWell.exec(line)) ?? []
    const of = found === undefined ? undefined : entries.find((each) => each.id === decided)
    if (of) note = { of, lines: [rest.trim()] }
    else if (note) note.lines.push(line)
    if (own && of) skeleton.push(line.slice(0, line.length - rest.length))
    else if (!note && !ended && line !== decisions) skeleton.push(line)
    if (!note && (found !== undefined || (isList && line !== decisions && /^(?!<!--)\S/.test(line))))
      unread.push(index + 1)
    const entry = entries.at(-1)
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

type Mutable<Each> = { -readonly [Key in keyof Each]: Each[Key] }

const asOpen = (found: RegExpExecArray | null) => found && [found[0], found[1], 'open', found[2] ?? '']

export const notesIn = ({ entries }: CommentsFile): Notes =>
  new Map(entries.filter(({ note }) => note !== '').map(({ id, note }) => [id, note]))

/** Ignores blank lines, which change when a note is added. */
const bare = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join('\n')

const trim = (lines: readonly string[]): string => lines.join('\n').replace(/^\s*\n|\s+$/g, '')
