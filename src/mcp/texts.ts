/** What an agent reads about the server before its first call, from `templates/mcp/`. */
export interface McpTexts {
  /** Sent once, when a client connects. */
  readonly instructions: string
  /** The purpose of each tool. */
  readonly tools: Readonly<Record<string, string>>
}
