import { formOf } from '../text/markdown/form'
import { digestOf } from './digest'
import { readShort } from './read'

/** A larger file is nothing that a formatter changes, in bytes. */
const mostBytes = 4 * 1024 * 1024

/** @returns the digest of what a Markdown file says, however it is formatted; undefined for any other file, and a large one. Throws Failure */
export function formOfFile(root: string, path: string): string | undefined {
  const text = path.endsWith('.md') ? readShort(root, path, mostBytes) : undefined
  return typeof text === 'string' ? digestOf(formOf(text)) : undefined
}
