import { code, inline } from './code'
import { visible } from './visible'

/**
 * Writes a foreign text so that a reader of Markdown sees it as it is: no link, no mention, no reference, no markup. What
 * GitHub would find in the rendered text is separated by an empty comment.
 *
 * @returns one line; empty for a text without a visible character
 */
export const shownText = (text: string): string =>
  visible(inline(text).trim())
    .replace(/[\\`*_[\]<>~&$]/g, '\\$&')
    .replace(/[@#](?=[\p{L}\p{N}_-])|:(?=\/\/)|www(?=\.)|(?:mailto|xmpp)(?=:)|GH(?=-\d)/giu, '$&<!-- -->')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^[-+=#](?!<!--)/, '\\$&')

/** The same for a text that an agent or a user wrote as Markdown: what is in backticks is code, no other markup is read. */
export const shownProse = (text: string): string =>
  inline(text)
    .trim()
    .split(/`([^`]+)`/)
    .map((part, index) => {
      if (index % 2 === 1) return code(visible(part))
      const [, before = '', body = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(part) ?? []
      return `${before}${shownText(body)}${after}`
    })
    .join('')
