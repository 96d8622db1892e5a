import { bullets, paragraphs, sections } from '../answer/markdown'
import { shownCommand } from '../answer/shown-command'
import { shownPart, shownProse, shownText } from '../markdown/shown-text'
import { noCell, table } from '../markdown/table'
import type { AgentText, Block, Entry, Ledger, Line, Said, Section, Sign, Span, Table, Terms } from './block'
import { minuteOf } from './minute'

/** @returns the sections as Markdown, in which no text can do more than be read */
export const writeMarkdown = (all: readonly Section[]): string =>
  sections(
    3,
    all.map(({ heading, blocks }) => [heading, paragraphs(...blocks.map(blockText))]),
  )

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `**${shownText(block.text)}**`
    case 'note':
      return lineText(block.line)
    case 'list':
      return bullets(block.entries.map(entryText))
    case 'ledger':
      return ledgerText(block)
    case 'table':
      return tableText(block)
    case 'picture':
    case 'folded':
      return ''
  }
}

export const lineText = (line: Line): string => line.map(spanText).join('').trim()

function spanText(span: Span): string {
  if (typeof span === 'string') return shownPart(span)
  if ('code' in span) return shownCommand(span.code)
  if ('prose' in span) return shownProse(span.prose)
  if ('name' in span) return `**${shownText(span.name) || noCell}**`
  return shownText('time' in span ? minuteOf(span.time) : span.word)
}

const signText = ({ sign, word }: Sign): string => `${sign} ${word}`

function entryText({ sign, lines, inside }: Entry): string {
  const [first = '', ...others] = lines.map(saidText)
  const head = [sign && signText(sign), first, others.join(' ')].filter(Boolean).join(': ')
  return [head, ...(inside ? insideLines(inside).map((line) => `  - ${line}`) : [])].join('\n')
}

function saidText(said: Said): string {
  if ('quote' in said) return `“${lineText(said.quote)}”`
  return lineText('what' in said ? said.what : said.note)
}

/** What an agent wrote, as far as a list in a pull request has room. */
const mostParts = 12

function insideLines(inside: Terms | AgentText): string[] {
  if (inside.kind === 'terms') return inside.terms.map(([term, text]) => `${term}: ${shownProse(text)}`)
  const { parts, file } = inside
  const lines = parts.slice(0, mostParts).map(({ kind, text }) => {
    const shown = kind === 'code' ? shownCommand(text) : shownProse(text)
    return kind === 'heading' ? `*${shown}*` : shown
  })
  return parts.length > mostParts && file ? [...lines, `… all of it is in ${shownCommand(file)}`] : lines
}

const cellText = (cell: Line): string => lineText(cell) || noCell

const tableText = ({ columns, rows }: Table): string =>
  table(
    columns.map(({ head }) => head),
    rows.map((row) => row.map(cellText)),
  )

function ledgerText({ heads, columns, entries }: Ledger): string {
  const rows = entries.flatMap(({ what, sign, note, rows: [first = columns.map(() => []), ...others] }, index) => {
    const own = [String(index + 1), cellText(what), signText(sign)]
    const [cell = [], ...cells] = first
    const noted = [lineText(cell), lineText(note)].filter(Boolean).join('; ')
    return [
      [...own, noted || noCell, ...cells.map(cellText)],
      ...others.map((row) => [...own.map(() => ''), ...row.map(cellText)]),
    ]
  })
  return table(['#', ...heads, ...columns.map(({ head }) => head)], rows)
}
