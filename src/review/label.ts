/** The threads that a line is about, and what it says of them. */
export interface Label {
  readonly ids: readonly string[]
  /** What is behind them; the whole line, without its list mark, where nothing sets them apart from it. */
  readonly rest: string
  readonly isApart: boolean
}

/** List marks, quotes, the edge of a table, a box, before the first id. */
const start = /(?:\s*(?:(?:[-*+•]|\d{1,9}[.)]|\[[ x]\])\s+|[>|]\s*))*\s*/iy
const word = /(?:(?:thread|comment)s?\s+)?/iy
/** An id as people write it: bold, as code, in brackets, as a link, at the end of an address. */
const name =
  /[*_~`[(#]*(?:https?:\/\/\S*#)?(?:discussion_)?([a-z][\w=-]{0,99}?)[*_~`\])]*(?:\(https?:\/\/[^\s)]*\)[*_~`]*)?(?=[\s,:：|&/–—→(]|->|$)/iy
const join = /\s*(?:,(?:\s*and\b)?|&|\/|\band\b)\s*/iy
/** What ends the ids, with their place before it. */
const end =
  /(?:(?:\s*(?:·\s*(?:`[^`]*`|\S*(?=[:：]\s))|\([^)]*\)))?(?:\s*(?:[:：→|—]|->|=>)|\s+[–=-](?=\s))|(?<=[\])])(?=\s)|\s*$)[*_]*\s*/y

/** @returns the id as the file has it; undefined if it is none of the file */
export type IdOf = (word: string) => string | undefined

/** @returns what finds the ids of a file, those without capitals in any case */
export function idsOf(ids: Iterable<string>): IdOf {
  const known = new Set(ids)
  return (word) => [word, word.toLowerCase()].find((each) => known.has(each))
}

/** @returns the ids with which a line begins; undefined unless all are ids of the file */
export function labelOf(line: string, idOf: IdOf): Label | undefined {
  const begin = endOf(start, line, 0)
  const ids: string[] = []
  let at = endOf(word, line, begin)
  for (let more = at; more >= 0; more = endOf(join, line, at)) {
    name.lastIndex = more
    const [whole, given = ''] = name.exec(line) ?? []
    const id = idOf(given)
    if (whole === undefined || id === undefined) return undefined
    ids.push(id)
    at = more + whole.length
  }
  const rest = endOf(end, line, at)
  if (rest < 0) return { ids, rest: line.slice(begin), isApart: false }
  const isRow = line.trimStart().startsWith('|')
  return {
    ids,
    rest: isRow ? line.slice(rest).trimEnd().replace(/\|$/, '').trimEnd() : line.slice(rest),
    isApart: true,
  }
}

/** @returns where a pattern ends that begins at a place; -1 if it does not */
function endOf(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(line) ? pattern.lastIndex : -1
}
