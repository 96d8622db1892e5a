import { withOneEmphasis } from './known-text'
import { linesOf } from './lines'

const fenceStart = /^\s*(?:[-*+]|\d+[.)])?\s*(`{3,}(?=[^`]*$)|~{3,})(.*)$/
/** Code, links and addresses. */
const literal = /(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)|\]\([^()\n]*\)|<[^<>\s][^<>]*>|\bhttps?:\/\/\S+/g

/**
 * @returns what a Markdown text says: white space is folded, and the signs of bullets, quotes, rules, emphasis and tables are the
 *   same, as formatters choose them. Words, numbers, boxes, links and code are as they are, byte for byte.
 */
export function formOf(markdown: string): string {
  const said: string[] = []
  let text: string[] = []
  let fence: { readonly marks: string; readonly indent: number } | undefined
  const end = () => {
    said.push(folded(text.join('\n')))
    text = []
  }
  for (const line of linesOf(markdown).lines) {
    if (fence) {
      const isEnd = line.trim().startsWith(fence.marks) && /^(.)\1*$/.test(line.trim())
      said.push(isEnd ? '```' : line.slice(Math.min(fence.indent, line.search(/\S|$/))))
      if (isEnd) fence = undefined
      continue
    }
    const [, marks, info = ''] = fenceStart.exec(line) ?? []
    if (marks === undefined) text.push(withOneSign(line))
    else {
      end()
      said.push(`\`\`\`${info.trim()}`)
      fence = { marks, indent: line.indexOf(marks) }
    }
  }
  end()
  return said.filter((each) => each !== '').join('\n')
}

const withOneSign = (line: string): string =>
  line
    .trim()
    .replace(/^(?:> ?)+/, '')
    .replace(/^([-*_])[ \t]*(?:\1[ \t]*){2,}$/, '---')
    .replace(/^\||\|$/g, '')
    .replace(/^[*+](?=\s)/, '-')
    .replace(/^(\d+)\)(?=\s)/, '$1.')
    .replace(/-{2,}(?= *:? *(?:\||$))/g, '-')

function folded(text: string): string {
  const signed = withOneEmphasis(text)
  let at = 0
  let said = ''
  for (const { 0: found, index } of text.matchAll(literal)) {
    said += prose(signed.slice(at, index)) + found.replace(/^<(https?:\/\/\S+)>$/, '$1').replaceAll('\n', ' ')
    at = index + found.length
  }
  return (said + prose(signed.slice(at))).trim()
}

/** A backslash may keep a sign as it is: no box, no code and no HTML. */
const prose = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?\| ?/g, '|')
    .replaceAll("'", '"')
    .replace(/\\(?!\[[ xX]\\?\])(?=[!-/:;=-@[-_{-~])/g, '')
