import type { Wording } from '../answer/plain-words'
import { findRoot, workingFolder } from '../disk/root'
import { attemptAsync, Failure } from '../failure/failure'
import { type Environment, loadSettings } from '../settings/settings'

/** @returns how spells are named in a folder; as ever if its settings cannot be read, which is no reason to say nothing */
export async function wordsHere(cwd: string | undefined, env: Environment): Promise<Wording> {
  const settings = await attemptAsync(async () => loadSettings(findRoot(workingFolder(cwd)), env))
  if (settings instanceof Failure || settings.words === 'magic') return (text) => text
  return (await import('../answer/plain-words')).inPlainWords
}
