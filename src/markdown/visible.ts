/**
 * How every text looks where it is read: on a stream, in an answer, in what was fetched. What a reader would not see, or what
 * changes how the rest is shown, is shown by a sign for it:
 *
 * - the controls of ASCII by their picture (`␛`, `␇`, `␡`), but for the line end and the tab, which stay;
 * - everything else by its number: `[U+202E]`. These are C1 controls, marks of direction, line and paragraph separators,
 *   characters without width or ink, variation selectors, tags, the marks of annotations, and halves of characters.
 *
 * An emoji stays whole: with one selector of its form, its skin, and joined to the next. Files keep what was written.
 */

/** Whether there may be any of it: some milliseconds less than to look for each, for a text of usual letters and pictures. */
const unusual =
  /[^\n\t -~\u00A1-\u00AC\u00AE-\u02FF\u0370-\u061B\u2010-\u2027\u2030-\u205E\u2070-\u27FF\u3041-\u3163\u4E00-\uD7A3\uD83C-\uD83E\uDC00-\uDFFF]|[\uD83C-\uD83E](?![\uDC00-\uDFFF])|(?<![\uD83C-\uD83E])[\uDC00-\uDFFF]/

/** Made when it is needed: V8 takes most of a millisecond to look up what Unicode says, and few texts have any of it. */
let either: RegExp | undefined
function makeEither(): RegExp {
  const emoji = '\\p{Extended_Pictographic}(?:[\\uFE0E\\uFE0F]|\\p{Emoji_Modifier})?'
  const sequence = `${emoji}(?:\\u200D${emoji})*|[#*\\d]\\uFE0F\\u20E3`
  const unseen = '(?![\\t\\n])[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\uFFF9-\\uFFFB]'
  // An emoji comes first, so that what belongs to it is not looked at by itself.
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

/** @returns the text with a sign for everything in it that cannot be seen; a line end of Windows becomes `\n` */
export const visible = (text: string): string => replaced(text.replaceAll('\r\n', '\n'), sign)

/** @returns the same for each text of a record; they are looked at all at once, as few have anything to replace */
export function visibleEach<Texts extends Readonly<Record<string, string>>>(texts: Texts): Texts {
  const all = Object.values(texts).join('\n')
  if (visible(all) === all) return texts
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, visible(text)])) as Texts
}

const escaped = (text: string): string =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * @param indent as `JSON.stringify` has it
 * @returns JSON of exactly this value, in which everything that cannot be seen is escaped; a bigint is a number with all its
 *   digits
 */
export const exactJson = (value: unknown, indent?: number): string => replaced(withBigints(value, indent), escaped)

/** Nothing that is printed contains it. */
const bigMark = '\uE000bigint '

function withBigints(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent)
  } catch {
    // It refuses nothing else of what is printed.
    const marked = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${bigMark}${item}` : item), indent)
    return marked.replace(new RegExp(`"${bigMark}(\\d+)"`, 'g'), '$1')
  }
}

/**
 * For a reader that parses it and shows what is in it.
 *
 * @param exact the keys whose texts stay as they are, because a program compares them
 * @returns JSON of the value with a sign for everything that cannot be seen in its texts
 */
export const visibleJson = (value: unknown, exact: readonly string[] = []): string =>
  replaced(
    JSON.stringify(value, (key, item) => (typeof item === 'string' && !exact.includes(key) ? visible(item) : item)),
    escaped,
  )
