/** The longest folder name, in characters. */
const maxSlugLength = 60

/**
 * Turns a text into a safe folder name.
 *
 * @returns lower case, only `a-z0-9` and single hyphens, at most 60 characters; empty if nothing is left
 */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxSlugLength)
    .replace(/-$/, '')
}
