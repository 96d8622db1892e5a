import { fromJson } from '../json'

/** In quotes, where a value or a key may begin and end. */
const quoted = /(?<=^|[:,[{-] ?)(?:'((?:[^']|'')*)'|("(?:[^"\\]|\\.)*"))(?= *(?:$|[,\]}:]| #))/g
/** A text that YAML takes as one without quotes, too: no number, and no word such as `true`, `no` or `null`. */
const isPlain = (text: string): boolean =>
  /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/.test(text) && !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text)

const item = /^-(?: |$)/
const key = /^[^\s[{}\]#][^:]*:(?: |$)/
/** After it, lines are text as they are. */
const textStart = /: *\|[-+\d]*$/
const rim = '---'

/**
 * @param lines of the front matter, with its rims
 * @returns its values, one a line: the quotes, the spaces in lists, where lines break, how far they are indented, and comments
 *   are as a formatter likes them
 */
export function frontMatterForm(lines: readonly string[]): string[] {
  const values: { readonly depth: number; readonly said: string[] }[] = []
  /** The columns of the keys and items that a line may be in. */
  const open: number[] = []
  let text: { readonly from: number; inside?: number } | undefined
  for (const raw of lines) {
    const line = raw.trim()
    if (line === '') continue
    const column = raw.search(/\S/)
    if (text && column > text.from) {
      text.inside ??= column
      values.push({ depth: -1, said: [raw.slice(Math.min(text.inside, column))] })
      continue
    }
    text = undefined
    if (line.startsWith('#')) continue
    const isItem = item.test(line)
    // What goes on from the line before, or ends its list.
    if (!isItem && !key.test(line) && line !== rim) {
      values.at(-1)?.said.push(line)
      continue
    }
    // An item may be as far in as its key.
    const indent = column + (isItem ? 0.5 : 0)
    while (indent <= (open.at(-1) ?? -1)) open.pop()
    values.push({ depth: open.length, said: [line] })
    open.push(indent)
    if (textStart.test(line)) text = { from: column }
  }
  return values.map(({ depth, said }) => (depth < 0 ? `| ${said[0]}` : `${depth} ${valueIn(said.join(' '))}`))
}

function valueIn(line: string): string {
  const plain = line.replace(/ {2,}/g, ' ').replace(quoted, (_, single?: string, double = '') => {
    const text = single?.replaceAll("''", "'") ?? fromJson(double) ?? double
    return isPlain(String(text)) ? String(text) : JSON.stringify(text)
  })
  return /(?:^-|:) ?[[{]/.test(plain) ? plain.replace(/ ?([[\]{},]) ?/g, '$1').replace(/,(?=[\]}])/g, '') : plain
}
