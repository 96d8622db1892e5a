import { type Host, json, mcpServers } from '../host'

export const opencode: Host = {
  name: 'opencode',
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  files: ({ address }) => ({
    'home/.config/opencode/opencode.json': json({
      model: 'mock/mock',
      small_model: 'mock/mock',
      autoupdate: false,
      share: 'disabled',
      provider: {
        mock: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Mock',
          options: { baseURL: `${address}/v1`, apiKey: 'dummy' },
          models: { mock: { name: 'Mock', tool_call: true, limit: { context: 200_000, output: 8000 } } },
        },
      },
    }),
    // Offline it would wait a minute for packages of its own.
    'home/.npmrc': 'fetch-retries=0\nregistry=http://127.0.0.1:1/\n',
  }),
  mcp(place) {
    const { command, args, env: environment } = mcpServers(place).spell
    return {
      'root/opencode.json': json({ mcp: { spell: { type: 'local', command: [command, ...args], environment } } }),
    }
  },
  options: { always: [], terminal: [], headless: ['run'], again: ['-c'] },
  message: (text) => (text.startsWith('/') ? ['--command', ...text.slice(1).split(' ')] : [text]),
  prompt: 'ctrl+p',
  endsTurns: false,
  wordings: { 'as a command': '/accio' },
}
