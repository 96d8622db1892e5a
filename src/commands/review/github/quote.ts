import { fenced } from '../../../answer/markdown'
import { visible } from '../../../markdown/visible'

/** Texts of others, so that nothing in them can be taken for ours. */

/** @returns the text in one line, with a sign for everything in it that cannot be seen */
export const oneLine = (text: string): string => visible(text.replace(/\s+/g, ' ')).trim()

/**
 * Quotes a Markdown text. Whatever is in it stays within the quote: headings, fences, front matter. Where a rendered page
 * could hide any of its words, it stands there as it was written, in a fence: an agent reads all of it, so a person has to.
 */
export function quote(text: string): string {
  const seen = visible(text.replace(/\r\n?/g, '\n')).replace(/^\n+|\s+$/g, '')
  const whole = hidesNothing(seen) ? seen : fenced(seen)
  return whole
    .split('\n')
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`))
    .join('\n')
}

/**
 * What a page may show in another way than it is written: tags, comments, entities; the address, title and description of
 * links and images, definitions, notes; tables, formulas, and fences but for those on the left with a known language.
 */
const hiding = /<[a-z/!?]|&[#\w]+;|\][([:]|\||\$.*\$|```|~~~/is
const opening =
  /^(`{3,}|~{3,})(?:suggestion|diff|te?xt|console|(?:ba|z)?sh|[jt]sx?|json|ya?ml|toml|xml|html|s?css|sql|py|python|rb|ruby|go|rust|rs|java|kotlin|swift|c|cpp|cs|csharp|php|md|markdown)?$/

/** Whether a page shows every word of a text. What is not certain hides something. */
function hidesNothing(text: string): boolean {
  const outside: string[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    const [, mark = ''] = opening.exec(line) ?? []
    if (fence) fence = closes(line, fence) ? '' : fence
    else if (mark) fence = mark
    else outside.push(line)
  }
  return !hiding.test(outside.join('\n'))
}

const closes = (line: string, fence: string): boolean => {
  const [, mark = ''] = /^ {0,3}(`+|~+)[ \t]*$/.exec(line) ?? []
  return mark.startsWith(fence)
}
