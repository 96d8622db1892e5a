/** Characters that the name of a folder may have. */
const maxSlugLength = 60

/**
 * Makes a text safe for the name of a folder.
 *
 * @returns lower case, `a-z0-9` and single hyphens only, at most 60 characters; empty where nothing is left
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
