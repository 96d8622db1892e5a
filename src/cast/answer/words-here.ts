import { findRoot, workingFolder } from '../../disk/root'
import { type Environment, loadSettings } from '../../disk/settings/settings'
import { attemptAsync, Failure } from '../../text/failure'
import type { Settings } from '../../workflow/settings'
import type { Wording } from './plain-words'

/** @returns how spells are named in a folder; as ever if its settings cannot be read, which is no reason to say nothing */
export async function wordsHere(cwd: string | undefined, env: Environment): Promise<Wording> {
  const settings = await attemptAsync(async () => loadSettings(findRoot(workingFolder(cwd)), env))
  return settings instanceof Failure ? (text) => text : wordingOf(settings)
}

/** @returns a value of ours with its texts named so */
export const namedIn = <Value>(value: Value, words: Wording): Value => JSON.parse(words(JSON.stringify(value)))

/** @returns how spells are named with these settings */
export const wordingOf = async ({ words }: Pick<Settings, 'words'>): Promise<Wording> =>
  words === 'plain' ? (await import('./plain-words')).inPlainWords : (text) => text
