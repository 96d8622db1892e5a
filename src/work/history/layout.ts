import { exit, Failure } from '../../failure/failure'

/**
 * The version of the format of state files and entries. 1 is that of 0.1.0, which does not write it; from 2 on each
 * file and entry has its layout, the table that made it, and a digest of the context.
 */
export const layout = 2

/**
 * @param value a parsed state or entry
 * @param what its name, to begin a sentence
 * @throws Failure `layout-newer` (unreadable) if a newer version wrote it, which may give it another meaning
 */
export function refuseNewerLayout(value: unknown, what: string): void {
  const found = typeof value === 'object' && value !== null && 'layout' in value ? value.layout : undefined
  if (!Number.isSafeInteger(found) || Number(found) <= layout) return
  const message = `${what} was written by a newer version of spell: it has layout ${found}, and this version knows layouts up to ${layout}. Update spell.`
  throw new Failure(exit.unreadable, 'layout-newer', message, 'npm install --global spell-cli')
}

/** @returns whether reading failed because a newer version of spell wrote the file */
export const isOfNewerLayout = (found: unknown): boolean => found instanceof Failure && found.code === 'layout-newer'
