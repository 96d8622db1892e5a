import type { SafeName } from '../workflow'

const longest = 60

/**
 * Reads `task_name` from the front matter of a task file and makes it safe for a folder's name (spec §3).
 *
 * @param text the task file, or its beginning; undefined where there is none
 * @returns lower case, only `a-z0-9-`, at most 60 characters, else `untitled`; a warning where the name that
 *   was asked for could not be used as it is
 */
export async function safeName(text: string | undefined): Promise<SafeName> {
  if (text === undefined) return { name: 'untitled' }
  const asked = await taskName(text)
  if (asked === undefined) {
    return { name: 'untitled', warning: 'The task has no readable task_name in its front matter; it is archived as untitled.' }
  }
  const name = slug(asked)
  if (name === asked) return { name }
  return { name: name || 'untitled', warning: `The task_name is not a plain name; the task is archived as ${name || 'untitled'}.` }
}

/** `Über ../Größe` becomes `uber-grosse`-like: letters without marks, everything else one hyphen. */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '')
}

async function taskName(text: string): Promise<string | undefined> {
  const { default: matter } = await import('gray-matter')
  const refuse = () => {
    throw new Error('only YAML is read from a front matter')
  }
  try {
    // gray-matter would run a `---js` block; a front matter is data here.
    const { data } = matter(text, { engines: { js: refuse, javascript: refuse, coffee: refuse, json: refuse } })
    const name: unknown = (data as Record<string, unknown> | null)?.task_name
    return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined
  } catch {
    return undefined
  }
}
