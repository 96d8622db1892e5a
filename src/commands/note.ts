import { readFileSync } from 'node:fs'
import type { CommandContext } from '../cli/command'
import type { OptionsOf } from '../cli/options'
import { exit, Failure } from '../text/failure'
import type { spellOptions } from './spell-options'

/** @returns the note, given as text or as a file. Throws Failure (usage) if the file cannot be read */
export function readNote({
  options: { note, noteFile },
  stdin,
}: CommandContext<OptionsOf<typeof spellOptions>>): string | undefined {
  if (noteFile === undefined) return note
  if (note !== undefined) {
    throw new Failure(exit.usage, 'two-notes', 'Give --note or --note-file, not both.', 'spell accio --note-file -')
  }
  try {
    // `trim` also removes a byte order mark.
    return (noteFile === '-' ? new TextDecoder().decode(stdin()) : readFileSync(noteFile, 'utf8')).trim()
  } catch (error) {
    const message = `The note cannot be read from ${noteFile === '-' ? 'stdin' : noteFile}.`
    throw new Failure(exit.usage, 'note-unreadable', message, 'spell accio --note "…"', { cause: error })
  }
}
