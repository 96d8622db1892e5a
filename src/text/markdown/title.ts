import { attemptOr } from '../failure'
import { beginsBlock, type Heading, headingOf, levelByLine } from './heading'
import { linesOf } from './lines'
import { saidLines } from './said-lines'

/** Headings of the templates, and others that many documents have. */
const general = new Set(
  [
    'ac, criteria, acceptance criteria, success criteria, definition of done, dod, checklist, validation',
    'approach, plan, proposal, specification, steps, task, tasks, to-do, todo, change, impact, status',
    'background, context, description, details, introduction, overview, summary, references, note, notes',
    'intent, motivation, goal, goals, problem, problem statement, story, user story, why',
    'scope, out of scope, open questions, assumptions, decisions, risks',
    'constraints, constraints and risks',
    'what changes, what is this about, what should be true afterwards, what must stay as it is, what we know',
  ].flatMap((line) => line.split(', ')),
)

/** Whatever number stands before it, and whatever signs behind it. A list is looked up faster than V8 makes an expression of it. */
const isGeneral = (heading: string): boolean =>
  general.has(
    heading
      .toLowerCase()
      .replace(/^\d[\d.]*\s*/, '')
      .replace(/\W+$/, ''),
  )

/**
 * Says what a document is called, by its first level-1 heading, of either form, that is of this document alone; otherwise by
 * `title` in its front matter; otherwise by its first level-1 heading, or, without one, its first other heading that is not
 * general.
 *
 * @returns empty if nothing names it
 */
export function titleOf(markdown: string): string {
  const { own, top, below } = namesIn(markdown)
  return own || frontMatterText(markdown, 'title') || top || below
}

/** @returns the first heading that is of a document alone; empty without one */
export function ownHeadingOf(markdown: string): string {
  const { own, below } = namesIn(markdown)
  return own || below
}

/** The first headings: of level 1, one's own or general, and one's own below it. */
function namesIn(markdown: string): { readonly own: string; readonly top: string; readonly below: string } {
  let [top, below] = ['', '']
  for (const { level, text } of headingsIn(markdown)) {
    const isOwn = !isGeneral(text)
    if (level === 1 && isOwn) return { own: text, top, below }
    if (level === 1) top ||= text
    else if (isOwn) below ||= text
  }
  return { own: '', top, below }
}

/** The headings that have a text, with `#` before it or a line below it. */
function* headingsIn(markdown: string): Generator<Heading> {
  /** What a line below it would make a heading; undefined in a list or a quote. */
  let paragraph: string | undefined = ''
  for (const line of saidLines(markdown)) {
    const said = line.trim()
    const heading = headingOf(line)
    const level = paragraph ? levelByLine(line) : undefined
    if (level && paragraph) yield { level, text: paragraph }
    if (heading?.text) yield heading
    if (said === '' || level || heading) paragraph = ''
    else if (beginsBlock(line)) paragraph = undefined
    else if (paragraph !== undefined && (paragraph || !/^(?: {4}|\t)/.test(line)))
      paragraph = `${paragraph} ${said}`.trim()
  }
}

/** What YAML says of a text over several lines, before its first one. */
const block = /^[|>][-+\d]*$/

/**
 * Reads a text of the front matter as its author meant it, be it valid YAML or not: all that stands behind the key, and the
 * lines that are indented below it. Only quotes around it and a comment behind it are taken off.
 *
 * @returns undefined without the key, or with nothing behind it
 */
export function frontMatterText(markdown: string, key: string): string | undefined {
  const { lines, bodyStart } = linesOf(markdown)
  const from = lines.slice(0, bodyStart).findIndex((line) => line.startsWith(`${key}:`))
  if (from < 0) return undefined
  const first = lines[from]?.slice(key.length + 1).trim() ?? ''
  const end = lines.findIndex((line, index) => index > from && !/^[ \t]+\S/.test(line))
  const said = [block.test(first) ? '' : first, ...lines.slice(from + 1, end).map((line) => line.trim())]
    .join(' ')
    .trim()
  return said === '' ? undefined : unquoted(said)
}

function unquoted(said: string): string {
  const [, single] = /^'((?:[^']|'')*)'(?:\s+#.*)?$/.exec(said) ?? []
  if (single !== undefined) return single.replaceAll("''", "'")
  const [, double] = /^("(?:[^"\\]|\\.)*")(?:\s+#.*)?$/.exec(said) ?? []
  if (double === undefined) return said.replace(/\s+#(?:\s.*)?$/, '')
  return attemptOr(double.slice(1, -1), () => JSON.parse(double))
}
