/** @returns a path without what changes nothing in it; undefined if it may lead out of the repository */
export function insidePath(path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const leadsOut = path === '' || /^(?:\/|[A-Za-z]:)/.test(path) || parts.includes('..') || path.includes('\\')
  return leadsOut ? undefined : parts.join('/')
}
