import { withOneEmphasis } from './known-text'
import { columnsOf, isRule, linesOf } from './lines'

const fenceStart = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/
const itemStart = /^([-*+]|\d{1,9}[.)])(?:( +)(.*)|)$/
/** What is a value, and no prose: an item such as `run: npm test`. */
const valued = /^[a-z]+:(?:\s|$)/
/** Code, links and addresses. */
const literal = /(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)|\]\([^()\n]*\)|<[^<>\s][^<>]*>|\bhttps?:\/\/\S+/g

/**
 * @returns what a Markdown text says, a block a line: white space of prose is folded, and the characters that formatters
 *   choose (bullets, fences, rules, headings, emphasis, tables) are the same. Code, code spans, items such as `run: …`,
 *   links, numbers and boxes are as they are, byte for byte.
 */
export function formOf(markdown: string): string {
  const { lines, bodyStart } = linesOf(markdown)
  const blocks = lines.slice(0, bodyStart).filter((line) => line.trim() !== '')
  /** The columns of the content of the items that are open. */
  const open: number[] = []
  let fence: { readonly marks: string; readonly indent: number } | undefined
  let block: { readonly kind: string; readonly depth: number; readonly text: string[] } | undefined
  let isBlank = true

  const end = (kind = block?.kind) => {
    if (block)
      blocks.push(`${block.depth}${kind} ${kind === '-' ? itemText(block.text) : folded(block.text.join('\n'))}`)
    block = undefined
  }
  const begin = (kind: string, text: string) => {
    block = { kind, depth: open.length, text: [text] }
  }
  const openFence = (marks: string, info: string, indent: number) => {
    blocks.push(`${open.length}\`\`\`${info.trim()}`)
    fence = { marks, indent }
  }

  for (const raw of lines.slice(bodyStart)) {
    if (fence) {
      const said = raw.trim()
      const isEnd = said.startsWith(fence.marks) && said === fence.marks.charAt(0).repeat(said.length)
      blocks.push(isEnd ? '```' : raw.slice(Math.min(fence.indent, raw.search(/\S|$/))))
      if (isEnd) fence = undefined
      continue
    }
    const line = columnsOf(raw)
    if (line === '') {
      isBlank = true
      continue
    }
    const indent = line.search(/\S/)
    const rest = line.slice(indent)
    const isOpen = block !== undefined && !isBlank
    const isAfterBlank = isBlank
    isBlank = false
    const underline = isOpen && block?.kind === '' && /^(?:=+|-+)$/.test(rest)
    if (underline) {
      end(rest.startsWith('=') ? '#' : '##')
      continue
    }
    const [, marks, info = ''] = fenceStart.exec(rest) ?? []
    const [, hashes, title = ''] = /^(#{1,6})(?:\s+(.*?))?(?:\s+#+)?$/.exec(rest) ?? []
    const isLine = isRule(rest, 0)
    const [, marker, gap = ' ', said = ''] = (!isLine && itemStart.exec(rest)) || []
    if (isOpen && !marks && !hashes && !isLine && !marker && !/^[>|]/.test(rest)) {
      block?.text.push(rest)
      continue
    }
    end()
    while (indent < (open.at(-1) ?? 0)) open.pop()
    const inner = open.at(-1) ?? 0
    if (isAfterBlank && indent - inner >= 4) blocks.push(`${open.length}code ${line.slice(inner)}`)
    else if (marks) openFence(marks, info, indent)
    else if (hashes) {
      begin(hashes, title)
      end()
    } else if (isLine) blocks.push(`${open.length}rule`)
    else if (marker) {
      const [, inside, language = ''] = fenceStart.exec(said) ?? []
      begin(/\d/.test(marker) ? marker : '-', inside ? '' : said)
      open.push(indent + marker.length + (gap.length > 4 ? 1 : gap.length))
      if (inside) {
        end()
        openFence(inside, language, open.at(-1) ?? 0)
      }
    } else if (rest.startsWith('>')) blocks.push(`${open.length}> ${rest.slice(1).trim()}`)
    else if (rest.startsWith('|')) blocks.push(`${open.length}${cells(rest)}`)
    else begin('', rest)
  }
  end()
  return blocks.join('\n')
}

const itemText = (lines: readonly string[]): string =>
  valued.test(lines[0] ?? '') ? lines.join('\n') : folded(lines.join('\n'))

/** A row, or the line below the heads, whose dashes are as many as a formatter likes. */
const cells = (row: string): string =>
  /^[|:\s-]+$/.test(row) ? row.replace(/\s/g, '').replace(/-+/g, '-') : folded(row).replace(/ ?\| ?/g, '|')

function folded(text: string): string {
  const signed = withOneEmphasis(text)
  let at = 0
  let said = ''
  for (const { 0: found, index } of text.matchAll(literal)) {
    said += prose(signed.slice(at, index)) + found.replaceAll('\n', ' ')
    at = index + found.length
  }
  return said + prose(signed.slice(at))
}

const prose = (text: string): string => text.replace(/\s+/g, ' ').replace(/\\(?=[*_])/g, '')
