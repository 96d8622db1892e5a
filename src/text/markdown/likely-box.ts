/** What is meant as a box, as it is written, and the text behind it. */
interface LikelyBox {
  readonly sign: string
  readonly said: string
}

/**
 * With another sign or a word between the brackets, with none, with other white space, in backslashes, with a colon behind it,
 * one character, or of HTML; no link, no note. Here and below without Unicode's properties, which V8 would have to load.
 */
const anywhere =
  /(\\?[[\uFF3B\u3010\u3014]\s{0,3}(?:[!-/:-@^_`{-~\u00A1-\u00BF\u00D7\u2000-\u2BFF\u3001-\u300F\u3012-\u303F\uFF01-\uFF0F\uFF38\uFF58]\uFE0F?|[\uD83C-\uD83E][\uDC00-\uDFFF]|[xvoyх]|done|todo|wip|ok|n\/a|open|closed|yes|no|skip(?:ped)?|deferred|blocked|pending|cancell?ed|in[ -]progress)?\s{0,3}\\?[\]\uFF3D\u3011\u3015](?![([]|(?<!\[\s{0,3}\]):\s{0,3}\S*(?:\s{1,3}["'(].*)?$):?|(?:[\u2610-\u2612\u25A1\u25A2\u25FB\u25FD\u2B1C]|\uD83D[\uDD32\uDD33\uDDF5\uDDF9])\uFE0F?|<input\b(?=[^>]*checkbox)[^>]*>|&#(?:974[456]|x261[0-2]);)\s*(?=\S)/iy

/** What is meant so only at the beginning of an item: in other brackets, or a sign or its name that says more than a box. */
const inItem =
  /(\((?:\s+|[xх\u2705\u2713-\u2718\u274C])\)|\(\)(?!\s*[-=]>)|\{(?:\s+|[xх])\}(?=\s)|[\u2705\u2713-\u2718\u274C\u274E\u25A0\u25CB\u25CF\u25EF\u25FC\u25FE\u2B1B\u2B55]\uFE0F?|:(?:\w{0,20}check\w{0,20}|x|\w{1,20}_square):)\s*(?=\S)/iy

/** And at its end. */
const atEnd = /^(.*\S)\s+(\[[\sxX]\])$/

/** What both begin with: V8 takes a millisecond to make them, and some to run the others, which few lines need. */
const mayBegin = /[\\[({\u2000-\uFFFF]|<input|&#|:\w+:/

/** White space, and what has neither width nor ink, such as the mark of a direction that is copied with a text. */
const unseen =
  '[\\s\\0-\\x1F\\x7F-\\x9F\\xAD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFE00-\\uFE0F\\uFFA0\\uFFF9-\\uFFFB]'

/** What can stand before it in any line: what cannot be seen, a tag, emphasis, a number or another short name. */
const before = new RegExp(
  `(?:${unseen}|<(?:label|li|p)\\b[^>]*>)*(?:[*_~]{1,5}(?=\\\\?\\[[\\sxX]?\\\\?\\]|[\\u2610-\\u2612\\u2705\\u2713\\u2714]))?`,
  'y',
)
const label =
  /(?!\d+[.)] )[#(*_]{0,3}(?:[A-Za-z]{0,5}[-.#]?\d[\d.-]{0,9}[).:*_]{0,4}|[A-Za-z][).:])\s+(?=\[[\sxX]?\]\s)/y

/** What stands before it in a line that is no item: nothing, or a marker of something else. */
const noItem = new RegExp(
  `${unseen}*(?:#{1,6}\\s+|\\|\\s*|[-*+\\xB7\\u2010-\\u2015\\u2022\\u2023\\u25AA-\\u25CF\\u30FB\\uFF0A\\uFF0B\\uFF0D]${unseen}*|[\\d\\uFF10-\\uFF19]{1,9}[.)\\uFF0E\\uFF09](?!\\d)${unseen}*)?`,
  'y',
)

/**
 * Finds what is meant as a box at the beginning of a text, and is none.
 *
 * @param at where the text of an item begins, or the line, if it is no item
 */
export function likelyBox(text: string, at: number, isItem: boolean): LikelyBox | undefined {
  if (!mayBegin.test(text)) return undefined
  if (!isItem && text.charAt(at) === '|') return inRow(text.slice(at))
  const begin = isItem ? at : at + lengthAt(noItem, text, at)
  const inside = begin + lengthAt(before, text, begin)
  const named = inside + lengthAt(label, text, inside)
  const whole = lengthAt(anywhere, text, named) || (isItem ? lengthAt(inItem, text, named) : 0)
  const [, behind, last = ''] = (isItem && whole === 0 && atEnd.exec(text.slice(at))) || []
  if (behind !== undefined) return { sign: last, said: behind }
  if (whole === 0) return undefined
  const said = text.slice(named + whole)
  const isEmphasised = /[*_~]$/.test(text.slice(begin, inside))
  const bare = isEmphasised ? said.replace(/^[*_~]+\s+|(?<![*_~])[*_~]+$/g, '') : said
  return {
    sign: text.slice(at, named + whole).trimEnd(),
    said: text.slice(inside, named) + bare.replace(/(?:\s{0,3}<\/\w{1,9}>){1,3}$/, ''),
  }
}

/** Finds a cell of a table that begins with a box; what the cells say is its text. */
function inRow(row: string): LikelyBox | undefined {
  const cells = row.split('|').map((cell) => cell.trim())
  const lengths = cells.map((cell) => lengthAt(anywhere, `${cell} .`, 0))
  const at = lengths.findIndex((length) => length > 0)
  const [cell = '', length] = [cells[at], lengths[at]]
  const said = cells.with(at, cell.slice(length)).filter(Boolean).join(' · ')
  return at < 0 ? undefined : { sign: cell.slice(0, length).trimEnd(), said }
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}
