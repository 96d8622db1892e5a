import { headingOf } from '../../markdown/heading'
import { linesOf } from '../../markdown/lines'

/**
 * @param text of a file that begins as a template, or `true` if it is too long for one
 * @returns whether nobody has written in it: it has front matter, headings and comments, and nothing else
 */
export function isUnwritten(text: string | true | undefined): boolean {
  if (typeof text !== 'string') return false
  const { lines, bodyStart } = linesOf(text)
  const [before = '', ...commented] = lines.slice(bodyStart).join('\n').split('<!--')
  const outside = commented.map((part) => {
    const end = part.indexOf('-->')
    return end < 0 ? `<!--${part}` : part.slice(end + 3)
  })
  return [before, ...outside]
    .join('')
    .split('\n')
    .every((line) => line.trim() === '' || headingOf(line) !== undefined)
}
