import type { Moment } from './place'
import type { Said } from './said'
import { freshSession, type Session } from './sessions'

/** How many steps a grant is good for. */
export const grantedSteps = 20

/** What goes back, or is itself a word to wait. */
const restraining: readonly string[] = ['stop', 'undo', 'cancel']

/** Who asks to wait says no word that leads on. */
const withoutLeading = (words: Said['words']): Said['words'] =>
  Object.fromEntries(Object.entries(words).filter(([word]) => restraining.includes(word)))

/**
 * What a message makes of a session. Pure. A message that says a word replaces the words before it and ends a grant; one
 * that asks to wait ends both.
 *
 * @param before absent at the first message
 */
export function heard(
  before: Session | undefined,
  { words, asksToWait, untilComplete }: Said,
  { id, time, top, at, person }: Moment,
): Session {
  const session = before ?? freshSession(time, top)
  const saysWord = Object.keys(words).length > 0
  if (!saysWord && !asksToWait) return { ...session, top, time }
  const { grant: _, person: __, ...others } = session
  return {
    ...others,
    ...{ id, at, top, time, said: time },
    words: asksToWait ? withoutLeading(words) : words,
    ...(person !== undefined && { person }),
    ...(untilComplete && !asksToWait && { grant: { steps: grantedSteps - 1 } }),
  }
}
