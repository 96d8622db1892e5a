/** Texts for agents, from `templates/agents/`. */
export interface AgentTexts {
  /** Which words cast a spell, and which only look like one; part of several texts. */
  readonly word: string
  /** A few lines in a file that the agent always reads. */
  readonly nudge: string
  /** The full text, read when work begins. */
  readonly skill: string
  /** The text of a custom command for one spell. */
  readonly command: string
  /** The OpenCode plugin that calls spell. */
  readonly opencode: string
}
