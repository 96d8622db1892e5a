/** Builds Markdown that inserted text cannot break. */

export { capital, code, inline } from './markdown/code'
export { bullets, fenced, paragraphs, sections } from './markdown/sections'

/** Fills in placeholders. Throws Error for one without a value, so that none reaches a reader. */
export function fill(text: string, values: Readonly<Record<string, unknown>>): string {
  const [start = '', ...parts] = text.split('{{')
  return parts.reduce((filled, part) => {
    const end = part.indexOf('}}')
    const name = part.slice(0, end)
    if (values[name] === undefined) throw new Error(`no value for {{${name}}}`)
    const rest = part.slice(end + 2)
    return `${filled}${rest.startsWith('.') ? sentence(`${values[name]}`) + rest.slice(1) : `${values[name]}${rest}`}`
  }, start)
}

/** @returns the text with a full stop behind it, unless it ends as a sentence does */
export const sentence = (text: string): string => (/[.?!…]$/.test(text) ? text : `${text}.`)

/** @returns the text, cut to `most` characters; code that is cut ends as code */
export function beginningOf(text: string, most: number): string {
  const letters = [...text]
  if (letters.length <= most) return text
  const cut = letters.slice(0, most).join('')
  return `${cut} …${openCode(cut)}`
}

/** @returns the backticks of a code span that a text begins and does not end; empty without one */
function openCode(text: string): string {
  let open = ''
  for (const [ticks] of text.matchAll(/`+/g)) {
    if (open === '') open = ticks
    else if (ticks === open) open = ''
  }
  return open
}

/** @returns the text, cut to what has room in so many columns of a terminal */
export function shortened(text: string, columns: number): string {
  const letters = [...text]
  let taken = 0
  const end = letters.findIndex((letter) => {
    // A letter from Hangul on may take two columns, punctuation does not.
    taken += letter < '\u1100' || (letter >= '\u2000' && letter < '\u2600') ? 1 : 2
    return taken > columns
  })
  if (end < 0) return text
  // What joins or changes the letter before it must not be left alone.
  const kept = letters.slice(0, Math.max(end - 1, 0)).join('')
  return `${kept.replace(/(?:\s|\u200D|\uFE0E|\uFE0F)+$/, '')}…`
}

/** @returns the first of some names, and how many more there are: `a, b and 3 more` */
export const firstOf = (names: readonly (string | number)[], most: number): string =>
  `${names.slice(0, most).join(', ')}${names.length > most ? ` and ${names.length - most} more` : ''}`

/** @returns `1 step`, `1,200 steps` */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Strips the Markdown markers of a sentence, for output that is not rendered. */
export const plain = (sentence: string): string => sentence.replace(/[`*]/g, '')

/** @returns the names of a list with commas */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
