import type { Session } from './sessions'

/** @returns a session whose agent has done something: from then on the word that was cast may be said again; undefined if it is so already */
export function acted(session: Session | undefined, isOver: boolean): Session | undefined {
  if (!session) return undefined
  const { cast, message } = session
  const isKnown = (!cast || cast.isPast) && (!isOver || !message || message.isOver)
  if (isKnown) return undefined
  return {
    ...session,
    ...(cast && { cast: { ...cast, isPast: true } }),
    ...(message && { message: { ...message, isOver: isOver || message.isOver } }),
  }
}
