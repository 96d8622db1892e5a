import { type Host, json, mcpServers, payloads, program } from '../host'

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
}
const gemini_ = [program('gemini'), '-m', 'gemini-2.5-flash', '--yolo']

export const gemini: Host = {
  name: 'gemini',
  env: ({ address }) => ({
    GEMINI_API_KEY: 'dummy',
    GOOGLE_GEMINI_BASE_URL: address,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  files: () => ({ 'home/.gemini/settings.json': json(settings) }),
  mcp: (place) => ({ 'home/.gemini/settings.json': json({ ...settings, mcpServers: mcpServers(place) }) }),
  say: (text, isAgain) => [...gemini_, ...(isAgain ? ['-r', 'latest'] : []), '-p', text],
  terminal: (isAgain) => [...gemini_, ...(isAgain ? ['-r', 'latest'] : [])],
  payloads,
  wordings: { 'as a command': '/accio' },
}
