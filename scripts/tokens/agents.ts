import { bytesOf, type Place } from './place'

/**
 * @returns the bytes that `spell init` gives agents to read: the block in AGENTS.md, the skill, and the custom commands
 */
export function measureInit(place: Place): number {
  place.say(['init', '--yes', '--agents', 'claude,codex', '--guard', 'none'])
  const commands = ['accio', 'lumos'].map((name) => `.claude/commands/${name}.md`)
  return bytesOf(['AGENTS.md', '.claude/skills/spell/SKILL.md', ...commands].map(place.read))
}

const requests = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tokens', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list', params: {} },
]

/** @returns the bytes of the list of tools, with which every MCP conversation begins where spell is set up */
export function measureTools(place: Place): number {
  place.say(['init', '--yes', '--agents', 'none', '--guard', 'none'])
  const input = requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join('')
  const answers = place
    .say(['mcp'], input)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const listed = answers.find(({ id }) => id === 2)?.result
  if (!listed?.tools?.length) throw new Error('no tools are listed')
  return bytesOf([JSON.stringify(listed)])
}
