/** Who acts next on a piece of work: the one value that answers, lists and pages show. */
export interface Turn {
  readonly who: 'you' | 'agent' | 'nobody'
  /** Completes “You:” or “The agent is”, as Markdown; empty if the work is done. */
  readonly does: string
  /** What does it, as it is typed: `spell confirm 2`, `git commit`; absent if it is no command. */
  readonly command?: string
  /** The title of the agent that works on it, as far as spell has seen one. */
  readonly agent?: string
  /** When the last step was made, ISO 8601 in UTC; absent before the first. */
  readonly since?: string
}

/** An end without a claim: nothing is said to be done, or nothing but a plan was asked for. */
export type Ending = 'given up' | 'planned'

export const you = (does: string, command?: string): Turn => ({ who: 'you', does, ...(command && { command }) })
export const agent = (does: string, command?: string): Turn => ({ who: 'agent', does, ...(command && { command }) })
export const done: Turn = { who: 'nobody', does: '' }

/** What a state waits for, as a workflow's file says it. */
export interface Waiting {
  /** What the developer does, once the agent has done what the answer asks. */
  readonly you?: string
  readonly agent?: string
  /** The words that answer it. */
  readonly words?: readonly string[]
  /** What is submitted. */
  readonly takes?: string
}

export const turnOf = ({ you: yours, agent: its }: Waiting = {}): Turn => (yours ? you(yours) : its ? agent(its) : done)
