import { readFileSync } from 'node:fs'
import { agentAdapters } from '../src/install/adapters'
import type { AgentName } from '../src/install/agents/agents'
import type { KeysPiece } from '../src/install/agents/piece'
import { pathInPlugin, plugin } from '../src/install/agents/piece'
import { compileAgents } from './compile-templates'

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const { version, description, license, author, keywords } = JSON.parse(readFileSync('package.json', 'utf8'))
const about = { name: plugin, version, description }
const more = { author: { name: author }, license, keywords }
const mcpServers = { spell: { command: 'spell', args: ['mcp'] } }

/** The marketplace that a folder of plugins is for Claude Code. */
export const marketplace = 'spell-cli'

/** What each agent wants besides skill, commands and hooks: by path, a document each. */
const manifests: Partial<Record<AgentName, Readonly<Record<string, object>>>> = {
  claude: { '.claude-plugin/plugin.json': { ...about, ...more }, '.mcp.json': { mcpServers } },
  cursor: { '.cursor-plugin/plugin.json': { ...about, ...more }, 'mcp.json': { mcpServers } },
  gemini: { 'gemini-extension.json': { ...about, mcpServers } },
}

/** The plugins, each in a folder named after its agent: the texts of their files by path, made of what `init` writes. */
export async function plugins(): Promise<Readonly<Record<string, string>>> {
  const adapters = await agentAdapters(compileAgents('templates/agents'))
  const nowhere = { root: '', env: {}, read: () => undefined, isThere: () => false }
  const files: Record<string, string> = {
    '.claude-plugin/marketplace.json': json({
      name: marketplace,
      owner: { name: author },
      metadata: { description },
      plugins: [{ ...about, source: './claude' }],
    }),
    // A directory of plugins shows it.
    'claude/README.md': `# spell\n\n${description}\n\nIt starts the program \`spell\`, which has to be in the PATH. Then say “accio” to Claude Code.\n`,
  }
  for (const { name, pieces } of adapters) {
    const own = manifests[name as AgentName]
    if (!own) continue
    for (const [path, document] of Object.entries(own)) files[`${name}/${path}`] = json(document)
    for (const piece of pieces(nowhere, [name])) {
      const path = pathInPlugin(piece)
      if (path) files[`${name}/${path}`] = piece.do === 'keys' ? json(hooksOf(piece)) : piece.text
    }
  }
  return files
}

/** The document that the keys of a piece make up. */
function hooksOf({ keys }: KeysPiece) {
  const document: Record<string, unknown> = {}
  const hooks: Record<string, unknown[]> = {}
  for (const { at, value } of keys) {
    const [first = '', event] = at
    if (event === undefined) document[first] = value
    else hooks[event] = [...(hooks[event] ?? []), value]
  }
  return { ...document, hooks }
}
