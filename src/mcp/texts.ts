/** What an agent reads about the server before its first call, from `templates/mcp/`. */
export interface McpTexts {
  /** Sent once, when a client connects. */
  readonly instructions: string
  /** The purpose of each tool. */
  readonly tools: Readonly<Record<string, string>>
  /** The prompt of a spell, with placeholders for its name and its tool. */
  readonly prompt: string
  /** Precedes the developer's note in a prompt. */
  readonly promptNote: string
}
