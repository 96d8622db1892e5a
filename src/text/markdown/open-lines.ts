import { beginsBlock, type Heading, headingOf, levelByLine } from './heading'
import { isRule } from './lines'
import { saidLines } from './said-lines'

/** The open points of a document, each as one line of text without its list marker. */
interface OpenLines {
  /** The items under a heading like "Open questions", but for those with an assumption as answer. */
  readonly questions: readonly string[]
  /** Everything marked "(assumed)". */
  readonly assumed: readonly string[]
}

/** A heading that begins so, whatever number or sign stands before it, or is only the last word. */
const heading = /^[^a-z]*(?:(?:open|outstanding|remaining|unresolved) questions?\b|questions[^a-z]*$)/i

/** Also with what is assumed, or why: “(assumed: EUR)”. */
const mark = /\((?:assumed|assumption)\b/i

/** What users write to say that there is none. */
const nothings = ['', '-', '–', '—', '…', '..', 'none', 'none yet', 'nothing', 'no open questions', 'n/a', '[ ]', '[]']

/** Such a word with a remark behind it, such as “None: all is decided”, that takes nothing of it back. */
const nothingMore =
  /^(?:none|nothing|no open questions)(?: left| now| so far| yet)?\s*[.,:;(–—-](?!.*(?:\?|\b(?:apart|besides|but|except|however)\b))/s

/**
 * Finds the open questions and the assumptions of a Markdown document, outside front matter, fences and HTML comments.
 * A question ends at a blank line or at the next list item. A ticked question is answered, and the items nested in a
 * question belong to it. Linear in the length of the document.
 */
export function openLines(markdown: string): OpenLines {
  const questions: string[] = []
  const assumed: string[] = []
  // Most plans have neither, so skip parsing.
  if (!/question|\(assum/i.test(markdown)) return { questions, assumed }

  /** The level of the heading of the questions above the current line; 0 if there is none. */
  let level = 0
  let question: Question | undefined
  const lines = [...saidLines(markdown)]
  lines.forEach((line, index) => {
    const said = line.trim()
    const found = headingIn(line, lines[index + 1], level)
    const item = itemIn(said)
    if (found) {
      level = level > 0 && found.level > level ? level : heading.test(found.text) ? found.level : 0
      question = undefined
    } else if (level > 0) {
      const isBare = isRule(said, 0) || levelByLine(line) !== undefined
      question = readQuestion(questions, question, isBare ? '' : said, item, line.search(/\S/))
      return
    }
    if (isAssumed(said)) assumed.push(found?.text ?? item?.text ?? said)
  })
  // What is assumed for an answer is what the developer decides on.
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

/** Below every other one. */
const boldLevel = 7

/** @returns the heading that a line is: with `#`, with a line below it, or, of questions and of what follows them, in bold */
function headingIn(line: string, next: string | undefined, level: number): Heading | undefined {
  const said = line.trim()
  const found = headingOf(said)
  if (found) return found
  const [, , bold] = /^(\*\*|__)(.+?)\1:?$/.exec(said) ?? []
  if (bold !== undefined && (heading.test(bold) || (level === boldLevel && !bold.endsWith('?'))))
    return { text: bold, level: boldLevel }
  const below = levelByLine(next)
  const isText = said !== '' && !beginsBlock(line) && levelByLine(line) === undefined
  return isText && below ? { text: said, level: below } : undefined
}

const isAssumed = (text: string): boolean => mark.test(text)

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
  return nothings.includes(plain.endsWith('.') ? plain.slice(0, -1) : plain) || nothingMore.test(plain)
}

/** @returns an open point as it stands in the plan: a task quotes it */
export const unquoted = (text: string): string => /^["“](.*)["”]\.?$/s.exec(text)?.[1] ?? text
