import type { WatchedWork } from './work-now'

/** Who is to act, in the order in which a developer wants to see it. */
export const turns = { you: 'Waits for you', agent: 'The agent works', over: 'Complete' } as const
export type Turn = keyof typeof turns

/** A task is the agent's until the next word can be said; what cannot be read is for the developer to repair. */
export function turnOf({ phase, say }: Pick<WatchedWork, 'phase' | 'say'>): Turn {
  if (phase === 'complete') return 'over'
  return phase === 'task' && !say.startsWith('Accio') ? 'agent' : 'you'
}

/** @returns the work of each turn, those without any left out */
export const byTurn = (work: readonly WatchedWork[]) =>
  (Object.keys(turns) as Turn[]).flatMap((turn) => {
    const own = work.filter((each) => turnOf(each) === turn)
    return own.length > 0 ? [{ turn, heading: turns[turn], work: own }] : []
  })
