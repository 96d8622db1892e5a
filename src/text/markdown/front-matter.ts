import { attemptOr } from '../failure'
import { linesOf } from './lines'

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
