import { bullets, paragraphs, sections } from '../answer/markdown'
import { shownCommand } from '../markdown/shown-command'
import { shownPart, shownProse, shownText } from '../markdown/shown-text'
import { noCell, table } from '../markdown/table'
import type { Block, Column, Entry, Section, Sign, Span } from './block'
import { minuteOf } from './minute'

/** @returns the sections as Markdown, in which no text can do more than be read */
export const writeMarkdown = (all: readonly Section[]): string =>
  sections(
    3,
    all.map(({ heading, blocks }) => [heading, paragraphs(...blocks.map(blockText))]),
  )

function blockText(block: Block): string {
  if (block.kind === 'heading') return `**${shownText(block.text)}**`
  if (block.kind === 'note') return lineText(block.line)
  if (block.kind === 'table') return tableText(block.columns, block.rows)
  if (block.kind !== 'list') return ''
  return block.columns ? ledgerText(block.columns, block.entries) : bullets(block.entries.map(entryText))
}

export const lineText = (line: Span): string => spanText(line).trim()

function spanText(span: Span): string {
  if (!span) return ''
  if (typeof span === 'string') return shownPart(span)
  if ('code' in span) return shownCommand(span.code)
  if ('prose' in span) return shownProse(span.prose)
  if ('name' in span) return `**${shownText(span.name) || noCell}**`
  if ('time' in span) return shownText(minuteOf(span.time))
  return 'word' in span ? shownText(span.word) : span.map(spanText).join('')
}

const signText = ({ sign, word }: Sign): string => `${sign} ${word}`

/** What an agent wrote, as far as a list in a pull request has room. */
const mostParts = 12

function entryText({ sign, over, what, note, quote, parts = [], file }: Entry): string {
  const said = [sign && signText(sign), ...[over, what, note].map(lineText)].filter(Boolean).join(': ')
  const lines = parts.slice(0, mostParts).map(({ kind, text }) => {
    const shown = kind === 'code' ? shownCommand(text) : shownProse(text)
    return kind === 'heading' ? `*${shown}*` : shown
  })
  if (parts.length > mostParts && file) lines.push(`… all of it is in ${shownCommand(file)}`)
  return [quote ? `${said} “${shownProse(quote)}”` : said, ...lines].join('\n  - ')
}

/** Of several rows only the first names its entry. */
const ledgerText = (columns: readonly Column[], entries: readonly Entry[]): string =>
  tableText(
    [{ head: '#' }, ...columns],
    entries.flatMap(({ what, sign, note, rows = [] }, index) => {
      const [[cell, ...cells] = [], ...others] = rows
      const shownBy = [cell, cell && lineText(note) && '; ', note]
      return [
        [String(index + 1), what, sign && signText(sign), shownBy, ...cells],
        ...others.map((row) => ['', '', '', ...row]),
      ]
    }),
  )

/** A cell of an empty string stays empty. */
const tableText = (columns: readonly Column[], rows: readonly (readonly Span[])[]): string =>
  table(
    columns.map(({ head }) => head),
    rows.map((row) => columns.map((_, index) => (row[index] === '' ? '' : lineText(row[index]) || noCell))),
  )
