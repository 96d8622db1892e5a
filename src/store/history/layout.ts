import { exit, Failure } from '../../failure/failure'

/**
 * The version of what state files and lines look like. 1 is that of 0.1.0, which does not say so; from 2 on each file and each
 * line says its layout, the table that made it, and what it seals of the context.
 */
export const layout = 2

/**
 * @param value a state or a line, as parsed
 * @param what names it at the beginning of a sentence
 * @throws Failure `layout-newer` (unreadable) if a newer version has written it: that one may mean something else by it
 */
export function refuseNewerLayout(value: unknown, what: string): void {
  const found = typeof value === 'object' && value !== null && 'layout' in value ? value.layout : undefined
  if (!Number.isSafeInteger(found) || Number(found) <= layout) return
  const message = `${what} was written by a newer version of spell: it has layout ${found}, and this version knows layouts up to ${layout}. Update spell.`
  throw new Failure(exit.unreadable, 'layout-newer', message, 'npm install --global spell-cli')
}

/** @returns whether a look failed because a newer version of spell has written the file */
export const isOfNewerLayout = (found: unknown): boolean => found instanceof Failure && found.code === 'layout-newer'
