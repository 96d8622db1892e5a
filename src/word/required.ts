import { join } from 'node:path'
import { fromJson, isRecord } from '../failure/json'
import type { Settings } from '../flows/flow'
import { isSeen, wordFor } from '../flows/words'
import { gitFolderOf, readTrimmed } from '../git/head'
import { type Reading, settingsOf, settingsPath } from '../settings/settings'
import type { Wanted } from './pass'

/** The strictest first. */
const wordSettings: readonly Settings['word'][] = ['required', 'auto', 'recorded']

/** @returns whether one setting asks for less than another */
export const isWeaker = (one: Settings['word'], other: Settings['word']): boolean =>
  wordSettings.indexOf(one) > wordSettings.indexOf(other)

/**
 * Whether a step needs a word that spell has seen: always, or, by default, where a host reports messages in this clone.
 * Of the setting that is committed and the one that is here the stricter counts, so that no edit weakens it.
 *
 * @param isReported whether a host reports here
 * @throws Failure if settings cannot be read
 */
export async function isRequired(reading: Reading, isReported: boolean): Promise<boolean> {
  const { word } = await settingsOf(reading)
  if (word === 'required') return true
  const committed = await committedWord(reading)
  const counts = isWeaker(word, committed) ? committed : word
  return counts === 'required' || (counts === 'auto' && isReported)
}

/** An agent has no terminal at either end. */
export const piped: [why: string, fix: string] = [
  'Its input or its output is a pipe or a file, so it counts as started by a program.',
  'If you have typed it, type it again without the pipe.',
]

/** @returns since when a word is missing, as the end of a sentence */
export function sinceWhen({ word, work, since }: Wanted): string {
  const isUsed = work?.saved.history.some(
    ({ trigger, word: seen, about, row = '', via = [] }) =>
      isSeen(seen) && wordFor(work.flow.words, trigger.toLowerCase(), about, [row, ...via]) === word,
  )
  if (isUsed) return 'since the one that an earlier step has used'
  return since === undefined ? 'in this session' : 'since the last step'
}

/** Starting git takes as long as a whole cast, so it is asked only if it may have settings. */
async function committedWord({ root, env }: Reading): Promise<Settings['word']> {
  if (!mayBeCommitted(root)) return 'auto'
  const { committedText } = await import('../git/committed')
  const document = fromJson((await committedText(root, settingsPath, env)) ?? '')
  const word = isRecord(document) ? document.word : undefined
  return wordSettings.find((each) => each === word) ?? 'auto'
}

function mayBeCommitted(root: string): boolean {
  const folder = gitFolderOf(root)
  return folder !== undefined && readTrimmed(join(folder, 'index'))?.includes('spell.json') === true
}
