/** What an agent reads of the server before it has called anything, from `templates/mcp/`. */
export interface McpTexts {
  /** Sent once, when a client connects. */
  readonly instructions: string
  /** What each tool is for, by its name. */
  readonly tools: Readonly<Record<string, string>>
  /** The prompt of a spell; has places for its name and its tool. */
  readonly prompt: string
  /** Stands between the prompt and the developer's note, where there is one. */
  readonly promptNote: string
}
