import { type Host, json, mcpServers } from '../host'

export const copilot: Host = {
  name: 'copilot',
  env: ({ address }) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${address}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'dummy',
    COPILOT_MODEL: 'mock',
    COPILOT_AUTO_UPDATE: 'false',
    // Also trusts the folder: without it the hooks of a repository are off under `-p`.
    COPILOT_ALLOW_ALL: 'true',
  }),
  files: () => ({}),
  mcp: (place) => ({ 'root/.mcp.json': json({ mcpServers: mcpServers(place) }) }),
  options: { always: [], terminal: ['--allow-all-tools'], headless: [], again: ['--continue'] },
  message: (text) => ['-p', text],
  prompt: '❯',
  endsTurns: true,
  wordings: {},
}
