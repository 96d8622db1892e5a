import { type Host, json, mcpServers } from '../host'

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
}

export const gemini: Host = {
  name: 'gemini',
  env: ({ address }) => ({
    GEMINI_API_KEY: 'dummy',
    GOOGLE_GEMINI_BASE_URL: address,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  files: () => ({ 'home/.gemini/settings.json': json(settings) }),
  mcp: (place) => ({ 'home/.gemini/settings.json': json({ ...settings, mcpServers: mcpServers(place) }) }),
  options: { always: ['-m', 'gemini-2.5-flash', '--yolo'], terminal: [], headless: [], again: ['-r', 'latest'] },
  message: (text) => ['-p', text],
  prompt: 'Type your message',
  endsTurns: false,
  wordings: { 'as a command': '/accio' },
}
