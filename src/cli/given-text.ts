import { readFileSync, statSync } from 'node:fs'
import { exit, Failure } from '../failure'
import type { Setting } from './command'

/**
 * Reads a text that somebody names.
 *
 * @param source a file, or `-` for stdin
 * @param most how long it may be, in bytes
 * @param fix a command to paste where it cannot be read
 * @throws Failure (usage) `file-unreadable`, `too-large`
 */
export function givenText(source: string, most: number, fix: string, { stdin }: Pick<Setting, 'stdin'>): string {
  const name = source === '-' ? 'stdin' : source
  try {
    const isLong = source !== '-' && statSync(source).size > most
    const text = isLong ? '' : source === '-' ? stdin() : readFileSync(source, 'utf8')
    if (isLong || text.length > most) throw tooLarge(name, most, fix)
    return text
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(exit.usage, 'file-unreadable', `${name} cannot be read.`, fix, { cause: error })
  }
}

const tooLarge = (name: string, most: number, fix: string): Failure =>
  new Failure(exit.usage, 'too-large', `${name} is larger than ${most / 1024 / 1024} MiB.`, fix)
