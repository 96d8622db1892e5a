/**
 * Makes a text safe to print in a stream, an answer or a fetched file. Characters that a reader cannot see, or that
 * change how the rest is shown, are replaced:
 *
 * - ASCII controls by their pictures (`␛`, `␇`, `␡`), except the line ending and the tab;
 * - all others by their number: `[U+202E]`. These are C1 controls, direction marks, line and paragraph separators,
 *   characters without width or ink, variation selectors, tags, annotation marks, and lone surrogates.
 *
 * An emoji is kept with one variation selector, its skin tone, and what it is joined to. Stored files are not changed.
 */

/** A quick test whether a text can contain any: saves some milliseconds for usual letters and symbols. */
const unusual =
  /[^\n\t -~\u00A1-\u00AC\u00AE-\u02FF\u0370-\u061B\u2010-\u2027\u2030-\u205E\u2070-\u27FF\u3041-\u3163\u4E00-\uD7A3\uD83C-\uD83E\uDC00-\uDFFF]|[\uD83C-\uD83E](?![\uDC00-\uDFFF])|(?<![\uD83C-\uD83E])[\uDC00-\uDFFF]/

/** Made when needed: V8 takes most of a millisecond to load the Unicode properties, and few texts need it. */
let either: RegExp | undefined
function makeEither(): RegExp {
  const emoji = '\\p{Extended_Pictographic}(?:[\\uFE0E\\uFE0F]|\\p{Emoji_Modifier})?'
  const sequence = `${emoji}(?:\\u200D${emoji})*|[#*\\d]\\uFE0F\\u20E3`
  const unseen = '(?![\\t\\n])[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\uFFF9-\\uFFFB]'
  // Emoji come first, so that their parts are not matched alone.
  return new RegExp(`(?:${sequence})|(${unseen})`, 'gu')
}

const sign = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  return code === 0x7f ? '\u2421' : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
}

function replaced(text: string, by: (character: string) => string): string {
  if (!unusual.test(text)) return text
  either ??= makeEither()
  return text.replace(either, (found, character?: string) => (character === undefined ? found : by(character)))
}

/** @returns the text with invisible characters replaced; CRLF becomes `\n` */
export const visible = (text: string): string => replaced(text.replaceAll('\r\n', '\n'), sign)

/** @returns the same for each text of a record; tested all at once, as few need a replacement */
export function visibleEach<Texts extends Readonly<Record<string, string>>>(texts: Texts): Texts {
  const all = Object.values(texts).join('\n')
  if (visible(all) === all) return texts
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, visible(text)])) as Texts
}

const escaped = (text: string): string =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** @returns JSON of exactly this value, with invisible characters escaped */
export const exactJson = (value: unknown, indent?: number): string =>
  replaced(JSON.stringify(value, null, indent), escaped)

/**
 * Returns JSON with the invisible characters of its texts replaced, for a reader that shows them; not under the keys `exact`,
 * whose texts a program compares.
 */
export const visibleJson = (value: unknown, exact: readonly string[] = []): string =>
  replaced(
    JSON.stringify(value, (key, item) => (typeof item === 'string' && !exact.includes(key) ? visible(item) : item)),
    escaped,
  )
