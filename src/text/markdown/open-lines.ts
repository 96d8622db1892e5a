import { headingOf } from './lines'
import { saidLines } from './said-lines'

/** The open points of a document, each as one line of text without its list marker. */
interface OpenLines {
  /** The items under a heading "Open questions", but for those with an assumption as answer. */
  readonly questions: readonly string[]
  /** Everything marked "(assumed)". */
  readonly assumed: readonly string[]
}

const heading = 'open questions'
const mark = '(assumed)'

/** What users write to say that there is none. */
const nothings = ['', '-', '–', '—', '…', '..', 'none', 'none yet', 'nothing', 'no open questions', 'n/a', '[ ]', '[]']

/**
 * Finds the open questions and the assumptions of a Markdown document, outside front matter, fences and HTML comments.
 * A question ends at a blank line or at the next list item. A ticked question is answered, and the items nested in a
 * question belong to it. Linear in the length of the document.
 */
export function openLines(markdown: string): OpenLines {
  const questions: string[] = []
  const assumed: string[] = []
  // Most plans have neither, so skip parsing.
  const all = markdown.toLowerCase()
  if (!all.includes(heading) && !all.includes(mark)) return { questions, assumed }

  /** The level of the heading "Open questions" above the current line; 0 if there is none. */
  let level = 0
  let question: Question | undefined
  for (const line of saidLines(markdown)) {
    const said = line.trim()
    const title = said.startsWith('#') ? headingOf(said) : undefined
    const item = itemIn(said)
    if (title !== undefined) {
      level = levelBelow(said, title, level)
      question = undefined
    } else if (level > 0) {
      question = readQuestion(questions, question, said, item, line.search(/\S/))
      continue
    }
    if (said.toLowerCase().includes(mark)) assumed.push(title ?? item?.text ?? said)
  }
  // What is assumed for an answer is what the developer decides on.
  const isAssumed = (text: string) => text.toLowerCase().includes(mark)
  const asked = questions.filter((each) => !isNothing(each) && !isAssumed(each))
  return { questions: asked, assumed: [...questions.filter(isAssumed), ...assumed] }
}

/** A question that the next line may continue. */
interface Question {
  /** The indentation of its first line, in characters. */
  readonly indent: number
  /** Whether the next line of text continues it: it is unanswered, and no blank line has ended it. */
  readonly goesOn: boolean
}

/** Reads a line below the heading. @returns the question that the next line may continue */
function readQuestion(
  questions: string[],
  before: Question | undefined,
  said: string,
  item: Item | undefined,
  indent: number,
): Question | undefined {
  const ended = before && { ...before, goesOn: false }
  if (said === '') return ended
  if (!item && before?.goesOn) {
    questions.push(`${questions.pop()} ${said}`)
    return before
  }
  // Text indented below a question belongs to it.
  if (before && indent > before.indent) return ended
  if (item?.isTicked) return { indent, goesOn: false }
  questions.push(item?.text ?? said)
  return { indent, goesOn: true }
}

/** @returns the level of the heading "Open questions" that applies after this heading; 0 if none does */
function levelBelow(said: string, title: string, level: number): number {
  const own = /^#*/.exec(said)?.[0].length ?? 0
  if (level > 0 && own > level) return level
  const words = title.toLowerCase().replace(/[#:]/g, ' ').split(' ').filter(Boolean)
  return words.join(' ') === heading ? own : 0
}

/** A list item, without its marker and its box. */
interface Item {
  readonly text: string
  readonly isTicked: boolean
}

function itemIn(said: string): Item | undefined {
  const [found, rest = ''] = /^(?:[-*+]|\d+[.)])(?: +(.*))?$/s.exec(said) ?? []
  if (found === undefined) return undefined
  const [, tick = ' ', text = rest] = /^\[([ xX])\] +(.*)$/s.exec(rest) ?? []
  return { text, isTicked: tick !== ' ' }
}

/** @returns whether users write it to say that there is none */
export function isNothing(said: string): boolean {
  const plain = said.toLowerCase().replaceAll('*', '').replaceAll('_', '').trim()
  return nothings.includes(plain.endsWith('.') ? plain.slice(0, -1) : plain)
}

/** @returns an open point as it stands in the plan: a task quotes it */
export const unquoted = (text: string): string => /^["“](.*)["”]\.?$/s.exec(text)?.[1] ?? text
