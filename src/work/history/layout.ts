import { exit, Failure } from '../../text/failure'

/** The version of the format of state files and entries. Those written by hand may have none. */
export const layout = 1

/**
 * Refuses a parsed state or entry of a newer version, which may give it another meaning.
 *
 * @param what its name, to begin a sentence
 * @throws Failure `layout-newer` (unreadable)
 */
export function refuseNewerLayout(value: unknown, what: string): void {
  const found = typeof value === 'object' && value !== null && 'layout' in value ? value.layout : undefined
  if (!Number.isSafeInteger(found) || Number(found) <= layout) return
  const message = `${what} was written by a newer version of spell: it has layout ${found}, and this version knows layouts up to ${layout}. Update spell.`
  throw new Failure(exit.unreadable, 'layout-newer', message, 'npm ci   # or install the newer spell by hand')
}

/** @returns whether reading failed because a newer version of spell wrote the file */
export const isOfNewerLayout = (found: unknown): boolean => found instanceof Failure && found.code === 'layout-newer'
