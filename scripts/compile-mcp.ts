import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { McpTexts } from '../src/mcp/requests'

/**
 * Reads the MCP server's descriptions, at build time.
 *
 * @param folder `templates/mcp`
 */
export function compileMcp(folder: string): McpTexts {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').replace(/\r\n/g, '\n').trim()
  const tools = readdirSync(join(folder, 'tools')).map((name) => [basename(name, '.md'), read(`tools/${name}`)])
  return {
    instructions: read('instructions.md'),
    tools: Object.fromEntries(tools),
  }
}
