import { bullets, paragraphs, sections } from '../answer/markdown'
import { shownCommand } from '../markdown/shown-command'
import { shownPart, shownProse, shownText } from '../markdown/shown-text'
import { noCell } from '../markdown/table'
import type { TextBlock } from '../markdown/text-blocks'
import type { Block, Entry, Section, Span } from './block'
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
  return block.kind === 'list' ? bullets(block.entries.map(entryText)) : ''
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

/** What an agent wrote, as far as a list in a pull request has room. */
const mostParts = 12

function entryText({ sign, over, what, note, quote, lines = [], parts = [], file }: Entry): string {
  const said = [sign && `${sign.sign} ${sign.word}`, ...[over, what, note].map(lineText)].filter(Boolean).join(': ')
  const below = [...lines.map(lineText), ...parts.slice(0, mostParts).map(partText)]
  if (parts.length > mostParts && file) below.push(`… all of it is in ${shownCommand(file)}`)
  return [quote ? `${said} “${shownProse(quote)}”` : said, ...below].join('\n  - ')
}

function partText({ kind, text }: TextBlock): string {
  const shown = kind === 'code' ? shownCommand(text) : shownProse(text)
  return kind === 'heading' ? `*${shown}*` : shown
}
