import { withoutComments } from '../../markdown/comments'
import { linesOf } from '../../markdown/lines'

/**
 * @param text of a file that begins like a template, or `true` if it is too long for one
 * @returns whether it is unedited: it has only front matter, headings and comments
 */
export function isUnwritten(text: string | true | undefined): boolean {
  if (typeof text !== 'string') return false
  const { lines, bodyStart } = linesOf(text)
  const body = withoutComments(lines.slice(bodyStart).join('\n'))
  return body.split('\n').every((line) => line.trim() === '' || isHeading(line))
}

/** As in the templates: no indentation, and a space after the marks. */
function isHeading(line: string): boolean {
  const marks = line.indexOf(' ')
  return marks > 0 && line.slice(0, marks) === '######'.slice(0, marks)
}
