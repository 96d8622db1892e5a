import type { Environment } from '../../disk/environment'
import { findRoot, workingFolder } from '../../disk/root'
import { attemptAsync, Failure } from '../../text/failure'
import type { Wording } from '../../text/wording'
import { loadSettings } from '../../work/settings/settings'
import type { Settings } from '../../workflow/settings'

/** @returns how spells are named in a folder; as ever if its settings cannot be read, which is no reason to say nothing */
export async function wordsHere(cwd: string | undefined, env: Environment): Promise<Wording> {
  const settings = await attemptAsync(async () => loadSettings(findRoot(workingFolder(cwd)), env))
  return settings instanceof Failure ? (text) => text : wordingOf(settings)
}

/** @returns how spells are named with these settings */
export const wordingOf = async ({ words }: Pick<Settings, 'words'>): Promise<Wording> =>
  words === 'plain' ? (await import('../../workflows/engineer/plain-words')).inPlainWords : (text) => text
