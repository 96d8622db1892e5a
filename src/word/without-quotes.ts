import { fencedLines } from '../text/markdown/fenced-lines'

/** Takes the place of what is quoted: it belongs to no word. */
export const quotedMark = '\uFFFC'

type Range = readonly [start: number, end: number]

/**
 * @returns a message with a mark instead of each quoted line, fenced block, code span and quotation. Linear in the length
 *   of the message
 */
export function ownWords(message: string): string {
  const lines = fencedLines(message).map(({ text, block }) => (block || /^ {0,3}>/.test(text) ? quotedMark : text))
  const text = lines.join('\n')
  const spans = marked(text, codeSpans(text))
  return marked(spans, quotations(spans))
}

/** A run of backticks is closed by the next run of the same length. */
function codeSpans(text: string): Range[] {
  const spans: Range[] = []
  const open = new Map<number, number>()
  const closing = new Map<number, number>()
  const runs = [...text.matchAll(/`+/g)]
  for (const { 0: run, index } of runs) {
    closing.set(open.get(run.length) ?? -1, index + run.length)
    open.set(run.length, index)
  }
  for (const { index } of runs) {
    const end = closing.get(index)
    if (end !== undefined && index >= (spans.at(-1)?.[1] ?? 0)) spans.push([index, end])
  }
  return spans
}

/** What opens a quotation and what closes it, in various languages. */
const pairs = ['""', "''", '“”', '„“', '„”', '””', '‘’', '‚‘', '‚’', '«»', '»«', '‹›', '›‹', '「」', '『』']
const quotes = new RegExp(`[${pairs.join('')}]`, 'g')

/** Finds the quotations that are closed; marks that are left open quote nothing. */
function quotations(text: string): Range[] {
  const found: Range[] = []
  const open = new Map(pairs.map(([opener = '']) => [opener, [] as number[]]))
  for (const { 0: mark, index } of text.matchAll(quotes)) {
    const openers = pairs.flatMap(([opener = '', closer]) => (closer === mark ? (open.get(opener)?.at(-1) ?? []) : []))
    const start = Math.max(...openers)
    // An apostrophe has a letter beside it.
    const isSingle = mark === "'" || mark === '’'
    if (openers.length > 0 && !(isSingle && isLetter(text[index + 1]))) {
      found.push([start, index + 1])
      for (const starts of open.values()) while ((starts.at(-1) ?? -1) >= start) starts.pop()
    } else if (!(isSingle && isLetter(text[index - 1]))) open.get(mark)?.push(index)
  }
  return found
}

const isLetter = (sign = ''): boolean => /[\p{L}\p{N}]/u.test(sign)

function marked(text: string, ranges: readonly Range[]): string {
  let end = 0
  let kept = ''
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    if (from >= end) kept += text.slice(end, from) + quotedMark
    end = Math.max(end, to)
  }
  return kept + text.slice(end)
}
