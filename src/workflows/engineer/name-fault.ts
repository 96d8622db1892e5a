import { linesOf } from '../../text/markdown/lines'
import type { LineFault, SafeName } from '../../workflow/flow'
import { slug } from '../../workflow/slug'
import { taskNameIn } from './files'

/** What is meant as the name of a task, however it is written. */
const meant = /^[\s{-]*(["']?)(task[ _-]?(?:name|title))\1\s*[:：=]\s*(.*?)[\s}]*$/i

/** How far down a name can stand that was meant to be in the front matter. */
const most = 5

/**
 * Finds out why a task with front matter, or with what is meant as a name, has no name, or two.
 *
 * @returns what is wrong, with its line, from 1, and the right form; undefined if nothing is
 */
export function nameFaultIn(task: string): LineFault | undefined {
  const { lines, bodyStart } = linesOf(task)
  const names = lines.slice(0, Math.max(bodyStart, most)).flatMap((text, index) => {
    const [whole, , key = '', value = ''] = meant.exec(text) ?? []
    const isRead = index < bodyStart && text.startsWith('task_name:')
    return whole === undefined ? [] : [{ line: index + 1, key, isRead, fix: `task_name: ${value || 'header-row'}` }]
  })
  const [first, second] = names.filter(({ isRead }) => isRead)
  if (second) return { ...second, message: 'A task has one `task_name:`; the first one counts.' }
  if (first) return taskNameIn(task) === undefined ? { ...first, message: '`task_name:` has no name.' } : undefined
  const [other] = names
  if (!other) {
    const message = 'The front matter has no `task_name:`.'
    return bodyStart === 0 ? undefined : { line: 1, message, fix: 'task_name: header-row' }
  }
  const message =
    other.line <= bodyStart
      ? `\`${other.key}\` is written \`task_name:\`, at the beginning of its line.`
      : 'A name is read only in the front matter: between two lines `---`, at the top.'
  return { ...other, message }
}

/**
 * The name for a task's archive: `task_name` in its front matter as lower-case letters, digits and hyphens, at most 60
 * characters, or `untitled`; with a warning if the given name had to be changed.
 */
export async function safeName(text: string | undefined): Promise<SafeName> {
  if (text === undefined) return { name: 'untitled' }
  const asked = taskNameIn(text)
  const name = slug(asked ?? '') || 'untitled'
  if (name === asked) return { name }
  const why =
    asked === undefined
      ? 'task.md has no readable task_name in its front matter; it'
      : 'The task_name of task.md is not a plain name (letters, digits, hyphens); it'
  return { name, warning: `${why} is archived as "${name}".` }
}
