import type { Environment } from '../../disk/environment'
import { findRoot, workingFolder } from '../../disk/root'
import { attemptAsync, Failure } from '../../text/failure'
import type { Wording } from '../../text/wording'
import { loadSettings } from '../../work/settings/settings'
import type { Settings } from '../../workflow/settings'
import type { Answer } from './answer'

/** @returns how spells are named in a folder; as ever if its settings cannot be read, which is no reason to say nothing */
export async function wordsHere(cwd: string | undefined, env: Environment): Promise<Wording> {
  const settings = await attemptAsync(async () => loadSettings(findRoot(workingFolder(cwd)), env))
  return settings instanceof Failure ? (text) => text : wordingOf(settings)
}

/** @returns how spells are named with these settings */
export const wordingOf = async ({ words }: Pick<Settings, 'words'>): Promise<Wording> =>
  words === 'plain' ? (await import('../../workflows/engineer/plain-words')).inPlainWords : (text) => text

/** @returns an answer whose own texts name spells in these words */
export function answerIn(answer: Answer, wording: Wording): Answer {
  const { ai, developer, brief, turn, warnings } = answer
  return {
    ...answer,
    ...{ ai: wording(ai), developer: wording(developer), warnings: warnings.map(wording) },
    turn: { ...turn, does: wording(turn.does) },
    ...(brief && { brief: wording(brief) }),
  }
}
