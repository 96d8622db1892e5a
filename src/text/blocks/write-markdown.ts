import { shownCommand } from '../markdown/shown-command'
import { shownLine, shownPart, shownProse, shownText } from '../markdown/shown-text'
import { noCell } from '../markdown/table'
import { visible } from '../markdown/visible'
import { bullets, paragraphs, sections } from '../markdown-parts'
import { minuteOf } from '../time'
import type { Block, Entry, Section, Span, TextBlock } from './block'
import { spanHtml } from './write-html'

/**
 * @param folds whether a reader can fold parts, as on GitHub
 * @returns the sections as Markdown, in which no text can do more than be read
 */
export const writeMarkdown = (all: readonly Section[], folds = true): string =>
  sections(
    3,
    all.map(({ heading, blocks }) => [heading, paragraphs(...blocks.map((block) => blockText(block, folds)))]),
  )

/** The most lines of what a program has printed where nothing can be folded. */
const mostUnfolded = 5

function blockText(block: Block, folds: boolean): string {
  switch (block.kind) {
    case 'heading':
      return `**${shownText(block.text)}**`
    case 'note':
      return lineText(block.line)
    case 'list':
      return bullets(block.entries.map(entryText))
    case 'printed':
      return block.lines
        .slice(folds ? 0 : -mostUnfolded)
        .map((line) => `    ${visible(line)}`)
        .join('\n')
    case 'columns':
      return paragraphs(
        ...block.columns.flatMap(({ heading, entries }) => [
          heading && blockText({ kind: 'heading', text: heading }, folds),
          blockText({ kind: 'list', entries }, folds),
        ]),
      )
    case 'folded': {
      const inside = paragraphs(...block.blocks.map((each) => blockText(each, folds)))
      if (!folds) return `${lineText(block.summary)}\n\n${inside}`
      return `<details${block.isOpen ? ' open' : ''}><summary>${spanHtml(block.summary).html}</summary>\n\n${inside}\n\n</details>`
    }
  }
}

export const lineText = (line: Span): string => shownLine(spanText(line).trim())

function spanText(span: Span): string {
  if (!span) return ''
  if (typeof span === 'string') return shownPart(span)
  if ('code' in span) return shownCommand(span.code)
  if ('prose' in span) return shownProse(span.prose)
  if ('name' in span) return `**${shownText(span.name) || noCell}**`
  if ('time' in span) return shownPart(minuteOf(span.time))
  return 'word' in span ? shownProse(span.word) : span.map(spanText).join('')
}

/** What an agent wrote, as far as a list in a pull request has room. */
const mostParts = 12

function entryText({ sign, over, what, note, quote, lines = [], parts = [], file }: Entry): string {
  const heads = [over, what, note].map((span) => spanText(span).trim())
  const said = shownLine([sign && `${sign.sign} ${sign.word}`, ...heads].filter(Boolean).join(': '))
  const below = [...lines.map(lineText), ...parts.slice(0, mostParts).map(partText)]
  if (parts.length > mostParts && file) below.push(`… all of it is in ${shownCommand(file)}`)
  return [quote ? `${said} “${shownProse(quote)}”` : said, ...below].join('\n  - ')
}

function partText({ kind, text }: TextBlock): string {
  const shown = kind === 'code' ? shownCommand(text) : shownProse(text)
  return kind === 'heading' ? `*${shown}*` : shownLine(shown)
}
