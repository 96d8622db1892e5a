import { foldersIn, readText } from '../disk/read'
import { worktreesBeside } from '../git/worktrees'
import { ifPossible } from '../text/failure'
import { statePath } from '../work/history/history-line'
import type { Work } from '../work/work'
import { workflows } from '../workflows/registry'
import type { WordContext } from './permission'
import { afterActing, changeIfWritable, type Session, sessionsHere } from './sessions'

/** What stands for the word in the ids of granted steps. */
export const granted = 'granted'

/**
 * Each use of a word has an id: that of its message, the word, and which of its uses it is. Pure.
 *
 * @param more ids that are used besides those that the session has
 * @returns those of a word, or of granted steps, that no step has used, in order
 */
export function idsLeft({ id, words, grant, uses }: Session, word: string, more: readonly string[] = []): string[] {
  const used = new Set([...uses, ...more])
  const length = (word === granted ? grant?.steps : words[word]) ?? 0
  return Array.from({ length }, (_, index) => `${id}.${word}.${index + 1}`).filter((each) => !used.has(each))
}

/** @returns the folders of all pieces of work here; with their archives if that is asked for */
export const homesIn = (root: string, withArchives = false): string[] =>
  workflows.flatMap(({ folder, named, archive }) => [
    ...(folder === undefined ? [] : [folder]),
    ...[named, withArchives ? archive : undefined].flatMap((above) =>
      above === undefined ? [] : (ifPossible(() => foldersIn(root, above)) ?? []).map((name) => `${above}/${name}`),
    ),
  ])

/**
 * Reads which uses the newest entries of all histories of a clone name, in each worktree. What cannot be read names none.
 *
 * @param messages the ids of the messages that said the words
 * @param pathIn of the file that is read: a history has all of its entries
 */
export function usesIn(root: string, messages: readonly string[], pathIn = statePath): readonly string[] {
  if (messages.length === 0) return []
  const named = new RegExp(`\\b(?:${messages.join('|')})\\.[^"]+`, 'g')
  const usesAt = (at: string) =>
    homesIn(at, true).flatMap((folder) => ifPossible(() => readText(at, pathIn({ folder })))?.match(named) ?? [])
  return [...new Set([root, ...worktreesBeside(root)].flatMap(usesAt))]
}

/** Notes that an agent has done something, or has stopped. Throws Failure as `changeIfWritable` does */
export async function noteActed(
  { root, env, now }: Pick<WordContext, 'root' | 'env' | 'now'>,
  key: string,
  isOver: boolean,
) {
  const here = sessionsHere(root, env)
  if (afterActing(here.all[key], isOver))
    await changeIfWritable(here, key, now, (session) => afterActing(session, isOver))
}

/** @returns the id of the message that a use belongs to */
export const messageOf = (use: string): string => use.slice(0, use.indexOf('.'))

/** Whether a word is in the entry of the step that it lets happen: what is replied leaves none, and a repair need not. */
export const leavesEntry = (use: string): boolean => !/\.(?:reply|doctor)\./.test(use)

/** @returns whether an entry names a use, or it is of a word that needs none. Reads as `usesIn` does */
export const isSettled = (root: string, use: string): boolean =>
  !leavesEntry(use) || usesIn(root, [messageOf(use)]).includes(use)

/** @returns a session without a use that no step has made */
export const withoutUse = <Kept extends Pick<Session, 'uses'>>(session: Kept, use: string | undefined): Kept => ({
  ...session,
  uses: session.uses.filter((each) => each !== use),
})

/** @returns a session that has these uses, too */
export const withUses = (session: Session, uses: readonly string[]): Session => ({
  ...session,
  uses: [...new Set([...session.uses, ...uses])],
})

/** Whether a grant is for a piece of work: the one in which its first step was made, by its word; before that, any. */
export function isGrantFor({ id, uses }: Session, work: Work, more: readonly string[] = []): boolean {
  const used = [...uses, ...more].filter((use) => use.startsWith(`${id}.`))
  return used.length === 0 || work.saved.history.some(({ said = '' }) => used.includes(said))
}

/**
 * Keeps with the sessions of a clone which words and granted steps its histories name as used: a step that was made in a
 * sandbox could not. Does nothing where they cannot be written.
 *
 * @throws Failure as `sessionsHere` and `changeIfWritable` do
 */
export async function carryOver({ root, env, now }: Pick<WordContext, 'root' | 'env' | 'now'>): Promise<void> {
  const here = sessionsHere(root, env)
  const waiting = Object.entries(here.all).filter(([, session]) =>
    [...Object.keys(session.words), granted].some((word) => idsLeft(session, word).length > 0),
  )
  const ids = waiting.map(([, { id }]) => id)
  const found = usesIn(root, ids)
  for (const [key, { id, uses }] of waiting) {
    const more = found.filter((use) => use.startsWith(`${id}.`) && !uses.includes(use))
    if (more.length === 0) continue
    await changeIfWritable(here, key, now, (session) => session && withUses(session, more))
  }
}
