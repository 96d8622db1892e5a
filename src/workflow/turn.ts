/** Who acts next on a piece of work: the one value that answers, lists and pages show. */
export interface Turn {
  readonly who: 'you' | 'agent' | 'nobody'
  /** Completes “You:” or “The agent is”, as Markdown; empty if the work is done. */
  readonly does: string
  /** The same for a line that has little room: only what is done first; absent if that is all. */
  readonly short?: string
  /** The words of which one is awaited, in lower case, as `does` offers them; absent if none is. */
  readonly words?: readonly string[]
  /** What does it, as it is typed: `spell confirm 2`, `git commit`; absent if it is no command. */
  readonly command?: string
  /** The title of the agent that works on it, as far as spell has seen one. */
  readonly agent?: string
  /** When the last step was made, ISO 8601 in UTC; absent before the first. */
  readonly since?: string
}

/** An end without a claim: nothing is said to be done, or nothing but a plan was asked for. */
export type Ending = 'given up' | 'planned'

export const you = (does: string, command?: string, short?: string): Turn => ({
  who: 'you',
  does,
  ...(short !== undefined && { short }),
  ...(command && { command }),
})
export const agent = (does: string, command?: string): Turn => ({ who: 'agent', does, ...(command && { command }) })
export const done: Turn = { who: 'nobody', does: '' }

/**
 * @param offered the words that are awaited
 * @param or what the developer may do instead
 * @param note what stands behind a word
 */
export function say(
  offered: readonly string[],
  { or, command, note }: { or?: string; command?: string; note?: (word: string) => string } = {},
): Turn {
  const choices = [...offered.map((word) => `**${word}**${note?.(word) ?? ''}`), ...(or ? [or] : [])]
  const does = `say ${[choices.slice(0, -1).join(', '), ...choices.slice(-1)].filter(Boolean).join(' or ')}`
  return { ...you(does, command), words: offered.map((word) => word.toLowerCase()) }
}

/** What a state waits for, as a workflow's file says it. */
export interface Waiting {
  /** What the developer does, once the agent has done what the answer asks; which words they say, and what else. */
  readonly you?: string
  readonly say?: readonly string[]
  readonly or?: string
  readonly agent?: string
  /** The words that answer it, if they are not those that the developer says. */
  readonly words?: readonly string[]
  /** What is submitted. */
  readonly takes?: string
}

export function turnOf({ you: yours, say: words, or, agent: its }: Waiting = {}): Turn {
  if (words) return say(words, or === undefined ? {} : { or })
  return yours ? you(yours) : its ? agent(its) : done
}
