import { ownWordsIn } from '../work/own-words'
import { spellNamed } from '../workflows/engineer/spells'
import { momentIn, personIn } from './moment'
import { noteSource } from './note-source'
import type { WordContext } from './permission'
import { afterMessage, changeSession, sessionsHere, typedIn } from './sessions'
import { developerWords, type SaidWords } from './words-in-message'

/**
 * @param workflow of the repository, whose words come before the plain words of spells
 * @returns the word that was typed, a spell by its name; undefined if it is none
 */
export async function wordNamed(typed: string, root: string, workflow: string): Promise<string | undefined> {
  const own = await ownWordsIn(root)
  const ofHere = (words: readonly string[] = []) => words.find((each) => each === typed.toLowerCase())
  const all = [...developerWords, ...new Set([...own.values()].flat())]
  return ofHere(own.get(workflow)) ?? spellNamed(typed) ?? ofHere(all)
}

/** Passes on what the developer has typed in this worktree. Throws Failure as `changeSession` does. */
export async function sayTyped(
  { root, env, now }: WordContext,
  { words, untilComplete = false }: Pick<SaidWords, 'words'> & Partial<SaidWords>,
): Promise<void> {
  const here = sessionsHere(root, env)
  const said = { words, untilComplete, asksToWait: false, isNothing: false }
  const moment = { ...momentIn(root, here.top, now), ...(await personIn(root, env, await ownWordsIn(root))) }
  await changeSession(here, typedIn(here.top), now, (before) => afterMessage(before, said, moment))
  noteSource(root, 'typed', now)
}
