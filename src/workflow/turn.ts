import type { Turn } from './flow'

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
