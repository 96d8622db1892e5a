import { maxNoteLength } from '../cast/cast'
import { exit, Failure } from '../text/failure'
import { inline } from '../text/markdown-parts'
import type { CommandContext } from './command'
import { givenText } from './given-text'

/** @returns the text of an option, which `-` takes from stdin. Throws Failure (usage) as `givenText` does */
export const optionText = (text: string, most: number, fix: string, cli: Pick<CommandContext, 'stdin'>): string =>
  text === '-' ? givenText('-', most, fix, cli).trim() : text

/** @returns the text in one line; undefined if there is none. Throws Failure (usage) if it is too long */
export function words(text: string | undefined, fix: string): string | undefined {
  const said = inline(text ?? '').trim()
  const length = [...said].length
  if (length <= maxNoteLength) return said || undefined
  const message = `The text has ${length} characters; ${maxNoteLength} is the most.`
  throw new Failure(exit.usage, 'note-too-long', message, fix)
}
