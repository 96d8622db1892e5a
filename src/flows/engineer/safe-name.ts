import type { SafeName } from '../flow'
import { slug } from '../slug'

/**
 * The name for a task's archive: `task_name` in its front matter as lower-case letters, digits and hyphens, at most 60
 * characters, or `untitled`; with a warning if the given name had to be changed.
 */
export async function safeName(text: string | undefined): Promise<SafeName> {
  if (text === undefined) return { name: 'untitled' }
  const asked = await taskName(text)
  if (asked === undefined) {
    return {
      name: 'untitled',
      warning: 'task.md has no readable task_name in its front matter; it is archived as "untitled".',
    }
  }
  const name = slug(asked) || 'untitled'
  if (name === asked) return { name }
  return {
    name,
    warning: `The task_name of task.md is not a plain name (letters, digits, hyphens); it is archived as "${name}".`,
  }
}

async function taskName(text: string): Promise<string | undefined> {
  const { default: matter } = await import('gray-matter')
  const refuse = () => {
    throw new Error('a front matter is data')
  }
  try {
    // gray-matter would run a `---js` block.
    const { data } = matter(text, { engines: { js: refuse, javascript: refuse } })
    const name: unknown = (data as { task_name?: unknown } | null)?.task_name
    if (name instanceof Date) return name.toISOString().slice(0, 10)
    return ['string', 'number', 'boolean'].includes(typeof name) ? String(name) : undefined
  } catch {
    return undefined
  }
}
