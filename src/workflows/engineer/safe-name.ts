import type { SafeName } from '../../workflow/flow'
import { slug } from '../../workflow/slug'
import { taskNameIn } from './task-name'

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
