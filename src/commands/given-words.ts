import { closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CommandContext } from '../cli/command'
import type { OptionsOf } from '../cli/options'
import { readAll } from '../cli/streams'
import { workingFolder } from '../disk/root'
import { exit, Failure } from '../text/failure'
import { inline } from '../text/markdown-parts'
import { nearest } from '../workflow/nearest'
import type { spellOptions } from './spell-options'

/** @returns the word meant, in any case, with hyphens or underscores. Throws Failure (usage) `unknown-…`. */
export function wordNamed<Word extends string>(
  typed: string,
  called: string,
  words: readonly Word[],
  fix: string,
): Word {
  const name = typed.trim().toLowerCase().replace('-', '_')
  const word = words.find((known) => known === name)
  if (word) return word
  const message = `There is no ${called} "${inline(typed)}"; there is ${nearest(name, words).join(', ')}.`
  throw new Failure(exit.usage, `unknown-${called}`, message, fix)
}

/** @returns the words of an argument that takes several, in their order */
export const givenWords = (first: string | undefined, further: readonly (string | undefined)[]): string[] =>
  [first, ...further].filter((word) => word !== undefined)

/**
 * Reads a text from a file that the user names, or from stdin for `-`; of one longer than `most` bytes not all.
 *
 * @throws Failure (usage) `file-unreadable`, `too-large`, `not-text`, with `fix`, a command to paste
 */
export function givenText(source: string, most: number, fix: string, { stdin }: Pick<CommandContext, 'stdin'>): string {
  const name = source === '-' ? 'stdin' : source
  const bytes = bytesOf(source, most, fix, stdin)
  if (bytes.length > most) {
    const size = most < 1024 * 1024 ? `${most / 1024} KiB` : `${most / 1024 / 1024} MiB`
    throw new Failure(exit.usage, 'too-large', `${name} is larger than ${size}.`, fix)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Failure(exit.usage, 'not-text', `${name} is not UTF-8 text.`, fix, { cause })
  }
}

/** The same for a path relative to the working directory. */
export const givenFile = (file: string, most: number, fix: string, cli: CommandContext): string =>
  givenText(file === '-' ? file : resolve(workingFolder(cli.options.cwd), file), most, fix, cli)

function bytesOf(source: string, most: number, fix: string, stdin: CommandContext['stdin']): Uint8Array {
  try {
    if (source === '-') return stdin(most)
    const descriptor = openSync(source, 'r')
    try {
      return readAll(descriptor, most)
    } finally {
      closeSync(descriptor)
    }
  } catch (cause) {
    const said = source === '-' ? 'There is nothing to read on stdin.' : `${source} cannot be read.`
    throw new Failure(exit.usage, 'file-unreadable', said, fix, { cause })
  }
}

/** @returns the note, given as text or as a file. Throws Failure (usage) if the file cannot be read */
export function readNote({ options, stdin }: CommandContext<OptionsOf<typeof spellOptions>>): string | undefined {
  const { note, noteFile } = options
  if (noteFile === undefined) return note
  if (note !== undefined) {
    throw new Failure(exit.usage, 'two-notes', 'Give --note or --note-file, not both.', 'spell accio --note-file -')
  }
  return givenText(noteFile, mostNoteBytes, 'spell accio --note "…"', { stdin }).trim()
}

const mostNoteBytes = 1024 * 1024
