import { fromJson } from '../json'
import { withOneEmphasis } from './known-text'
import { columnsOf, isRule, linesOf } from './lines'

const fenceStart = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/
const itemStart = /^([-*+]|\d{1,9}[.)])(?:( +)(.*)|)$/
/** What is a value, and no prose: an item such as `run: npm test`. */
const valued = /^[a-z]+:(?:\s|$)/
/** Where a link leads, which needs no empty line before the next. */
const definition = /^\[[^\]^][^\]]*\]: /
/** Its text goes on below it, so far in. */
const [note, noteIndent] = [/^\[\^[^\]\s]+\]: /, 4]
/** What a link is called, which formatters put in other quotes. */
const linkName = /(?<=\s)'([^'"\n]*)'(?=\)?$)/
/** Code, links and addresses. */
const literal = /(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)|\]\([^()\n]*\)|<[^<>\s][^<>]*>|\bhttps?:\/\/\S+/g

/**
 * @returns what a Markdown text says, a block a line: white space of prose is folded, and the characters that formatters
 *   choose (bullets, fences, rules, headings, emphasis, tables) are the same. Code, code spans, items such as `run: …`,
 *   links, numbers and boxes are as they are, byte for byte.
 */
export function formOf(markdown: string): string {
  const { lines, bodyStart } = linesOf(markdown)
  const blocks = frontMatterForm(lines.slice(0, bodyStart))
  /** The columns of the content of the items that are open. */
  const open: number[] = []
  let fence: { readonly marks: string; readonly indent: number } | undefined
  let block: { readonly kind: string; readonly depth: number; readonly text: string[] } | undefined
  let [isBlank, isTable] = [true, false]

  const end = (kind = block?.kind) => {
    if (block) {
      const text = block.text.join('\n')
      const said = kind?.startsWith('>')
        ? formOf(text).split('\n')
        : [valued.test(text) && kind === '-' ? text : folded(text)]
      blocks.push(...said.map((line) => `${block?.depth}${kind} ${line}`))
    }
    block = undefined
  }
  const begin = (kind: string, text: string) => {
    block = { kind, depth: open.length, text: [text] }
  }
  const openFence = (marks: string, info: string, indent: number) => {
    blocks.push(`${open.length}\`\`\`${info.trim()}`)
    fence = { marks, indent }
  }

  for (const [index, raw] of lines.entries()) {
    if (index < bodyStart) continue
    if (fence) {
      const said = raw.trim()
      const isEnd = said.startsWith(fence.marks) && said === fence.marks.charAt(0).repeat(said.length)
      blocks.push(isEnd ? '```' : raw.slice(Math.min(fence.indent, raw.search(/\S|$/))))
      if (isEnd) fence = undefined
      continue
    }
    const line = columnsOf(raw)
    // Of any white space, as of spaces that do not break.
    if (line.trim() === '') {
      isBlank = true
      continue
    }
    const indent = line.search(/\S/)
    const rest = line.slice(indent)
    const isOpen = block !== undefined && !isBlank
    // In a paragraph a line may begin with a bar.
    isTable = belowHeads.test(lines[index + 1]?.trim() ?? '') || (isTable && !isBlank)
    isBlank = false
    const underline = isOpen && block?.kind === '' && /^(?:=+|-+)$/.test(rest)
    if (underline) {
      end(rest.startsWith('=') ? '#' : '##')
      continue
    }
    const [, marks, info = ''] = fenceStart.exec(rest) ?? []
    const [, hashes, title = ''] = /^(#{1,6})(?:\s+(.*))?$/.exec(rest) ?? []
    const isLine = isRule(rest, 0)
    const [, marker, gap = ' ', said = ''] = (!isLine && itemStart.exec(rest)) || []
    const [signs = ''] = /^(?:> ?)*/.exec(rest) ?? []
    const quote = signs.replaceAll(' ', '')
    const isNote = note.test(rest)
    const isNew = quote === '' ? marks || hashes || isLine || marker || isTable || isNote : block?.kind !== quote
    if (isOpen && !isNew) {
      block?.text.push(rest.slice(signs.length))
      continue
    }
    end()
    while (indent < (open.at(-1) ?? 0)) open.pop()
    const inner = open.at(-1) ?? 0
    if (!isOpen && indent - inner >= 4) blocks.push(`${open.length}code ${line.slice(inner)}`)
    else if (marks) openFence(marks, info, indent)
    else if (hashes) {
      begin(hashes, withoutClosing(title))
      end()
    } else if (isLine) blocks.push(`${open.length}rule`)
    else if (marker) {
      const [, inside, language = ''] = fenceStart.exec(said) ?? []
      begin(/\d/.test(marker) ? `${marker.slice(0, -1)}.` : '-', inside ? '' : said)
      open.push(indent + marker.length + (gap.length > 4 ? 1 : gap.length))
      if (inside) {
        end()
        openFence(inside, language, open.at(-1) ?? 0)
      }
    } else if (quote) begin(quote, rest.slice(signs.length))
    else if (isTable) blocks.push(`${open.length}| ${cells(rest)}`)
    else begin('', definition.test(rest) ? rest.replace(linkName, '"$1"') : rest)
    if (isNote) open.push(indent + noteIndent)
    if (definition.test(rest)) end()
  }
  end()
  return blocks.join('\n')
}

/** The line that makes a table. */
const belowHeads = /^(?=.*\|)(?!- )\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/

/** A row, with or without bars at its ends, or the line below the heads, whose dashes are as many as a formatter likes. */
const cells = (row: string): string => {
  const inner = row.replace(/^\||\|$/g, '')
  if (belowHeads.test(row)) return inner.replace(/\s/g, '').replace(/-+/g, '-')
  // A bar ends a cell even in code.
  const said = inner.split(/(?<!\\)\|/).map((cell) => folded(cell).trim())
  return ` ${said.join(' | ')} `
}

function folded(text: string): string {
  const signed = withOneEmphasis(text)
  let at = 0
  let said = ''
  for (const { 0: found, index } of text.matchAll(literal)) {
    said += prose(signed.slice(at, index)) + linked(found).replaceAll('\n', ' ')
    at = index + found.length
  }
  return said + prose(signed.slice(at))
}

/** A heading may end in signs of one, and Prettier takes away one run of them each time. */
function withoutClosing(title: string): string {
  let end = title.length
  while (/[\s#]/.test(title.charAt(end - 1))) end--
  const gap = title.slice(end).search(/\s/)
  return end === 0 ? '' : gap < 0 ? title : title.slice(0, end + gap)
}

/** An address is one in angle brackets, too. */
const linked = (found: string): string =>
  found.startsWith('](') ? found.replace(linkName, '"$1"') : found.replace(/^<(https?:\/\/\S+)>$/, '$1')

/** A backslash may make a line end, or keep a sign as it is: no box, no code and no HTML. */
const prose = (text: string): string =>
  text
    .replace(/\\(?=\n)/g, '')
    .replace(/(?:\s|&nbsp;)+/g, ' ')
    .replace(/\\(?!\[[ xX]\\?\])(?=[!-/:;=-@[-_{-~])/g, '')

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
function frontMatterForm(lines: readonly string[]): string[] {
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
