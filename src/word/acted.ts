import type { CastWord, Session } from './sessions'

const untold: CastWord = { word: '', time: '', isTold: false, isPast: false }

/** @returns a session whose agent has done something: from then on the word that was cast may be said again; undefined if it is so already */
export function acted(session: Session | undefined, isOver: boolean): Session | undefined {
  if (!session) return undefined
  const { cast, message } = session
  const isKnown = (!cast || (cast.isPast && !(isOver && cast.ai))) && (!isOver || !message || message.isOver)
  if (isKnown) return undefined
  const { ai, ...past } = cast ?? untold
  return {
    ...session,
    ...(cast && { cast: { ...past, ...(ai !== undefined && !isOver && { ai }), isPast: true } }),
    ...(message && { message: { ...message, isOver: isOver || message.isOver } }),
  }
}
