import { formOf } from '../markdown/form'
import { digestOf } from './digest'
import { readText } from './read'

/** @returns the digest of what a Markdown file says, however it is formatted; undefined for any other file. Throws Failure */
export function formOfFile(root: string, path: string): string | undefined {
  const text = path.endsWith('.md') ? readText(root, path) : undefined
  return text === undefined ? undefined : digestOf(formOf(text))
}
