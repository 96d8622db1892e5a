/** What agents read, and how they are asked: from `templates/agents/`. */
export interface AgentTexts {
  /** Which words cast, and what only sounds like one: the same wherever it stands. */
  readonly word: string
  /** A few lines in a file that the agent reads always. */
  readonly nudge: string
  /** The whole, read when the work begins. */
  readonly skill: string
  /** What one of the agent's own commands does, for one spell. */
  readonly command: string
  /** The plugin that asks spell for OpenCode. */
  readonly opencode: string
}
