import { linesOf } from './lines'

/** What YAML says of a text over several lines, before its first one. */
const block = /^[|>][-+\d]*$/

/**
 * Reads a text of the front matter as its author meant it, be it valid YAML or not: all that stands behind the key, and the
 * lines that are indented below it. Only quotes around it and a comment behind it are taken off. Front matter that is never
 * closed ends at a blank line.
 *
 * @returns undefined without the key, or with nothing behind it
 */
export function frontMatterText(markdown: string, key: string): string | undefined {
  const { lines, bodyStart } = linesOf(markdown)
  const blank = lines.findIndex((line) => line.trim() === '')
  const end = bodyStart > 0 || lines[0]?.trimEnd() !== '---' ? bodyStart : blank < 0 ? lines.length : blank
  const at = lines.slice(0, end).findIndex((line) => line.startsWith(`${key}:`))
  if (at < 0) return undefined
  const first = lines[at]?.slice(key.length + 1).trim() ?? ''
  const below = lines.slice(at + 1, end)
  const next = below.findIndex((line) => !/^[ \t]+\S/.test(line))
  const more = below.slice(0, next < 0 ? below.length : next).map((line) => line.trim())
  const said = [block.test(first) ? '' : first, ...more].join(' ').trim()
  return said === '' ? undefined : unquoted(said)
}

function unquoted(said: string): string {
  const [, single] = /^'((?:[^']|'')*)'(?:\s+#.*)?$/.exec(said) ?? []
  if (single !== undefined) return single.replaceAll("''", "'")
  const [, double] = /^("(?:[^"\\]|\\.)*")(?:\s+#.*)?$/.exec(said) ?? []
  if (double === undefined) return said.replace(/\s+#(?:\s.*)?$/, '')
  try {
    // YAML has more escapes than JSON.
    return JSON.parse(double.replace(/\\(?:x([0-9a-f]{2})|0|.)/gi, (whole, hex) => escaped(whole, hex)))
  } catch {
    return double.slice(1, -1)
  }
}

const escaped = (whole: string, hex: string | undefined): string =>
  hex !== undefined ? `\\u00${hex}` : whole === '\\0' ? '\\u0000' : whole
