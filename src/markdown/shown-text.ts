import { inline } from './code'
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
    .replace(/[@#](?=[\p{L}\p{N}_-])|:(?=\/\/)|\bwww(?=\.)|\b(?:mailto|xmpp)(?=:)|\bGH(?=-\d)/giu, '$&<!-- -->')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^[-+=#](?!<!--)/, '\\$&')
