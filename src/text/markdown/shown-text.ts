import { code, inline } from './code'
import { visible } from './visible'

/**
 * Writes a foreign text in one line so that a reader of Markdown sees it as it is: no link, no mention, no reference, no markup.
 * What GitHub would find in the rendered text is separated by an empty comment.
 */
export const shownText = (text: string): string =>
  visible(inline(text).trim())
    .replace(/[\\`*_[\]<>~&$]/g, '\\$&')
    .replace(/[@#](?=\.?[\p{L}\p{N}_-])|:(?=\/\/)|www(?=\.)|(?:mailto|xmpp)(?=:)|GH(?=-\d)/giu, '$&<!-- -->')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^[-+=#](?!<!--)/, '\\$&')

/** The same for a part of a line, whose ends stay apart from the parts beside it. */
export function shownPart(part: string): string {
  const [, before = '', body = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(part) ?? []
  return `${inline(before)}${shownText(body)}${inline(after)}`
}

/** The same for a text that an agent or a user wrote as Markdown: what is in backticks is code, no other markup is read. */
export const shownProse = (text: string): string =>
  proseParts(inline(text).trim())
    .map(({ part, isCode }) => (isCode ? code(visible(part)) : shownPart(part)))
    .join('')

/** @returns what is in backticks, and what is not, in turn */
export const proseParts = (text: string): { readonly part: string; readonly isCode: boolean }[] =>
  text.split(/`([^`]+)`/).map((part, index) => ({ part, isCode: index % 2 === 1 }))
