/** What is meant as a box, as it is written, and the text behind it. */
interface LikelyBox {
  readonly sign: string
  readonly said: string
}

/**
 * With another sign or a word between the brackets, with none, with other white space, in backslashes, or one character;
 * no link, no note. Here and below without Unicode's properties, which V8 would have to load.
 */
const anywhere =
  /(\\?[[\uFF3B\u3010\u3014]\s{0,3}(?:[!-/:-@^_`{-~\u00A1-\u00BF\u00D7\u2000-\u2BFF\u3001-\u300F\u3012-\u303F\uFF01-\uFF0F\uFF38\uFF58]\uFE0F?|[\uD83C-\uD83E][\uDC00-\uDFFF]|[xvoх]|done|todo|wip|ok|n\/a|open|closed|yes|no|skip(?:ped)?|deferred|blocked|pending|cancell?ed|in[ -]progress)?\s{0,3}\\?[\]\uFF3D\u3011\u3015](?![([:])|(?:[\u2610-\u2612\u25A1\u25A2\u25FB\u25FD\u2B1C]|\uD83D[\uDD32\uDD33\uDDF5\uDDF9])\uFE0F?)\s*(?=\S)/iy

/** What is meant so only at the beginning of an item: in other brackets, or a sign that says more than a box. */
const inItem =
  /(\((?:\s+|[xх\u2705\u2713-\u2718\u274C])\)|\(\)(?!\s*[-=]>)|\{(?:\s+|[xх])\}(?=\s)|[\u2705\u2713-\u2718\u274C\u274E\u25A0\u25CB\u25CF\u25EF\u25FC\u25FE\u2B1B\u2B55]\uFE0F?)\s*(?=\S)/iy

/** What both begin with: V8 takes a millisecond to make them, and some to run the others, which few lines need. */
const mayBegin = /[\\[({\u2000-\uFFFF]/

/** White space, and what has neither width nor ink, such as the mark of a direction that is copied with a text. */
const unseen =
  '[\\s\\0-\\x1F\\x7F-\\x9F\\xAD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFE00-\\uFE0F\\uFFA0\\uFFF9-\\uFFFB]'

/** What can stand before it in any line: what cannot be seen, emphasis, a number or another short name. */
const before = new RegExp(
  `${unseen}*(?:[*_~]{1,5}(?=\\\\?\\[[\\sxX]?\\\\?\\]|[\\u2610-\\u2612\\u2705\\u2713\\u2714]))?`,
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
  const begin = isItem ? at : at + lengthAt(noItem, text, at)
  const inside = begin + lengthAt(before, text, begin)
  const named = inside + lengthAt(label, text, inside)
  if (!mayBegin.test(text.charAt(named))) return undefined
  const whole = lengthAt(anywhere, text, named) || (isItem ? lengthAt(inItem, text, named) : 0)
  if (whole === 0) return undefined
  const said = text.slice(named + whole)
  const isEmphasised = /[*_~]$/.test(text.slice(begin, inside))
  return {
    sign: text.slice(at, named + whole).trimEnd(),
    said: text.slice(inside, named) + (isEmphasised ? said.replace(/^[*_~]+\s+|[*_~]+$/g, '') : said),
  }
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}
