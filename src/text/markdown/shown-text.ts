import { code, inline } from './code'
import { visible } from './visible'

/**
 * Writes a foreign text in one line so that a reader of Markdown sees it as it is: no link, no mention, no reference, no markup.
 * What GitHub would find in the rendered text is separated by an empty comment.
 */
export const shownText = (text: string): string => shownLine(shownPart(text.trim()))

/** The same for a part of a line, which keeps the spaces at its ends. */
export const shownPart = (part: string): string =>
  visible(inline(part))
    .replace(/[\\`*_[\]<>~&$]/g, '\\$&')
    .replace(/[@#](?=\.?[\p{L}\p{N}_-])|:(?=\/\/)|www(?=\.)|(?:mailto|xmpp)(?=:)|GH(?=-\d)/giu, '$&<!-- -->')

/** A line of such parts, of which the first could begin a list or a heading. */
export const shownLine = (line: string): string =>
  line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2').replace(/^[-+=#](?!<!--)/, '\\$&')

/** A part of a text that an agent or a user wrote as Markdown. */
interface ProsePart {
  readonly part: string
  /** What stands around it: its text is code, or has parts of its own that are emphasised; absent for plain text. */
  readonly mark?: string
}

/** The same for a text that an agent or a user wrote as Markdown: of its markup only code and what is emphasised is read. */
export const shownProse = (text: string): string =>
  proseParts(inline(text).trim())
    .map(({ part, mark }) => {
      if (mark === undefined) return shownPart(part)
      return mark === '`' ? code(visible(part)) : `${mark}${shownProse(part)}${mark}`
    })
    .join('')

/** Code, or what is emphasised: it begins and ends with a letter, a digit or code, so that every reader takes it for that. */
const marked =
  /(`)([^`]+)`|(?<![\p{L}\p{N}\\*_])(\*\*?|__?)(?=[\p{L}\p{N}`])((?:`[^`]+`|[^`*_])*(?<=[\p{L}\p{N}`.!?:]))\3(?![\p{L}\p{N}*_])/gu

/** @returns its parts, one after the other */
export function proseParts(text: string): readonly ProsePart[] {
  const parts: ProsePart[] = []
  let end = 0
  for (const { 0: all, 1: tick, 2: inCode = '', 3: mark = tick ?? '', 4: part = inCode, index } of text.matchAll(
    marked,
  )) {
    parts.push({ part: text.slice(end, index) }, { part, mark })
    end = index + all.length
  }
  return [...parts, { part: text.slice(end) }].filter(({ part }) => part !== '')
}
